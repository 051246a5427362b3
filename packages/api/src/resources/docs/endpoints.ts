import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { RequestError } from '@severe/base';
import { Reply, required, text } from '@severe/http';
import { endpoint } from '../../context.ts';
import { pageHeaders } from '../../pages/page-headers.ts';
import { pageStyle, startScript } from './start-script.ts';

/** Files of our own, with their media types. */
const ownFiles = new Map([
  ['start.js', { media: 'text/javascript; charset=utf-8', content: startScript }],
  ['page.css', { media: 'text/css; charset=utf-8', content: pageStyle }],
]);

/** Files of Swagger UI that the page uses, with their media types. Other files of the package are not served. */
const files = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
]);

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const contents = new Map<string, Promise<Buffer>>();

/** GET /docs */
export const getDocs = endpoint({
  path: '/docs',
  summary: 'API reference with request forms.',
  tag: 'Meta',
  response: { media: 'text/html', about: 'A self-contained HTML page.' },
  cache: { seconds: 300 },
  handle: (_, { publicUrl }) =>
    new Reply(
      200,
      {
        ...pageHeaders(publicUrl()),
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': docsPolicy,
        'Referrer-Policy': 'no-referrer',
      },
      docsPage,
    ),
});

/** GET /docs/{file} */
export const getDocsFile = endpoint({
  path: '/docs/{file}',
  summary: 'A file that the documentation page needs.',
  tag: 'Meta',
  internal: true,
  params: { file: required(text({ maxLength: 64 })) },
  response: { media: 'text/javascript', about: 'The file.' },
  cache: { seconds: 86_400 },
  async handle({ path: { file } }) {
    const own = ownFiles.get(file);
    if (own) return new Reply(200, { 'Content-Type': own.media }, own.content);
    const media = files.get(file);
    if (!media) throw new RequestError(404, 'Not found');
    return new Reply(200, { 'Content-Type': media }, await contentOf(file));
  },
});

/** Reads a file once and caches it. */
function contentOf(file: string): Promise<Buffer> {
  const cached = contents.get(file);
  if (cached) return cached;
  const reading = readFile(join(folder, file));
  contents.set(file, reading);
  reading.catch(() => contents.delete(file));
  return reading;
}

/** The documentation page. All its files are served here: it works offline and makes no requests to other hosts. */
const docsPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>severe: API</title>
    <link rel="icon" href="docs/favicon-32x32.png" />
    <link rel="stylesheet" href="docs/swagger-ui.css" />
    <link rel="stylesheet" href="docs/page.css" />
  </head>
  <body>
    <div id="docs"></div>
    <noscript>This page needs JavaScript. The document itself: <a href="openapi.json">openapi.json</a>.</noscript>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

/** Allows only own resources. Swagger UI sets styles by script and uses data URLs for icons. */
const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
