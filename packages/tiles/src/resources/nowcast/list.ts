import { formatTime } from '@severe/base';
import { maxZoom, nowcast, palettesOf, type RasterProduct } from '@severe/catalogue';
import { shape } from '@severe/http';
import { defaultRun } from '../../choose-frame.ts';
import type { TileContext } from '../../context.ts';
import { tileProducts } from '../../tile-products.ts';
import { boundsShape, endpoint, paletteOf, paletteShape, palettesShape, stampShape, tileTemplate } from '../shared.ts';
import { disclaimer, leadOf, tag } from './time.ts';

export const listNowcastProducts = endpoint({
  path: '/nowcast/products',
  summary: 'The radar mosaics of the next hour: extrapolated reflectivity, and probabilities.',
  description: `${disclaimer} \`latest_run\` is then null.`,
  tag,
  response: shape.named(
    'NowcastProducts',
    shape.object({
      oldest_minutes: shape.integer({ about: 'A run whose radar mosaic is older is not shown.' }),
      products: shape.arrayOf(
        shape.object({
          id: shape.text({ example: 'composite-reflectivity' }),
          name: shape.text(),
          description: shape.text(),
          units: shape.nullable(shape.text({ example: 'dBZ' })),
          min: shape.number({ about: 'Lower end of the legend.' }),
          max: shape.number({ about: 'Upper end of the legend.' }),
          threshold: shape.nullable(
            shape.number({ about: 'Values below it are transparent in tiles and null at points.' }),
          ),
          minzoom: shape.integer(),
          maxzoom: shape.integer(),
          bounds: boundsShape,
          palette: paletteShape,
          palettes: palettesShape,
          latest_run: shape.nullable({
            json: { ...stampShape.json, description: 'Run whose tiles are shown without `ts`.' },
          }),
          latest_run_time: shape.nullable(shape.time({ about: 'Time of the radar mosaic from which it begins.' })),
          leads: shape.arrayOf(shape.integer(), { about: 'Lead times of that run, minutes.' }),
          tiles: shape.text({ about: 'URL template of the tiles; add `ts` and `valid` to select a run and a time.' }),
        }),
      ),
    }),
  ),
  cache: { seconds: 15 },
  handle: (_call, context) => ({
    oldest_minutes: nowcast.oldest,
    products: tileProducts('nowcast').map((product) => present(product, context)),
  }),
});

function present(product: RasterProduct, context: TileContext) {
  const { id, name, about, units, min, max, threshold, bounds } = product;
  const run = defaultRun(context.index, product, context.clock());
  const start = run?.runAt;
  return {
    id,
    name,
    description: about,
    units,
    min,
    max,
    threshold: threshold ?? null,
    minzoom: 0,
    maxzoom: maxZoom,
    bounds: [...bounds],
    palette: paletteOf(product),
    palettes: palettesOf(product),
    latest_run: run?.stamp ?? null,
    latest_run_time: start ? formatTime(start) : null,
    leads: run && start ? run.frames.map(({ validAt }) => leadOf(start, validAt)) : [],
    tiles: tileTemplate(context, product),
  };
}
