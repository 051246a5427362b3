import { quoted, RequestError } from '@severe/base';
import type { ChangeCursor } from '@severe/db';

/** `1042.48213`: the version of the alerts, and the last alert that was told of it. @throws {RequestError} 400 */
export function parseCursor(text: string): ChangeCursor {
  const [, version, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  if (version !== undefined && id !== undefined) return { version: Number(version), id: Number(id) };
  const needed = 'the cursor of an answer of /alerts/changes, such as 1042.48213';
  throw new RequestError(400, `Invalid since: expected ${needed}, got ${quoted(text)}`);
}

/** The beginning of all changes where nothing has been told yet. */
export function presentCursor({ version, id }: ChangeCursor = { version: 0, id: 0 }): string {
  return `${version}.${id}`;
}
