import type { Objects } from './port.ts';

const maxKeyLength = 1024; // limit of S3, in bytes; keys are ASCII
const maxSegmentLength = 255; // limit of file systems
const segmentPattern = /^[A-Za-z0-9._-]+$/;

/** Validates keys and ranges before they reach an adapter, so that no key can point outside of its store. */
export function checked(objects: Objects): Objects {
  return {
    get: async (key) => objects.get(checkedKey(key)),
    getRange: async (key, start, length) => {
      checkRange(start, length);
      return objects.getRange(checkedKey(key), start, length);
    },
    put: async (key, body, options) => objects.put(checkedKey(key), body, options),
    head: async (key) => objects.head(checkedKey(key)),
    async *list(prefix) {
      yield* objects.list(checkedPrefix(prefix));
    },
    delete: async (keys) => objects.delete(keys.map(checkedKey)),
    ping: () => objects.ping(),
  };
}

function checkedKey(key: string): string {
  if (key.length > maxKeyLength || !key.split('/').every(isSegment)) refuse('key', key);
  return key;
}

/** Validates a prefix of a key: it may end inside a segment or after a slash, and may be empty. */
function checkedPrefix(prefix: string): string {
  const folders = prefix.split('/');
  const last = folders.pop() ?? '';
  if (prefix.length > maxKeyLength || !folders.every(isSegment) || !/^[A-Za-z0-9._-]*$/.test(last)) {
    refuse('prefix', prefix);
  }
  return prefix;
}

function isSegment(text: string): boolean {
  return text.length <= maxSegmentLength && segmentPattern.test(text) && text !== '.' && text !== '..';
}

function checkRange(start: number, length: number): void {
  if (!Number.isSafeInteger(start) || start < 0 || !Number.isSafeInteger(length) || length < 0) {
    throw new TypeError(`a range needs a whole start and length, zero or more, got ${start} and ${length}`);
  }
}

function refuse(what: string, given: string): never {
  throw new TypeError(
    `an object ${what} needs segments of A-Z a-z 0-9 . _ - joined by "/" (no "." or ".." segment, at most ` +
      `${maxKeyLength} characters), got ${JSON.stringify(given.slice(0, 200))}`,
  );
}
