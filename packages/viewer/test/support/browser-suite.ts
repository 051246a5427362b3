import type { Browser, BrowserContextOptions, LaunchOptions, Page } from 'playwright-core';
import { createStandIn, type StandIn } from './stand-in.ts';
import { startBrowser } from './start-browser.ts';

/** Longest wait for what a page does: the machine may be busy. A suite has twice that for a test. */
const patienceMs = 60_000;

/** What the tests of a suite use: a stand-in for the service, and pages in a browser. */
export interface BrowserSuite {
  service: StandIn;
  /** Opens a path of the service as a new reader would. The page that was opened before is closed. */
  open(path: string, options?: SuitePageOptions): Promise<Page>;
  /** Opens a path as another reader, who stays. */
  openBeside(path: string, options?: SuitePageOptions): Promise<Page>;
}

/** Default: maps move at once, and the loop does not start by itself. */
export interface SuitePageOptions extends BrowserContextOptions {
  /** Called before the page loads. */
  prepare?: (page: Page) => Promise<unknown> | void;
  /** Another service than that of the suite. */
  from?: StandIn;
}

/**
 * Starts and ends the stand-in and the browser of a suite. Call it within `describe`.
 *
 * @param launch options of a browser of the suite's own; default: the browser that all suites share
 */
export function browserSuite(answers: Record<string, unknown>, launch?: LaunchOptions): BrowserSuite {
  const service = createStandIn(answers);
  let browser: Browser | undefined;
  let opened: Page | undefined;

  before(async function () {
    browser = await startBrowser(this, launch);
    await service.listen();
  });
  after(async () => {
    await opened?.context().close();
    if (launch) await browser?.close();
    await service.close();
  });

  async function openBeside(
    path: string,
    { prepare, from = service, ...options }: SuitePageOptions = {},
  ): Promise<Page> {
    const context = await browser!.newContext({ reducedMotion: 'reduce', locale: 'en-US', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    await prepare?.(page);
    await page.goto(from.url + path, { waitUntil: 'domcontentloaded' }); // what a test holds back delays `load`
    return page;
  }
  return {
    service,
    openBeside,
    async open(path, options) {
      await opened?.context().close();
      opened = await openBeside(path, options);
      return opened;
    },
  };
}
