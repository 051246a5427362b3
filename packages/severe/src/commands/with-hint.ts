import { DataError, messageOf } from '@severe/base';

/** The message of an error about a file, with the option that lets the file pass where there is one. */
export function withHint(error: unknown): string {
  const isOther = error instanceof DataError && error.code === 'wrong-records';
  return `${messageOf(error)}${isOther ? '; --force takes it all the same' : ''}`;
}
