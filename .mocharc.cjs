const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { anySourcesAreNewer } = require('./packages/severe/bin/build-state.cjs');

const loader = pathToFileURL(path.join(__dirname, 'test/support/loader/register.mjs')).href;
/**
 * Without the last, mocha requires modules where Node can, and tsx makes CommonJS of them for that: every name that is imported is
 * then looked up by a function, which costs hot loops a third of their time, and `import()` loads a second copy.
 */
const fromSource = ['import=tsx', 'conditions=@severe/source', 'no-experimental-require-module'];

module.exports = {
  // Processes that tests start take them over by `process.execArgv`.
  'node-option': anySourcesAreNewer() ? fromSource : [`import=${loader}`],
  require: ['./test/support/root-hooks.ts'],
  timeout: 20_000,
  reporter: './test/support/reporter.cjs',
};
