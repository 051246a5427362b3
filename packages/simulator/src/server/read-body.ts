import type { IncomingMessage } from 'node:http';

/** Largest body of a request, bytes. */
const maxBytes = 64 << 10;

/** The body of a request as text. @throws {RangeError} for a longer one */
export async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) throw new RangeError(`A body has at most ${maxBytes} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
