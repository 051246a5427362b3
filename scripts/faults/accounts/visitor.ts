import assert from 'node:assert/strict';
import { request, type IncomingHttpHeaders } from 'node:http';
import { publicUrl } from './cluster.ts';

/** A response as it came. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json: () => any;
}

export interface CallOptions {
  headers?: Record<string, string>;
  /** Sent as it is, instead of JSON. */
  raw?: string;
  /** Another service than that of the visitor: one of the processes. */
  url?: string;
}

/** What no response may contain: SQL, stacks and paths of files. */
const inner =
  /\b(select|insert into|update|delete from) .*\b(from|where|values|set)\b|node_modules|\/packages\/|\n {4}at /i;

let addresses = 0;

/** A new address of loopback, so that limits of other visitors do not count. */
export function newAddress(): string {
  addresses++;
  return `127.${1 + (addresses >> 14)}.${(addresses >> 7) & 127}.${1 + (addresses & 127)}`;
}

/** A browser on a page of the service, at an address of its own: it keeps the session cookie and sends its origin. */
export class Visitor {
  readonly url: string;
  readonly address: string;
  /** `Cookie` of the next call; empty without a session. */
  cookie = '';

  constructor(url: string, address = newAddress()) {
    this.url = url;
    this.address = address;
  }

  /** Sends a request below `/api/v1` and keeps the cookie of the response. */
  async call(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> {
    const text = options.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const headers = {
      Origin: publicUrl,
      ...(this.cookie ? { Cookie: this.cookie } : {}),
      ...(text === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }), // prettier-ignore
      ...options.headers,
    };
    const answer = await this.#send(`${options.url ?? this.url}/api/v1${path}`, method, headers, text);
    const [pair] = answer.headers['set-cookie']?.[0].split(';') ?? [];
    if (pair !== undefined) this.cookie = pair.endsWith('=') ? '' : pair;
    if (answer.status >= 400) assert.doesNotMatch(answer.text, inner, `${method} ${path} shows what is inside`);
    return answer;
  }

  #send(url: string, method: string, headers: Record<string, string>, body: string | undefined): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(url, { method, headers, localAddress: this.address, agent: false }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const { statusCode, headers: got } = response;
          resolve({ status: statusCode!, headers: got, text, json: () => JSON.parse(text) });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

/** A visitor with an account. */
export interface Person extends Visitor {
  id: number;
  email: string;
  password: string;
}

let people = 0;

/** A visitor who has signed up. */
export async function signUp(url: string, name = 'person'): Promise<Person> {
  const visitor = new Visitor(url);
  const [email, password] = [`${name}-${++people}@example.org`, 'correct horse 77'];
  const answer = await visitor.call('POST', '/auth/signup', { email, password });
  assert.equal(answer.status, 201, answer.text);
  return Object.assign(visitor, { id: answer.json().id as number, email, password });
}

/** Counts of statuses, such as `200 × 3, 429 × 1`. */
export function countOf(statuses: number[]): string {
  const counts = new Map<number, number>();
  for (const status of statuses.toSorted((a, b) => a - b)) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${status} × ${count}`).join(', ');
}
