import type { Part, Workspace } from './workspace.ts';

/** Error texts by the return value of the kernel. */
const problems = [
  '',
  'invalid zlib header',
  'the stream is truncated',
  'unknown block type',
  'the length of a stored block does not match its complement',
  'a block has an invalid code',
  'a block has an invalid symbol',
  'a distance points before the beginning',
  'the stream contains more bytes than expected',
  'the stream contains fewer bytes than expected',
  'the checksum does not match',
];

/**
 * Decompresses a zlib stream into a part, which it must fill exactly.
 *
 * @returns undefined, or the error in the stream
 * @see RFC 1950 and RFC 1951
 */
export function inflate(space: Workspace, from: Part, into: Part): string | undefined {
  const status = space.run.inflate(from.at, from.length, into.at, into.length);
  return status === 0 ? undefined : problems[status];
}
