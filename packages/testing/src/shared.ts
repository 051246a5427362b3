import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../shared/', import.meta.url));

/**
 * The path of a real file that lies beside the checkout, or undefined where it does not. The project stands without
 * these files: a test that wants one is skipped, and the suite says so.
 */
export function shared(path: string): string | undefined {
  return existsSync(root + path) ? root + path : undefined;
}

/** The same, but skips the running test where the file is missing. */
export function sharedFile(test: Mocha.Context, path: string): string {
  const file = shared(path);
  if (!file) test.skip();
  return file;
}
