import { states } from '@severe/catalogue';
import { textOf } from './fields.ts';
import { noteUnknownWord } from './unknown-words.ts';

const codes = new Set(states.map(({ code }) => code));
const codeOfFips = new Map(states.map(({ code, fips }) => [fips, code]));

/** A state or territory by its two letters; null for anything else, such as provinces of Canada. */
export function stateOf(value: unknown): string | null {
  const code = textOf(value)?.toUpperCase();
  return code !== undefined && codes.has(code) ? code : null;
}

/** As `stateOf`, in a list of this country alone: any other code is counted. */
export function stateOfCountry(value: unknown, field: string): string | null {
  const state = stateOf(value);
  const given = textOf(value);
  if (state === null && given !== null) noteUnknownWord(field, given);
  return state;
}

/** A state or territory by its FIPS code, two digits. */
export function stateOfFips(fips: string | null): string | null {
  return (fips !== null && codeOfFips.get(fips)) || null;
}
