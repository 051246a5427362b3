import { spawnSync } from 'node:child_process';
import { browserOptions } from '@severe/testing/browser';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';

/** The browser that the suites of a run share: it compiles shaders once, and a context leaves nothing to the next one. */
let shared: Promise<Browser> | undefined;

after(async () => (await shared)?.close());

/**
 * Builds the pages if they have changed, and starts a browser. Without an installed browser, the suite is skipped.
 *
 * @param options of a browser of the suite's own, which it closes; default: the browser of all suites
 */
export async function startBrowser(suite: Mocha.Context, options?: LaunchOptions): Promise<Browser> {
  if (!browserOptions) suite.skip();
  if (options) return launch(options);
  if (!(await shared)?.isConnected()) shared = launch();
  return shared!;
}

function launch(options?: LaunchOptions): Promise<Browser> {
  spawnSync(process.execPath, ['packages/viewer/build.mjs'], { stdio: 'inherit' });
  return chromium.launch({ ...browserOptions, ...options });
}
