import type { IncomingMessage } from 'node:http';
import { Agent, request, type RequestOptions } from 'node:https';
import { messageOf } from '@severe/base';
import { proxyFor } from '@severe/base/proxy';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { checkUrl, guardedLookup, type GuardPolicy, RefusedAddress, type Resolve, resolvePublic } from './check-url.ts';

/** Why a request was not acknowledged. `status`: the receiver answered with another status than 2xx. */
export const postErrors = ['timeout', 'connect', 'tls', 'status', 'blocked_address'] as const;
export type PostError = (typeof postErrors)[number];

/** Result of one attempt. */
export interface PostResult {
  /** Status of the response; null if there was none. */
  statusCode: number | null;
  /** Null if the receiver answered with 2xx. */
  error: PostError | null;
  /** One line about the error for the log of deliveries; null if there is none. */
  reason: string | null;
  durationMs: number;
  /** Beginning of the response body as text, at most `maxReplyCharacters`. */
  reply: string;
}

export interface PostOptions {
  headers: Record<string, string>;
  body: string;
  policy: GuardPolicy;
  /** Connections are kept in it; by default the request has one of its own. */
  agent?: PostAgent;
  /** Replaces name servers, in tests. */
  resolve?: Resolve;
  limits?: Partial<PostLimits>;
  /** Ends the attempt as a timeout. */
  signal?: AbortSignal;
}

/** Limits of one attempt. */
interface PostLimits {
  /** From the call to the established connection, name resolution included. */
  connectMs: number;
  /** From the call to the end of the response. */
  totalMs: number;
  /** Bytes of the response that are read. */
  replyBytes: number;
}

const defaultLimits: PostLimits = { connectMs: 3_000, totalMs: 15_000, replyBytes: 64 << 10 };

/** Characters of the response that are returned. */
const maxReplyCharacters = 2_000;

/**
 * Sends one POST request to an address that a user has named. The address is checked as in `checkUrl` and `guardedLookup`;
 * redirects are not followed; a response is read up to a limit. A 2xx status acknowledges the request, also if the rest of
 * the response is late or too long. Failures of the receiver are part of the result and are not thrown.
 */
export async function post(url: string, options: PostOptions): Promise<PostResult> {
  const startedAt = performance.now();
  const attempt = await attemptOnce(url, options).catch((error: unknown) => {
    // A receiver may close a kept connection at the moment it is used again.
    if (!(error instanceof PostFailure) || !error.ofKeptConnection) throw error;
    return attemptOnce(url, options, false);
  }).catch(failureOf); // prettier-ignore
  return { ...attempt, durationMs: Math.round(performance.now() - startedAt) };
}

type Attempt = Omit<PostResult, 'durationMs'>;

/** An attempt that failed without a response. */
class PostFailure extends Error {
  readonly error: PostError;
  readonly ofKeptConnection: boolean;

  constructor(error: PostError, message: string, ofKeptConnection = false) {
    super(message);
    this.error = error;
    this.ofKeptConnection = ofKeptConnection;
  }
}

function failureOf(error: unknown): Attempt {
  const known = error instanceof PostFailure ? error.error : error instanceof RefusedAddress ? 'blocked_address' : null;
  if (known === null) throw error;
  return { statusCode: null, error: known, reason: oneLine(messageOf(error)), reply: '' };
}

