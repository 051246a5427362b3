import type { Note } from './note.ts';

/** A service that shows notes to people. */
export interface Channel {
  /** Hosts that are known to be of this service; `.` begins the end of a name. */
  hosts: readonly string[];
  /** What an address lacks; undefined if it can receive notes. */
  problemOf(url: URL): string | undefined;
  /** Where notes are posted to, if that is not the address itself. */
  targetOf?(url: URL): string;
  /** The body of the request, by the documentation of the service. */
  bodyOf(note: Note, url: URL): object;
}
