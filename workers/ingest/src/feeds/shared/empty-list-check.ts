import { DataError } from '@severe/base';

/** Code of an error about an empty list where rows are expected. */
export const suspicious = 'suspicious';

/** Number of consecutive empty lists after which an empty list is accepted. */
const acceptedAfter = 3;

/**
 * Checks a list that was fetched.
 *
 * @param what   names the list, for the count and the message
 * @param stored counts the stored rows that an empty list would end
 * @throws {DataError} `suspicious` if the list is empty, rows are stored, and it is not the third time in a row
 */
type EmptyListCheck = (what: string, isEmpty: boolean, stored: () => Promise<number>) => Promise<void>;

/** Creates a check that takes an empty list for a fault of the provider until it repeats. */
export function createEmptyListCheck(): EmptyListCheck {
  const emptyLists = new Map<string, number>();
  return async (what, isEmpty, stored) => {
    const count = isEmpty ? (emptyLists.get(what) ?? 0) + 1 : 0;
    emptyLists.set(what, count);
    if (count === 0 || count >= acceptedAfter) return;
    const rows = await stored();
    if (rows > 0) throw new DataError(suspicious, `expected ${what} (${rows} are stored), got an empty list`);
  };
}