async function attemptOnce(
  text: string,
  options: PostOptions,
  keepAlive = options.agent !== undefined,
): Promise<Attempt> {
  const { connectMs, totalMs, replyBytes } = { ...defaultLimits, ...options.limits };
  const { url, host, isAddress, port } = checkUrl(text, options.policy);
  const { headers, body, policy, resolve, signal } = options;
  const { agent, isProxied } = (options.agent ?? createPostAgent(1)).for(url, keepAlive);
  if (isProxied && !isAddress) await expectNotPrivate(host, policy, resolve);
  const sent = request({
    host,
    port,
    servername: isAddress ? '' : host, // an address is not a server name (RFC 6066)
    path: url.pathname + url.search,
    method: 'POST',
    headers: { host: url.host, ...headers, 'content-length': String(Buffer.byteLength(body)) },
    lookup: guardedLookup(policy, resolve),
    autoSelectFamilyAttemptTimeout: Math.ceil(connectMs / 3), // the default, 250 ms, is too short for a busy machine
    agent,
  } as RequestOptions);

  let phase: 'connect' | 'tls' | 'response' = 'connect';
  sent.once('socket', (socket) => {
    if (sent.reusedSocket || isProxied)
      phase = 'response'; // a proxy hands over a connection that is ready
    else socket.once('connect', () => (phase = 'tls')).once('secureConnect', () => (phase = 'response'));
  });
  const connecting = setTimeout(() => {
    if (phase === 'connect') sent.destroy(new PostFailure('timeout', `no connection within ${connectMs} ms`));
  }, connectMs);
  const late = (): unknown => sent.destroy(new PostFailure('timeout', `no response within ${totalMs} ms`));
  const total = setTimeout(late, totalMs);
  signal?.addEventListener('abort', late, { once: true });
  try {
    const response = await new Promise<IncomingMessage>((resolveResponse, reject) => {
      sent.once('response', resolveResponse);
      sent.on('error', (error) => reject(asFailure(error, phase, sent.reusedSocket)));
      sent.end(body);
    });
    const statusCode = response.statusCode!;
    const reply = await beginningOf(response, replyBytes); // ends early if the time is over
    if (statusCode >= 200 && statusCode < 300) return { statusCode, error: null, reason: null, reply };
    return { statusCode, error: 'status', reason: `the receiver answered with ${statusCode}`, reply };
  } finally {
    clearTimeout(connecting);
    clearTimeout(total);
    signal?.removeEventListener('abort', late);
  }
}

/** Before a proxy resolves a name: one that is known here to lead into this network alone is refused. */
async function expectNotPrivate(host: string, policy: GuardPolicy, resolve?: Resolve): Promise<void> {
  await resolvePublic(host, policy, resolve).catch((error: unknown) => {
    if (error instanceof RefusedAddress) throw error; // otherwise only the proxy knows the name
  });
}

function asFailure(error: Error, phase: 'connect' | 'tls' | 'response', reused: boolean): Error {
  if (error instanceof PostFailure || error instanceof RefusedAddress) return error;
  return new PostFailure(phase === 'tls' ? 'tls' : 'connect', messageOf(error), reused);
}

/** The beginning of a response as text. The rest is not read, and an error ends it. */
function beginningOf(response: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (): void => resolve(readable(Buffer.concat(chunks)));
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes >= maxBytes) response.destroy();
    });
    response.once('end', end);
    response.once('error', end);
    response.once('close', end);
  });
}

/** Text for the log of deliveries, without characters that a database or a terminal cannot hold. */
function readable(bytes: Buffer): string {
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, 4 * maxReplyCharacters));
  return text
    .replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd')
    .slice(0, maxReplyCharacters)
    .replace(/\p{Surrogate}$/u, '');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 300);
}

/** Pools of connections to receivers: direct ones, and those through the proxy of the environment. */
export interface PostAgent {
  /** The pool for a receiver. `isProxied`: the proxy resolves its name. */
  for(url: URL, keepAlive?: boolean): { agent: Agent | HttpsProxyAgent<string>; isProxied: boolean };
  destroy(): void;
}

/** @param ca certificate of an authority that replaces the usual ones, in tests */
export function createPostAgent(maxSockets: number, ca?: string): PostAgent {
  const pools = new Map<string, Agent | HttpsProxyAgent<string>>();
  const open = (proxy: string | undefined, keepAlive: boolean): Agent | HttpsProxyAgent<string> => {
    const options = { keepAlive, maxSockets, ...(ca === undefined ? {} : { ca }) };
    return proxy === undefined ? new Agent(options) : new HttpsProxyAgent(proxy, options);
  };
  return {
    for(url, keepAlive = true) {
      const proxy = proxyFor(url);
      const name = `${keepAlive} ${proxy}`;
      const agent = pools.get(name) ?? open(proxy, keepAlive);
      pools.set(name, agent);
      return { agent, isProxied: proxy !== undefined };
    },
    destroy() {
      for (const agent of pools.values()) agent.destroy();
    },
  };
}
