import type { Response } from 'undici';
import type { FetchOptions } from './fetcher.ts';
import type { HostGates } from './host-gates.ts';

/** A request as it is sent. */
export interface Sent {
  headers: Record<string, string>;
  method?: 'POST';
  body?: string;
  signal: AbortSignal;
}

/** What a request has led to. */
export interface Exchange {
  /** The last response, after redirects; undefined if there was none. */
  response: Response | undefined;
  /** Undefined without content. */
  body?: Buffer | undefined;
  /** Why there is no response, or none that can be used. */
  problem?: string;
}

/** Counts what becomes of requests. Its methods must not throw. */
export interface Meter {
  received(received: Received): void;
  /** A request without a response that can be used. A response that cannot be used was received before. */
  failed(host: string, error: unknown): void;
}

/** A response, whatever its status. */
export interface Received {
  host: string;
  status: number;
  /** Of the body, as it was decoded; 0 for one that was not read to its end. */
  bytes: number;
  /** By the clock of the provider. */
  sentAt: Date | undefined;
}

/** What a recording, a replay or a count adds to a fetcher. */
export interface FetcherExtras {
  /** Sends a request instead of the network. */
  send?: (url: URL, sent: Sent) => Promise<Response>;
  /** Gates that several fetchers share. Default: own ones. A request that `send` answers passes none. */
  gates?: HostGates;
  meter?: Meter;
  /** Called after each exchange, before the feed has its result. Must not reject. */
  watch?: (url: string, options: FetchOptions, exchange: Exchange) => Promise<void>;
}

/** The Range header. */
export function rangeOf({ first, last }: NonNullable<FetchOptions['range']>): string {
  return `bytes=${first}-${last ?? ''}`;
}
