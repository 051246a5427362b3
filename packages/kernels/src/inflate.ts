import type { Part, Workspace } from './workspace.ts';

/** By the number that the kernel returns. */
const problems = [
  '',
  'the head is none of zlib',
  'the stream ends too early',
  'a block is of an unknown type',
  'the length of a stored block does not fit its inverse',
  'a block has an impossible code',
  'a block has a symbol without meaning',
  'a repetition reaches before the beginning',
  'the stream holds more',
  'the stream holds less',
  'the checksum does not fit',
];

/**
 * Unpacks a zlib stream into a part that it must fill exactly.
 *
 * @returns undefined, or what is wrong with the stream
 * @see RFC 1950 and RFC 1951
 */
export function inflate(space: Workspace, from: Part, into: Part): string | undefined {
  const status = space.run.inflate(from.at, from.length, into.at, into.length);
  return status === 0 ? undefined : problems[status];
}
