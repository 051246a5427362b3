import { t } from '../language.ts';
import { client, paletteParam, type NowcastId, type PaletteName } from '../service.ts';
import { bundledTiles } from '../tile-addresses.ts';
import { momentOf, utcTime } from '../times.ts';
import { smoothParam, type Frame } from './layer.ts';

/** Mosaics that the service extrapolates. */
const extrapolated: readonly string[] = ['composite-reflectivity', 'base-reflectivity'] satisfies NowcastId[];

/** Cells of 2 km are wider than a pixel of level 7; smoothed images have detail between them. */
const deepest = 7;
const deepestSmooth = 9;

/**
 * The frames of a mosaic over the next hour. None while the service has none, for a mosaic that is not extrapolated, and from an
 * older service.
 */
export async function nowcastFrames(id: string, palette: PaletteName, smooth: boolean): Promise<Frame[]> {
  if (!extrapolated.includes(id)) return [];
  const form = { palette: paletteParam(palette), smooth: smoothParam(smooth) };
  const found = await client.get('/nowcast/loop/{product}.json', { product: id, ...form }).catch(() => undefined);
  const loop = found?.data;
  if (!loop?.ts) return [];
  const { ts: run, blocks } = loop;
  const frames = blocks.flatMap(({ frames: stamps, tiles }) => stamps.map((stamp) => ({ stamp, tiles })));
  return frames.map(({ stamp, tiles }) => ({
    key: `nowcast/${id}/${palette}/${smooth ? 'smooth/' : ''}${run}/${stamp}`,
    stamp,
    at: momentOf(stamp),
    run,
    isExtrapolated: true,
    tiles: bundledTiles(tiles, stamp),
    tileSize: 256 as const,
    deepest: smooth ? deepestSmooth : deepest,
    note: t`from the image of ${utcTime(momentOf(run)).slice(-6)}`,
  }));
}
