import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Log } from '@severe/base';
import { endpoints, Reply, type Endpoint } from '@severe/http';

/** Media types of what a build makes. */
const medias: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Built files have a hash of their content in their name, so they never change; pages name them, and may. */
const hashed = /^\/assets\//;

const define = endpoints<unknown>();

/**
 * The built pages as endpoints: a path for each file that is in the folder at the start, read once, and nothing else
 * that a path might name. They are answered as the API is: entity tag, 304, HEAD, coding.
 *
 * @param folder    where the pages lie; where it is absent there are none, and the log says so
 * @param publicUrl the address in links, from which the pages load tiles
 */
export function pageEndpoints(folder: string, publicUrl: () => string, log: Log): Endpoint<any>[] {
  if (!existsSync(folder)) {
    log.warn({ folder }, 'there are no built pages: the API answers, the map does not');
    return [];
  }
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((entry) => {
    const file = join(entry.parentPath, entry.name);
    const name = `/${relative(folder, file).split(sep).join('/')}`;
    return pathsOf(name).map((path) => pageEndpoint(path, readFileSync(file), extname(name), publicUrl));
  });
}

/** `/index.html` is also `/`, and `/about.html` also `/about`. */
function pathsOf(name: string): string[] {
  if (/[{}]|(?:^|\/)\./.test(name)) return []; // no page of ours, and nothing that should be seen
  const short = name.replace(/(?:^\/index|(\/[^/]+))\.html$/, '$1');
  return short === name ? [name] : [name, short || '/'];
}

function pageEndpoint(path: string, content: Buffer, extension: string, publicUrl: () => string): Endpoint<any> {
  const media = medias[extension] ?? 'application/octet-stream';
  const headers = {
    'Content-Type': media,
    'Cache-Control': hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  };
  return define({
    path,
    summary: '',
    tag: '',
    internal: true,
    response: { media, about: '' },
    cache: 'no-store',
    handle: () =>
      new Reply(
        200,
        extension === '.html' ? { ...headers, 'Content-Security-Policy': policy(publicUrl()) } : headers,
        content,
      ),
  });
}

/** Scripts, styles and data are ours; a map draws into blobs, and takes its tiles from the address in our links. */
function policy(publicUrl: string): string {
  const { origin } = new URL(publicUrl);
  return [
    "default-src 'self'",
    `connect-src 'self' ${origin} data: blob:`,
    `img-src 'self' ${origin} data: blob:`,
    "style-src 'self' 'unsafe-inline'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}
