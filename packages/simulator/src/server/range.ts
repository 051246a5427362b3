/** A part of an object: from `start` up to but not including `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Reads a Range header (RFC 9110, section 14) against a size.
 *
 * @returns the part; `undefined` for the whole object, which is also the answer to a header that is malformed or asks
 *   for several parts; or `'unsatisfiable'` for one that begins behind the end
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || match[0] === 'bytes=-') return undefined;
  const [, first, last] = match;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(first);
  if (start >= size) return 'unsatisfiable';
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  return end <= start ? undefined : { start, end };
}
