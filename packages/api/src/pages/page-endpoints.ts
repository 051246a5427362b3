import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Log } from '@severe/base';
import { endpoints, Reply, type Call, type Coded, type Endpoint } from '@severe/http';
import { createArchiveReply } from './archive-reply.ts';
import { pageHeaders } from './page-headers.ts';

/** Media types of the built files. */
const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.pmtiles': 'application/vnd.pmtiles',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Paths of files that never change: the build puts a content hash into their names. */
const immutablePath = /^\/assets\//;

const define = endpoints<unknown>();

/** Where the pages load from, beside their own files. */
interface PageSources {
  /** Base URL of the service, from which the pages load tiles. */
  publicUrl: () => string;
  /** URL of the base map of the operator; empty: the one that is part of the pages. */
  basemapUrl: string;
}

/**
 * Creates an endpoint for each file in the folder. The files are read once, at the start of the service. ETag, 304, HEAD
 * and compression work as in the API; the archive of the base map is served by ranges.
 *
 * @param folder folder of the built pages; if it does not exist, a warning is logged
 */
export function pageEndpoints(folder: string, sources: PageSources, log: Log): Endpoint<any>[] {
  if (!existsSync(folder)) {
    log.warn({ folder }, 'no built pages found; only the API is served');
    return [];
  }
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((entry) => {
    const file = join(entry.parentPath, entry.name);
    const name = `/${relative(folder, file).split(sep).join('/')}`;
    if (extname(name) === codedExtension) return []; // part of the file that it belongs to
    return pathsOf(name).map((path) => pageEndpoint(path, file, extname(name), sources));
  });
}

/**
 * The page for addresses that lead to none, which a browser shows instead of JSON; undefined if the folder has none.
 *
 * @param folder folder of the built pages
 */
export function missingPage(folder: string, sources: PageSources): (() => Reply) | undefined {
  const file = join(folder, 'not-found.html');
  if (!existsSync(file)) return undefined;
  // The address may have any depth, and the files of the page are at the root.
  const content = Buffer.from(readFileSync(file, 'utf8').replaceAll('="./', '="/'));
  const path = '/not-found';
  return () =>
    new Reply(
      404,
      { ...fileHeaders(path, '.html'), ...ownHeaders(path, sources), 'Cache-Control': 'no-store' },
      content,
    );
}

/** URL paths of a file: `/index.html` is also served at `/`, `/about.html` at `/about`. Hidden files have none. */
function pathsOf(name: string): string[] {
  if (/[{}]|(?:^|\/)\./.test(name)) return []; // braces would be path parameters
  const pretty = name.replace(/(?:^\/index|(\/[^/]+))\.html$/, '$1');
  return pretty === name ? [name] : [name, pretty || '/'];
}

/** The build compresses files once, much smaller than is possible for each answer. */
const codedExtension = '.br';

/** The content of a file, and the same compressed if the build has done that. */
interface PageFile {
  content: Buffer;
  coded: Coded;
}

function fileOf(path: string): PageFile {
  const compressed = path + codedExtension;
  return { content: readFileSync(path), coded: existsSync(compressed) ? { br: readFileSync(compressed) } : {} };
}

function pageEndpoint(path: string, file: string, extension: string, sources: PageSources): Endpoint<any> {
  const headers = fileHeaders(path, extension);
  return define({
    path,
    summary: '',
    tag: '',
    internal: true,
    countedAs: 'page',
    response: { media: headers['Content-Type'], about: '' },
    cache: 'in-reply',
    handle: handlerOf(path, file, extension, headers, sources),
  });
}

function fileHeaders(path: string, extension: string) {
  return {
    'Content-Type': mediaTypes[extension] ?? 'application/octet-stream',
    'Cache-Control': immutablePath.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    // The address of a page may contain a token.
    'Referrer-Policy': mapPage.test(path) ? 'strict-origin-when-cross-origin' : 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}

/** What a page may do, and load. */
function ownHeaders(path: string, sources: PageSources): Record<string, string> {
  return {
    ...pageHeaders(sources.publicUrl()),
    'Content-Security-Policy': contentSecurityPolicy(path, sources),
  };
}

function handlerOf(
  path: string,
  file: string,
  extension: string,
  headers: Record<string, string>,
  sources: PageSources,
): (call: Call<any, any>) => Reply | Promise<Reply> {
  if (extension === '.pmtiles') return createArchiveReply(file, headers);
  const { content, coded } = extension === '.html' ? withBasemap(fileOf(file), sources.basemapUrl) : fileOf(file);
  if (extension !== '.html') return () => new Reply(200, headers, content, undefined, coded);
  return () => new Reply(200, { ...headers, ...ownHeaders(path, sources) }, content, undefined, coded);
}

/** Writes the URL of the base map into the element of the page that has room for it. */
function withBasemap(file: PageFile, url: string): PageFile {
  if (!url) return file;
  const given = `content="${new URL(url).href.replaceAll('&', '&amp;')}"`; // quotes are encoded in a URL
  const page = file.content.toString().replace(/(?<=<meta name="basemap" )content=""/, () => given);
  return { content: Buffer.from(page), coded: {} };
}

/** The page of the map, and its form for other pages. */
const mapPage = /^\/(index\.html|embed(\.html)?)?$/;
/** The form of the map that other pages may show. It knows nothing of accounts. */
const embeddedPage = /^\/embed(\.html)?$/;
/** Pages of forms with a map. */
const formPageWithMap = /^\/account(\.html)?$/;

/**
 * Value of `Content-Security-Policy`. The map needs blobs, data URLs, styles of its library, and tiles from the public URL. All
 * other pages are forms: they load their own files only. A map in a form has no weather: it needs its worker and the icons of
 * its library, which are data URLs. Both load the base map, which an operator may have elsewhere.
 */
function contentSecurityPolicy(path: string, { publicUrl, basemapUrl }: PageSources): string {
  const isMap = mapPage.test(path);
  const hasMap = isMap || formPageWithMap.test(path);
  const { origin } = new URL(publicUrl());
  const sources = isMap ? ` ${origin} data: blob:` : '';
  const basemap = hasMap && basemapUrl ? ` ${new URL(basemapUrl).origin}` : '';
  return [
    "default-src 'self'",
    "script-src 'self'",
    `connect-src 'self'${sources}${basemap}`,
    `img-src 'self'${isMap ? sources : hasMap ? ' data:' : ''}`,
    `style-src 'self'${isMap ? " 'unsafe-inline'" : ''}`,
    `worker-src ${isMap ? "'self' blob:" : hasMap ? "'self'" : "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${embeddedPage.test(path) ? '*' : isMap ? "'self'" : "'none'"}`,
  ].join('; ');
}
