import { gzipSync } from 'node:zlib';

/** A fault of a provider. */
export interface Fault {
  name: string;
  status?: number;
  headers?: Record<string, string>;
  /** The Location header, made from the path of the request and the URL of the simulated providers. */
  location?: (path: string, base: string) => string;
  /** The response is truncated. */
  cut?: boolean;
  /** The faulty response, made from the good one. */
  body: (good: Buffer) => Buffer | string;
}

const page = '<!DOCTYPE html>\n<html><head><title>Down for maintenance</title></head><body>Come again.</body></html>';

/** The provider gives good responses under this host also. */
export const foreignHost = 'foreign.example';

/** The faults that can affect every response, from the list of guarantees. */
export const faults: Fault[] = [
  { name: 'a 500', status: 500, body: () => 'Internal Server Error' },
  { name: 'a 429 with Retry-After', status: 429, headers: { 'retry-after': '120' }, body: () => 'Slow down' },
  { name: 'a redirect to a page', status: 302, headers: { location: '/moved' }, body: () => '' },
  { name: 'a redirect to loopback', status: 302, location: (path, base) => `${base}${path}`, body: () => '' },
  {
    name: 'a redirect to a private address',
    status: 301,
    location: (path) => `https://10.0.0.1${path}`,
    body: () => '',
  },
  { name: 'a redirect to a foreign host', status: 307, location: (path) => `/${foreignHost}${path}`, body: () => '' },
  { name: 'an unrequested 304', status: 304, body: () => '' },
  { name: 'a page with 200', headers: { 'content-type': 'text/html' }, body: () => page },
  { name: 'nothing with 200', body: () => '' },
  { name: 'an empty list', body: () => '[]' },
  { name: 'an empty object', body: () => '{}' },
  { name: 'a tenth of the answer', cut: true, body: (good) => good.subarray(0, Math.floor(good.length / 10)) },
  { name: 'a damaged gzip file', body: () => gzipSync(page).fill(0xff, 12) },
  { name: 'zeros', body: (good) => Buffer.alloc(Math.min(good.length, 10_000)) },
];
