// Loads tests from TypeScript, and the code that they test as it is built: a thread or a process that a test starts then loads
// no compiler. It is used where the build is of these sources (.mocharc.cjs).
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  register('./hooks.mjs', import.meta.url);
  process.setSourceMapsEnabled(true);
  // Mocha then imports the tests: what is required passes through no hooks.
  Object.defineProperty(process.features, 'require_module', { value: false });
}
