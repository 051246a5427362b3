import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Reply, type Call } from '@severe/http';
import parseRange from 'range-parser';

/**
 * Creates the handler of a file that clients read in parts (RFC 9110, section 14). One range gets 206; several ranges, a range
 * of another version (`If-Range`) and a malformed one get the whole file; a range behind its end gets 416. The file stays on disk.
 *
 * @param headers headers of every response
 */
export function createArchiveReply(
  path: string,
  headers: Record<string, string>,
): (call: Call<any, any>) => Promise<Reply> {
  const content = readFileSync(path);
  const size = content.length;
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  const common = { ...headers, ETag: etag, 'Accept-Ranges': 'bytes' };

  return async ({ method, headers: { range, 'if-range': version = etag } }) => {
    const asked = range !== undefined && method === 'GET' && version === etag;
    const ranges = asked ? parseRange(size, range) : undefined;
    if (ranges === -1) return new Reply(416, { ...common, 'Content-Range': `bytes */${size}` });
    if (!Array.isArray(ranges) || ranges.type !== 'bytes' || ranges.length > 1) {
      return new Reply(200, common, await readPart(path, 0, size));
    }
    const [{ start, end }] = ranges;
    const place = { 'Content-Range': `bytes ${start}-${end}/${size}` };
    return new Reply(206, { ...common, ...place }, await readPart(path, start, end + 1 - start));
  };
}

async function readPart(path: string, start: number, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
