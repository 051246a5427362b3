import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { RequestError } from '@severe/base';

/** Maximum size of a body. */
export const maxBodyBytes = 256 << 10;

/** More of a rejected body is not read; the connection is closed instead. */
const maxSkippedBytes = 8 << 20;

/**
 * The text of a JSON body, received up to 256 KiB.
 *
 * @throws {RequestError} 413 if it is larger, 415 if it is not declared as plain JSON in UTF-8, 400 if it is not UTF-8
 */
export async function receive(headers: IncomingHttpHeaders, stream: Readable): Promise<string> {
  const { 'content-type': type = 'nothing', 'content-encoding': coding = 'identity' } = headers;
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type) || coding !== 'identity') {
    const found = coding === 'identity' ? type : `${type} in ${coding}`;
    skip(stream);
    throw new RequestError(415, `Expected application/json in UTF-8, got ${found.slice(0, 80)}`);
  }
  if (Number(headers['content-length'] ?? 0) > maxBodyBytes) {
    skip(stream);
    throw tooLarge();
  }
  const bytes = await collect(stream);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new RequestError(400, 'Invalid JSON body: it is not UTF-8');
  }
}

/** Uses events, because ending an iteration early closes the connection before the response is written. */
function collect(stream: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes <= maxBodyBytes) return void chunks.push(chunk);
      chunks.length = 0;
      stream.off('data', take);
      skip(stream);
      reject(tooLarge());
    };
    stream.on('data', take);
    stream.once('end', () => resolve(Buffer.concat(chunks)));
    stream.once('error', () => reject(endedEarly()));
    stream.once('close', () => reject(endedEarly())); // has no effect after `end`
  });
}

/** Reads the rest of a rejected body beside its response: a connection that closed instead would break the client that still sends. */
function skip(stream: Readable): void {
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxSkippedBytes) stream.destroy();
  });
  stream.once('error', () => undefined); // nobody waits for it any more
}

function endedEarly(): RequestError {
  return new RequestError(400, 'The body ended early');
}

function tooLarge(): RequestError {
  return new RequestError(413, `Body larger than ${maxBodyBytes / 1024} KiB`);
}
