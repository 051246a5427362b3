/** The fifty states, the District of Columbia, and the territories that have weather offices or zones. */
export const stateCodes = (
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA ' +
  'RI SC SD TN TX UT VT VA WA WV WI WY DC PR VI GU AS MP'
).split(' ');

/** Offices whose four letters do not end in their three. */
const oddOffices: Record<string, string> = { TJSJ: 'SJU', JSJ: 'SJU' };

/** An office by its three letters: `koun` and `OUN` are the same. */
export function officeOf(given: string): string {
  const letters = given.toUpperCase();
  return oddOffices[letters] ?? letters.slice(-3);
}
