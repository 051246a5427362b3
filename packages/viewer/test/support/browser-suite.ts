import type { Browser, BrowserContextOptions, LaunchOptions, Page } from 'playwright-core';
import { createStandIn, type StandIn } from './stand-in.ts';
import { startBrowser } from './start-browser.ts';

/** Longest wait for what a page does: the machine may be busy. A suite has twice that for a test. */
const patienceMs = 60_000;

const defaultViewport = { width: 1280, height: 720 };

/** What the tests of a suite use: a stand-in for the service, and pages in a browser. */
export interface BrowserSuite {
  service: StandIn;
  /**
   * Opens a path of the service as a new reader would. The page that was opened before is left. Its tab is used again, if it fits,
   * since its process has the scripts.
   */
  open(path: string, options?: SuitePageOptions): Promise<Page>;
  /** Leaves the page that is open: it asks for nothing more. */
  leave(): Promise<void>;
  /** Opens a path as another reader, who stays. */
  openBeside(path: string, options?: SuitePageOptions): Promise<Page>;
}

/** Default: maps move at once, the loop does not start by itself, and pages are drawn at half the resolution, which takes less. */
export interface SuitePageOptions extends BrowserContextOptions {
  /** Called before each load. A tab is used again only for the same function. */
  prepare?: (page: Page) => Promise<unknown> | void;
  /** Another service than that of the suite. */
  from?: StandIn;
}

/** A tab that was opened, and what it is for. */
interface Tab {
  page: Page;
  purpose: string;
  prepare: SuitePageOptions['prepare'];
}

/**
 * Starts and ends the stand-in and the browser of a suite. Call it within `describe`.
 *
 * @param launch options of a browser of the suite's own; default: the browser that all suites share
 */
export function browserSuite(answers: Record<string, unknown>, launch?: LaunchOptions): BrowserSuite {
  const service = createStandIn(answers);
  let browser: Browser | undefined;
  let last: Tab | undefined;

  before(async function () {
    browser = await startBrowser(this, launch);
    await service.listen();
  });
  after(async () => {
    await last?.page.context().close();
    if (launch) await browser?.close();
    await service.close();
  });

  async function newTab(options: BrowserContextOptions): Promise<Page> {
    const standing = { reducedMotion: 'reduce', locale: 'en-US', deviceScaleFactor: 0.5 } as const;
    const context = await browser!.newContext({ ...standing, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    return page;
  }

  /** The tab of the last page, as if it were new; undefined if it is not for the same. */
  async function lastTab({ purpose, prepare }: Omit<Tab, 'page'>): Promise<Page | undefined> {
    if (!last || last.page.isClosed() || last.purpose !== purpose || last.prepare !== prepare) return undefined;
    await leave(last.page);
    return last.page;
  }

  async function load(page: Page, url: string, prepare: SuitePageOptions['prepare']): Promise<Page> {
    await prepare?.(page);
    await page.goto(url, { waitUntil: 'domcontentloaded' }); // what a test holds back delays `load`
    return page;
  }

  return {
    service,
    async openBeside(path, { prepare, from = service, ...options } = {}) {
      return load(await newTab(options), from.url + path, prepare);
    },
    async open(path, { prepare, from = service, viewport, colorScheme, ...options } = {}) {
      const purpose = JSON.stringify(options);
      let page = await lastTab({ purpose, prepare });
      if (!page) {
        await last?.page.context().close();
        page = await newTab(options);
      }
      last = { page, purpose, prepare };
      await page.setViewportSize(viewport ?? defaultViewport);
      await page.emulateMedia({ colorScheme: colorScheme ?? 'light' });
      return load(page, from.url + path, prepare);
    },
    async leave() {
      if (last && !last.page.isClosed()) await leave(last.page);
    },
  };
}

/** Leaves a page, and nothing of it in its tab. */
async function leave(page: Page): Promise<void> {
  await page.unrouteAll();
  if (page.url().startsWith('http')) {
    await page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
  }
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.mouse.move(-1, -1); // the pointer is nowhere on the next page
}
