import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Log } from '@severe/base';
import { endpoints, Reply, type Endpoint } from '@severe/http';

/** Media types of the built files. */
const mediaTypes: Record<string, string> = {
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

/** Built assets have a content hash in their names and never change. Pages refer to them and can change. */
const hashed = /^\/assets\//;

const define = endpoints<unknown>();

/**
 * Creates an endpoint for each file in the folder. The files are read once at start; no other path is served. ETag,
 * 304, HEAD and compression work as in the API.
 *
 * @param folder    folder of the built pages; if it does not exist, a warning is logged
 * @param publicUrl base URL of links, from which the pages load tiles
 */
export function pageEndpoints(folder: string, publicUrl: () => string, log: Log): Endpoint<any>[] {
  if (!existsSync(folder)) {
    log.warn({ folder }, 'no built pages found; only the API is served');
    return [];
  }
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((entry) => {
    const file = join(entry.parentPath, entry.name);
    const name = `/${relative(folder, file).split(sep).join('/')}`;
    return pathsOf(name).map((path) => pageEndpoint(path, readFileSync(file), extname(name), publicUrl));
  });
}

/** Paths of a file: `/index.html` is also `/`, `/about.html` also `/about`. */
function pathsOf(name: string): string[] {
  if (/[{}]|(?:^|\/)\./.test(name)) return []; // not a page of the build, or hidden
  const short = name.replace(/(?:^\/index|(\/[^/]+))\.html$/, '$1');
  return short === name ? [name] : [name, short || '/'];
}

function pageEndpoint(path: string, content: Buffer, extension: string, publicUrl: () => string): Endpoint<any> {
  const media = mediaTypes[extension] ?? 'application/octet-stream';
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

/** Content security policy: own scripts, styles and data. The map needs blobs and tiles from the public URL. */
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
