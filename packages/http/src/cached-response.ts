import type { IncomingHttpHeaders } from 'node:http';
import type { CountedAs } from './rate-limit.ts';

/** An answer of the long road that may be given again as it stands: a whole one, or a 304. */
export interface Lasting {
  status: 200 | 304;
  /** The path as it is defined, below the prefix. */
  route: string;
  countedAs: CountedAs;
  /** Names and values in turn, without those that every request has of its own. */
  headers: string[];
  etag: string;
  body: string | Uint8Array;
  /** Whether the long road would answer so now. */
  stands: () => boolean;
}

/** Remembers what a GET of this target was answered with. */
export type Keep = (target: string, headers: IncomingHttpHeaders, lasting: Lasting) => void;
