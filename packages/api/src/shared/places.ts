import { states } from '@severe/catalogue';

/** The fifty states, the District of Columbia, and the territories that have weather offices or zones. */
export const stateCodes = states.map(({ code }) => code);

/** Offices whose four letters do not end in their three. */
const oddOffices: Record<string, string> = { TJSJ: 'SJU', JSJ: 'SJU' };

/** An office by its three letters: `koun` and `OUN` are the same. */
export function officeOf(given: string): string {
  const letters = given.toUpperCase();
  return oddOffices[letters] ?? letters.slice(-3);
}
