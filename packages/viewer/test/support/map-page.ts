import sharp from 'sharp';
import type { Locator, Page } from 'playwright-core';
import { until } from '@severe/testing/until';

/** Number of CSS pixels of the map, without what lies over it, whose colour is near `[red, green, blue]`. */
export async function pixelsOf(page: Page, colour: [number, number, number], map = '#map'): Promise<number> {
  const image = await page.locator(`${map} canvas`).screenshot({ scale: 'css' });
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let i = 0; i < data.length; i += info.channels) {
    if (colour.every((value, channel) => Math.abs(data[i + channel] - value) < 60)) count++;
  }
  return count;
}

/** Waits until the map has, or has not, many pixels of a colour. @param map selector of its element */
export async function untilPixels(
  page: Page,
  colour: [number, number, number],
  isThere = true,
  map = '#map',
): Promise<void> {
  const isDone = async () => (await pixelsOf(page, colour, map)) > 20_000 === isThere;
  await until(isDone, { everyMs: 100 });
}

/** Clicks at a distance in pixels from the middle of the map. */
export async function clickAt(page: Page, right = 0, down = 0): Promise<void> {
  const { x, y, width, height } = (await page.locator('#map').boundingBox())!;
  await page.mouse.click(x + width / 2 + right, y + height / 2 + down);
}

/** Clicks a symbol as soon as it is drawn, which is a moment after it is listed: the pointer shows that it can be hit. */
export async function clickSymbol(page: Page, right = 0, down = 0): Promise<void> {
  const isHit = async () => {
    const { x, y, width, height } = (await page.locator('#map').boundingBox())!;
    const [at, above] = [x + width / 2 + right, y + height / 2 + down];
    await page.mouse.move(at - 1, above); // the page hears of moves only
    await page.mouse.move(at, above);
    return (await cursorOf(page)) === 'pointer';
  };
  await until(isHit, { everyMs: 100 });
  await clickAt(page, right, down);
}

/** The pointer over the map; empty for that of the map library. */
export function cursorOf(page: Page): Promise<string> {
  return page.locator('#map canvas').evaluate((each) => each.style.cursor);
}

/** Clicks until something is there: the map hears clicks a moment after it is shown. */
export async function clickUntil(there: Locator, click: () => Promise<void>): Promise<void> {
  const isThere = async () => {
    await click();
    return there.first().isVisible();
  };
  await until(isThere, { everyMs: 200 });
}

/** Waits until the link of the page, which has the view, fits. */
export async function untilLink(page: Page, fits: (hash: string) => boolean): Promise<void> {
  await until(async () => fits(await page.evaluate(() => location.hash)), { everyMs: 20 });
}

/** Opens a section of the panel, if it is closed. */
export async function openSection(page: Page, id: string): Promise<void> {
  await page.locator(`#${id}`).evaluate((section) => ((section as HTMLDetailsElement).open = true));
}
