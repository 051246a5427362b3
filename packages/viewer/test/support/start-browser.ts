import { spawnSync } from 'node:child_process';
import { browserOptions } from '@severe/testing/browser';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';

/** Builds the pages if they have changed, and starts a browser. Without an installed browser, the suite is skipped. */
export async function startBrowser(suite: Mocha.Context, options: LaunchOptions = {}): Promise<Browser> {
  if (!browserOptions) suite.skip();
  spawnSync(process.execPath, ['packages/viewer/build.mjs'], { stdio: 'inherit' });
  return chromium.launch({ ...browserOptions, ...options });
}
