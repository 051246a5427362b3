import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { ok, type Fault, type Reply } from './fault.ts';

const page = '<!DOCTYPE html>\n<html><head><title>Down for maintenance</title></head><body>Come again.</body></html>';
const json = { 'content-type': 'application/json' };
const xml = { 'content-type': 'application/xml' };

/** The server gives good responses under this host also, to show whether a redirect to it is followed. */
export const foreignHost = 'foreign.example';
/** Path of a page to which requests are redirected. */
const movedPath = '/moved-here';

const mebibyte = 1 << 20;
/** Size of bodies that no feed expects. */
const hugeBytes = 1024 * mebibyte;
const levels = 3 * mebibyte;

const redirect = (status: number, location: string): Reply => ({
  status,
  headers: { location },
  body: Buffer.alloc(0),
});

async function* endless(part: Uint8Array, bytes: number): AsyncIterable<Uint8Array> {
  for (let sent = 0; sent < bytes; sent += part.length) yield part;
}

async function* trickle(): AsyncIterable<Uint8Array> {
  for (;;) {
    yield Buffer.from(' ');
    await pause(1000);
  }
}

/** One gigabyte of zeros in a megabyte: a gzip file of many members. */
let packed: Buffer | undefined;
function bomb(): Buffer {
  const member = gzipSync(Buffer.alloc(16 * mebibyte), { level: 9 });
  return (packed ??= Buffer.concat(Array.from({ length: hugeBytes / (16 * mebibyte) }, () => member)));
}

const repeat = (text: string, times: number): Buffer => Buffer.alloc(text.length * times, text);

/** Faults that replace the response, whatever was requested. */
export const responseFaults: Fault[] = [
  {
    id: 'error-500',
    about: 'a 500',
    reply: () => ({ status: 500, headers: {}, body: Buffer.from('Internal Server Error') }),
  },
  {
    id: 'busy-429',
    about: 'a 429 with Retry-After',
    reply: () => ({ status: 429, headers: { 'retry-after': '1' }, body: Buffer.from('Slow down') }),
  },
  { id: 'not-modified', about: 'a 304 to every request', reply: () => ({ ...ok(''), status: 304 }) },
  {
    id: 'redirect-page',
    about: 'a redirect to a page',
    reply: ({ url, target }) =>
      target.endsWith(movedPath) ? ok(page) : redirect(302, `${url.slice(0, url.indexOf(target))}${hostOf(target)}${movedPath}`), // prettier-ignore
  },
  { id: 'redirect-loop', about: 'a redirect to itself', reply: ({ url }) => redirect(302, url) },
  {
    id: 'redirect-loopback',
    about: 'a redirect to loopback',
    reply: ({ base, target }) => redirect(302, `${base}${target}`),
  },
  {
    id: 'redirect-private',
    about: 'a redirect to a private address',
    reply: ({ target }) => redirect(301, `https://10.0.0.1${target}`),
  },
  {
    id: 'redirect-foreign',
    about: 'a redirect to a foreign host',
    reply: ({ url, target }) => redirect(307, url.replace(target, `/${foreignHost}${target}`)),
  },
  { id: 'html', about: 'a web page with 200', reply: () => ok(page, { 'content-type': 'text/html' }) },
  { id: 'empty', about: 'nothing with 200', reply: () => ok('') },
  { id: 'empty-list', about: '`[]`', reply: () => ok('[]', json) },
  { id: 'empty-object', about: '`{}`', reply: () => ok('{}', json) },
  { id: 'zeros', about: 'ten thousand zero bytes', reply: () => ok(Buffer.alloc(10_000)) },
  { id: 'damaged-gzip', about: 'a damaged gzip file', reply: () => ok(gzipSync(page).fill(0xff, 12)) },
  { id: 'huge', about: 'a body of 1 GB', reply: () => ok(endless(Buffer.alloc(64 << 10, ' '), hugeBytes), json) },
  { id: 'slow', about: 'one byte a second', reply: () => ok(trickle(), json) },
  { id: 'gzip-bomb', about: 'a gzip file of 1 MB that unpacks to 1 GB', reply: () => ok(bomb()) },
  {
    id: 'encoded-bomb',
    about: 'the same as Content-Encoding',
    reply: () => ok(bomb(), { ...json, 'content-encoding': 'gzip' }),
  },
  {
    id: 'deep-json',
    about: 'JSON of three million levels',
    reply: () => ok(Buffer.concat([repeat('[', levels), repeat(']', levels)]), json),
  },
  {
    id: 'long-json',
    about: 'a list of 15 MB',
    reply: () => ok(`[${'{"a":1},'.repeat(1_900_000)}{}]`, json),
  },
  { id: 'deep-xml', about: 'XML of a million levels', reply: () => ok(repeat('<a>', mebibyte), xml) },
  {
    id: 'long-xml',
    about: 'a listing of 4 MB',
    reply: () => ok(`<ListBucketResult>${'<Contents/>'.repeat(380_000)}</ListBucketResult>`, xml),
  },
];

/** `/<host>` of a target. */
function hostOf(target: string): string {
  return target.slice(0, target.indexOf('/', 1));
}
