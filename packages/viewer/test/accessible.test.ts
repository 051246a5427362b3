import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { axeFindings } from './support/axe.ts';
import { browserSuite } from './support/browser-suite.ts';
import { collection, reflectivityAnswers } from './support/stand-in.ts';

const time = '2026-05-20T22:18:00Z';
const fresh = { status: 'ok', data_time: time, age_seconds: 12, in_use: null, problems: [], failing_since: null, expected_seconds: 120, success_rate_1h: 1, success_rate_24h: 1 }; // prettier-ignore
const day = (value: number) => Array.from({ length: 96 }, () => value);

const answers = {
  '/meta/health': { status: 'ok', simulated: true, time, sources: { radar: fresh, alerts: fresh }, components: {} },
  '/meta/health/history': {
    from: '2026-05-19T22:30:00Z',
    interval_seconds: 900,
    sources: { radar: { succeeded: day(8), failed: day(0), worst_age_seconds: day(60) } },
  },
  '/meta/sources': { sources: [{ id: 'radar', name: 'Radar mosaics' }] },
  ...reflectivityAnswers('202605202212', '202605202218'),
  '/alerts': collection(),
};

/** Pages that need no session, with what is there when they have loaded. */
const pages: { path: string; ready: string }[] = [
  { path: '/', ready: '#scrub[max="1"]' },
  { path: '/embed.html?at=6/35.5/-97.5', ready: '#scrub[max="1"]' },
  { path: '/status.html', ready: '#sources tr' },
  { path: '/login.html', ready: 'form' },
  { path: '/signup.html', ready: 'form' },
  { path: '/reset-password.html', ready: 'form' },
  { path: '/not-found.html', ready: 'h1' },
];
const screens = [
  { viewport: { width: 1280, height: 720 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;

describe('every page for everybody', function () {
  this.timeout(120_000);
  const suite = browserSuite(answers);

  for (const { path, ready } of pages) {
    it(`${path} is without findings of axe, and Tab reaches all of its controls, visibly`, async () => {
      for (const screen of screens) {
        const page = await suite.open(path, screen);
        await page.locator(ready).first().waitFor();
        expect(await axeFindings(page), `${screen.viewport.width} pixels, ${screen.colorScheme}`).to.deep.equal([]);
        const { missed, unmarked } = await walkByTab(page);
        expect(missed, 'not reached by Tab').to.deep.equal([]);
        expect(unmarked, 'focus cannot be seen').to.deep.equal([]);
      }
    });
  }
});

/** Presses Tab until the focus begins again. @returns visible controls that never have the focus, and those that do not show it */
async function walkByTab(page: Page): Promise<{ missed: string[]; unmarked: string[] }> {
  const count = await page.evaluate<number>(`
    globalThis.controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, canvas')]
      .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.tabIndex >= 0 && !each.disabled);
    globalThis.reached = new Map();
    document.addEventListener('focusin', ({ target }) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(target);
      reached.set(target, (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none');
    });
    document.activeElement?.blur();
    controls.length;
  `);
  for (let i = 0; i < count + 5; i++) await page.keyboard.press('Tab');
  return page.evaluate(`
    const name = (element) => element.id || element.className || element.outerHTML.slice(0, 80);
    const isShown = (element) => element.isConnected && element.checkVisibility();
    ({
      missed: controls.filter((control) => isShown(control) && !reached.has(control)).map(name),
      unmarked: [...reached].filter(([control, isMarked]) => isShown(control) && !isMarked).map(([control]) => name(control)),
    });
  `);
}
