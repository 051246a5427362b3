import { Agent, METHODS, request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { HostileRequest } from './make.ts';

/** A response. */
export interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  ms: number;
}

/** Timeout of a response. */
const patienceMs = 30_000;

/** Sends requests byte for byte to the host of a URL, over persistent connections where possible. */
export function sender(url: string): { send: (hostile: HostileRequest) => Promise<Got>; close: () => void } {
  const { hostname: host, port } = new URL(url);
  const agent = new Agent({ keepAlive: true });
  return {
    async send(hostile) {
      const startedAt = performance.now();
      const got = await (isPlain(hostile)
        ? overHttp(hostile, { host, port, agent })
        : overSocket(hostile, host, Number(port)));
      return { ...got, body: decoded(got), ms: performance.now() - startedAt };
    },
    close: () => agent.destroy(),
  };
}

/** Whether Node's HTTP client sends the request unchanged. */
function isPlain({ method, target, headers }: HostileRequest): boolean {
  return METHODS.includes(method) && /^[\x21-\x7e]*$/.test(target) && !('Expect' in headers);
}

type Answer = Omit<Got, 'ms'>;

function overHttp({ method, target, headers, body }: HostileRequest, where: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body ? { 'Content-Length': String(body.length) } : {};
    const sent = request({ ...where, method, path: target, headers: { ...headers, ...length }, timeout: patienceMs });
    sent.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) });
      });
      response.on('error', reject);
    });
    sent.on('timeout', () => sent.destroy(new Error(`no response in ${patienceMs} ms`)));
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Sends a request that no HTTP client would send over a socket; the server closes it after its response. */
function overSocket({ method, target, headers, body }: HostileRequest, host: string, port: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const parts: Buffer[] = [];
    const all = { Host: host, Connection: 'close', ...headers, ...(body ? { 'Content-Length': body.length } : {}) };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.setTimeout(patienceMs, () => socket.destroy(new Error(`no response in ${patienceMs} ms`)));
    socket.on('data', (part) => parts.push(part));
    socket.on('error', reject);
    socket.on('close', () => resolve(parsed(Buffer.concat(parts))));
    socket.write(
      Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`), body ?? Buffer.of()]),
    );
  });
}

function parsed(bytes: Buffer): Answer {
  const end = bytes.indexOf('\r\n\r\n');
  const [first, ...lines] = bytes.subarray(0, Math.max(0, end)).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const status = Number(first.split(' ')[1] ?? 0);
  if (status === 100) return parsed(bytes.subarray(end + 4)); // "go on", and then the answer
  const body = bytes.subarray(end + 4);
  return { status, headers, body: headers['transfer-encoding'] === 'chunked' ? withoutChunks(body) : body };
}

function withoutChunks(body: Buffer): Buffer {
  const end = body.indexOf('\r\n');
  const octets = Number.parseInt(body.subarray(0, end).toString('latin1'), 16);
  if (!octets) return Buffer.of();
  const [from, to] = [end + 2, end + 2 + octets];
  return Buffer.concat([body.subarray(from, to), withoutChunks(body.subarray(to + 2))]);
}

function decoded({ headers, body }: Answer): Buffer {
  if (body.length === 0) return body;
  const coding = headers['content-encoding'];
  return coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;
}
