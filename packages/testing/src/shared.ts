import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../shared/', import.meta.url));

/**
 * Path of a real file beside the checkout, or undefined if it does not exist. The files are optional: a test that needs one is
 * skipped, and the suite reports it.
 */
export function shared(path: string): string | undefined {
  return existsSync(root + path) ? root + path : undefined;
}

/** The same, but skips the running test if the file does not exist. */
export function sharedFile(test: Mocha.Context, path: string): string {
  const file = shared(path);
  if (!file) test.skip();
  return file;
}
