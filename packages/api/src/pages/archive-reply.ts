import { createHash } from 'node:crypto';
import { Reply, type Call } from '@severe/http';
import parseRange from 'range-parser';

/**
 * Creates the handler of a file that clients read in parts (RFC 9110, section 14). One range gets 206; several ranges, a range
 * of another version (`If-Range`) and a malformed one get the whole file; a range behind its end gets 416.
 *
 * @param headers headers of every response
 */
export function createArchiveReply(content: Buffer, headers: Record<string, string>): (call: Call<any, any>) => Reply {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  const common = { ...headers, ETag: etag, 'Accept-Ranges': 'bytes' };

  return ({ method, headers: { range, 'if-range': version = etag } }) => {
    const asked = range !== undefined && method === 'GET' && version === etag;
    const ranges = asked ? parseRange(content.length, range) : undefined;
    if (ranges === -1) return new Reply(416, { ...common, 'Content-Range': `bytes */${content.length}` });
    if (!Array.isArray(ranges) || ranges.type !== 'bytes' || ranges.length > 1) return new Reply(200, common, content);
    const [{ start, end }] = ranges;
    const place = { 'Content-Range': `bytes ${start}-${end}/${content.length}` };
    return new Reply(206, { ...common, ...place }, content.subarray(start, end + 1));
  };
}
