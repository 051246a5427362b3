import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { digestOf } from '@severe/db';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefixLetters = 8;
const randomLetters = 26;
const checksumLetters = 6;
/** `sev_` and eight letters are the prefix; the last six letters are the checksum of all before them. */
const form = new RegExp(
  `^sev_[0-9A-Za-z]{${prefixLetters}}_[0-9A-Za-z]{${randomLetters}}[0-9A-Za-z]{${checksumLetters}}$`,
);

/** A new API key. */
interface NewApiKey {
  /** The full key, which is shown once. */
  key: string;
  prefix: string;
  digest: Buffer;
}

/**
 * Creates an API key: `sev_`, 8 letters, `_`, 26 letters (155 random bits) and 6 letters of a checksum. By the checksum, a
 * key with a typing error is told from a revoked one, and a scanner for secrets knows a key without asking the service.
 */
export function createApiKey(): NewApiKey {
  const prefix = `sev_${lettersOf(prefixLetters)}`;
  const body = `${prefix}_${lettersOf(randomLetters)}`;
  const key = body + checksumOf(body);
  return { key, prefix, digest: digestOf(key) };
}

/** Whether a text has the form of a key and the right checksum. */
export function isApiKey(text: string): boolean {
  return form.test(text) && checksumOf(text.slice(0, -checksumLetters)) === text.slice(-checksumLetters);
}

function lettersOf(count: number): string {
  return Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** CRC-32 (ISO 3309) in base 62, most significant letter first, with leading zeros. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let letters = '';
  for (let i = 0; i < checksumLetters; i++) {
    letters = alphabet[rest % alphabet.length] + letters;
    rest = Math.floor(rest / alphabet.length);
  }
  return letters;
}
