import { hash, randomBytes } from 'node:crypto';

/** A new secret value of 256 random bits, as 43 characters that need no escape in URLs and cookies. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The digest under which the database stores a secret value. A value of `newSecret` needs no salt. */
export function digestOf(value: string): Buffer {
  return hash('sha256', value, 'buffer');
}
