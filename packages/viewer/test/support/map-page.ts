import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { until } from '@severe/testing/until';

/** Number of pixels of the map, without what lies over it, whose colour is near `[red, green, blue]`. */
export async function pixelsOf(page: Page, colour: [number, number, number], map = '#map'): Promise<number> {
  const image = await page.locator(`${map} canvas`).screenshot();
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
  await until(isDone, { withinMs: 60_000, everyMs: 100 });
}
