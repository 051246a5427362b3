import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { RequestError } from '@severe/base';

/** The largest body that is taken. */
const mostBytes = 256 << 10;

/** What is left of a refused body is not read: the connection ends instead. */
const unread = { Connection: 'close' };

/**
 * The text of a JSON body, received up to 256 KiB.
 *
 * @throws {RequestError} 413 where it is larger, 415 where it is not JSON in UTF-8 as it stands, 400 where it is not UTF-8
 */
export async function receive(headers: IncomingHttpHeaders, stream: Readable): Promise<string> {
  const { 'content-type': type = 'nothing', 'content-encoding': coding = 'identity' } = headers;
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type) || coding !== 'identity') {
    const found = coding === 'identity' ? type : `${type} in ${coding}`;
    throw new RequestError(415, `Expected application/json in UTF-8, got ${found.slice(0, 80)}`, unread);
  }
  if (Number(headers['content-length'] ?? 0) > mostBytes) throw tooLarge();
  const bytes = await collect(stream);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new RequestError(400, 'Invalid JSON body: it is not UTF-8');
  }
}

/** By its events: leaving an iteration early would end the connection before the answer is written. */
function collect(stream: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= mostBytes) chunks.push(chunk);
      else {
        chunks.length = 0;
        stream.pause();
        reject(tooLarge());
      }
    });
    stream.once('end', () => resolve(Buffer.concat(chunks)));
    stream.once('error', () => reject(endedEarly()));
    stream.once('close', () => reject(endedEarly())); // after `end` it changes nothing
  });
}

function endedEarly(): RequestError {
  return new RequestError(400, 'The body ended early');
}

function tooLarge(): RequestError {
  return new RequestError(413, `Body larger than ${mostBytes / 1024} KiB`, unread);
}
