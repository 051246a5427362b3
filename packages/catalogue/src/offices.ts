/** Offices whose four letters do not end in the three they go by. */
const oddOffices: Readonly<Record<string, string>> = { TJSJ: 'SJU', JSJ: 'SJU', NSTU: 'PPG' };

/** A forecast office by its three letters: `koun` and `OUN` are the same. */
export function officeOf(given: string): string {
  const letters = given.toUpperCase();
  return oddOffices[letters] ?? letters.slice(-3);
}
