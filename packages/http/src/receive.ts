import type { Readable } from 'node:stream';
import { RequestError } from '@severe/base';
import type { Context, Middleware } from 'koa';

/** Maximum size of a body. */
export const maxBodyBytes = 256 << 10;

/** More of a rejected body is not read; the connection is closed instead. */
const maxSkippedBytes = 8 << 20;

let loading: Promise<Middleware> | undefined;

/**
 * A reader of bodies as text with one character for each byte. The JSON parser of koa-body is not used: it parses whatever the
 * depth, replaces what is not UTF-8, and refuses values that are not objects with an error of its own. The library is loaded
 * for the first body, because it takes 0.1 s and 11 MB, which most processes never need.
 */
async function loadReader(): Promise<Middleware> {
  const { HttpMethodEnum, koaBody } = await import('koa-body');
  return koaBody({
    encoding: 'binary',
    json: false,
    urlencoded: false,
    textTypes: ['application/json'],
    textLimit: maxBodyBytes,
    parsedMethods: Object.values(HttpMethodEnum),
  });
}

/**
 * The text of a JSON body, received up to 256 KiB.
 *
 * @throws {RequestError} 413 if it is larger, 415 if it is not declared as plain JSON in UTF-8, 400 if it is not UTF-8
 */
export async function receive(ctx: Context): Promise<string> {
  const { 'content-type': type = 'nothing', 'content-encoding': coding = 'identity', ...headers } = ctx.req.headers;
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type) || coding !== 'identity') {
    const found = coding === 'identity' ? type : `${type} in ${coding}`;
    skip(ctx.req);
    throw new RequestError(415, `Expected application/json in UTF-8, got ${found.slice(0, 80)}`);
  }
  if (Number(headers['content-length'] ?? 0) > maxBodyBytes) {
    skip(ctx.req); // koa-body takes the length as 32 bits
    throw tooLarge();
  }
  try {
    const read = await (loading ??= loadReader());
    await read(ctx, () => Promise.resolve());
  } catch (error) {
    skip(ctx.req);
    throw meaningOf(error);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from((ctx.request.body as string) ?? '', 'binary'));
  } catch {
    throw new RequestError(400, 'Invalid JSON body: it is not UTF-8');
  }
}

/** Reads the rest of a rejected body beside its response: a connection that closed instead would break the client that still sends. */
function skip(stream: Readable): void {
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxSkippedBytes) stream.destroy();
  });
  stream.once('error', () => undefined); // nobody waits for it any more
  stream.resume(); // koa-body pauses what it refuses
}

/** The error of koa-body in our terms; any other is a bug, and stays. */
function meaningOf(error: unknown): unknown {
  const { type, code } = error as { type?: string; code?: string };
  if (type === 'entity.too.large') return tooLarge();
  const early = ['request.aborted', 'request.size.invalid', 'stream.not.readable'].includes(type ?? '');
  return early || code === 'ECONNRESET' ? new RequestError(400, 'The body ended early') : error;
}

function tooLarge(): RequestError {
  return new RequestError(413, `Body larger than ${maxBodyBytes / 1024} KiB`);
}
