import type { Access } from '@severe/http';
import type { Rule } from '../contract.ts';

/** A field of a body as the specification defines it. The values on both sides of every bound follow from it. */
export type FieldRule = (
  | { text: { min?: number; max?: number } }
  | { email: true }
  | { number: { min: number; max: number } }
  | { boolean: true }
  | { oneOf: string[] }
  | { values: { good: unknown[]; bad: unknown[] } }
) & { required?: true; nullable?: true };

/** What the fixture of the tests creates, and names in a path. */
export type Thing = 'key' | 'location' | 'webhook' | 'user' | 'delivery';

/** An endpoint of accounts as the specification defines it. */
export interface AccountContract {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below `/api/v1`, as in the definition. */
  path: string;
  access: Access;
  status: 200 | 201 | 204;
  /** What the last parameter of the path names. */
  thing?: Thing;
  /** Another user's id is as unknown as one that never existed (decision 9.4); admins may change any user. */
  isOwned?: true;
  /** An accepted body, without fields that `fields` tests. */
  body?: object;
  fields?: Record<string, FieldRule>;
  query?: Record<string, Rule>;
  /** Fields of the response; for a list those of its items, for `/admin/users` those of a row. */
  returns?: string[];
}

/** Accepted and refused values of a field. */
export function fieldValues(rule: FieldRule): { good: unknown[]; bad: unknown[] } {
  const { good, bad } = valuesOf(rule);
  return rule.nullable ? { good: [...good, null], bad } : { good, bad: [...bad, null] };
}

function valuesOf(rule: FieldRule): { good: unknown[]; bad: unknown[] } {
  const kinds = [{}, []];
  if ('text' in rule) {
    const { min = 0, max } = rule.text;
    const shortest = min > 0 ? [lettersOf(min - 1)] : [];
    const longest = max === undefined ? [] : [lettersOf(max + 1)];
    return {
      good: [lettersOf(Math.max(min, 1)), ...(max === undefined ? [] : [lettersOf(max)])],
      bad: [...shortest, ...longest, 7, true, 'a\0b'.padEnd(min, 'c'), ...kinds],
    };
  }
  if ('email' in rule) {
    return { good: [], bad: ['nobody', '@example.org', 'a@', 'a b@example.org', '', 7, { $gt: '' }, ...kinds] };
  }
  if ('number' in rule) {
    const { min, max } = rule.number;
    return { good: [min, max, 0], bad: [min - 0.001, max + 0.001, 'north', true, ...kinds] };
  }
  if ('boolean' in rule) return { good: [true, false], bad: ['maybe', 7, ...kinds] };
  if ('oneOf' in rule) return { good: rule.oneOf, bad: ['Awful', '', 7, ...kinds] };
  return rule.values;
}

/** Letters that are no common password. */
function lettersOf(length: number): string {
  return 'correct horse battery 77 '.repeat(12).slice(0, length);
}
