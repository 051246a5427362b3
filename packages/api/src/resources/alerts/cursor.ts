import { quoted, RequestError } from '@severe/base';
import type { ChangeCursor } from '@severe/db';

/** Parses `1042.48213`: the version of the alerts, and the id of the last reported alert. @throws {RequestError} 400 */
export function parseCursor(text: string): ChangeCursor {
  const [, version, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  if (version !== undefined && id !== undefined) return { version: Number(version), id: Number(id) };
  const needed = 'a cursor from /alerts/changes, such as 1042.48213';
  throw new RequestError(400, `Invalid since: expected ${needed}, got ${quoted(text)}`);
}

/** Formats a cursor. The default is the start of all changes. */
export function presentCursor({ version, id }: ChangeCursor = { version: 0, id: 0 }): string {
  return `${version}.${id}`;
}
