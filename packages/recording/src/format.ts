/** File of a recording with one line of JSON for each entry, in the order of their ends. */
export const indexFile = 'index.jsonl';
/** Folder with one file for each body, by its SHA-256. */
export const bodiesFolder = 'bodies';
/** A recording of another version is refused. */
export const formatVersion = 1;

/** A request of a feed: what decides the answer. */
export interface AskedFor {
  method: 'GET' | 'POST';
  /** Address at the provider, without secrets. */
  url: string;
  /** The Range header. */
  range?: string;
  /** The body of a POST, without secrets. */
  post?: string;
}

/** What came back. */
export interface Outcome {
  /** Undefined if there was no response. */
  status?: number;
  /** Headers of the response, with names in lower case. */
  headers: Record<string, string>;
  /** Undefined for a response without content, and for one that could not be read. */
  body?: Uint8Array;
  /** Why there was no response, or why it could not be read to its end. */
  problem?: string;
}

/** Whose answers a recording holds. */
export interface RecordingOf {
  /** Whether the providers were simulated. */
  simulated: boolean;
  /** Settings on which the requests depend, by name of the environment variable; secrets are replaced. */
  settings: Record<string, string>;
}

/** Begin of a session: a recording that is continued has several. */
export interface SessionEntry extends RecordingOf {
  kind: 'session';
  version: number;
  at: string;
}

export interface AnswerEntry extends AskedFor {
  kind: 'answer';
  /** Feed that asked. */
  feed: string;
  /** When the answer was there, on the clock of the recording. */
  at: string;
  status?: number;
  headers: Record<string, string>;
  /** SHA-256 of the body in hexadecimal digits, its length, and whether the file is compressed with gzip. */
  body?: { hash: string; bytes: number; gzip?: true };
  problem?: string;
}

/** A run of a feed; its answers are those of the feed since its previous run. */
interface RunEntry {
  kind: 'run';
  feed: string;
  from: string;
  to: string;
}

/** End of a session. Without one, the recording process was killed. */
interface EndEntry {
  kind: 'end';
  at: string;
  /** Whether the recording has reached its size limit. */
  full?: true;
}

export type Entry = SessionEntry | AnswerEntry | RunEntry | EndEntry;

/** An answer of a recording. */
export interface Answer extends AskedFor {
  feed: string;
  at: Date;
  status?: number;
  headers: Record<string, string>;
  problem?: string;
  /** The body; undefined if there is none. @throws {StartError} the file is missing or damaged */
  body: () => Promise<Buffer | undefined>;
}

/** Answers with the same key answer the same request. */
export function keyOf({ method, url, range = '', post = '' }: AskedFor): string {
  return `${method} ${url} ${range} ${post}`;
}
