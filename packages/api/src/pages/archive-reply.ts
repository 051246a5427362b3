import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Reply, type Call } from '@severe/http';
import parseRange from 'range-parser';

/**
 * Creates the handler of a file that clients read in parts (RFC 9110, section 14). One range gets 206; a range of another
 * version (`If-Range`) and a malformed one get the whole file; several ranges and a range behind its end get 416, since one is
 * all that a reader of such an archive needs. The file is in memory once: every response is a part of it, so that a thousand
 * slow clients hold nothing more.
 *
 * @param headers headers of every response
 */
export function createArchiveReply(path: string, headers: Record<string, string>): (call: Call<any, any>) => Reply {
  const content = readFileSync(path);
  const size = content.length;
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  const common = { ...headers, ETag: etag, 'Accept-Ranges': 'bytes' };

  return ({ method, headers: { range, 'if-range': version = etag } }) => {
    const asked = range !== undefined && method === 'GET' && version === etag;
    const ranges = asked ? parseRange(size, range) : undefined;
    const isRefused = ranges === -1 || (Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length > 1);
    if (isRefused) return new Reply(416, { ...common, 'Content-Range': `bytes */${size}` });
    if (!Array.isArray(ranges) || ranges.type !== 'bytes') return new Reply(200, common, content);
    const [{ start, end }] = ranges;
    const place = { 'Content-Range': `bytes ${start}-${end}/${size}` };
    return new Reply(206, { ...common, ...place }, content.subarray(start, end + 1));
  };
}
