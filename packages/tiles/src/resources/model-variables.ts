import { maxZoom, palettesOf, type Model, type RasterProduct } from '@severe/catalogue';
import { shape } from '@severe/http';
import { defaultRun, forecastHour } from '../choose-frame.ts';
import type { TileContext } from '../context.ts';
import { tileProducts } from '../tile-products.ts';
import { boundsShape, endpoint, paletteOf, paletteShape, palettesShape, stampShape, tileTemplate } from './shared.ts';

const variablesShape = shape.named(
  'ModelVariables',
  shape.object({
    variables: shape.arrayOf(
      shape.object({
        id: shape.text({ example: 'cape' }),
        label: shape.text(),
        description: shape.text(),
        units: shape.nullable(shape.text({ example: 'J/kg' })),
        min: shape.number({ about: 'Lower end of the legend.' }),
        max: shape.number({ about: 'Upper end of the legend.' }),
        minzoom: shape.integer(),
        maxzoom: shape.integer(),
        bounds: boundsShape,
        palette: paletteShape,
        palettes: palettesShape,
        latest_run: shape.nullable({
          json: { ...stampShape.json, description: 'Start of the run whose tiles are shown without `ts`.' },
        }),
        hours: shape.arrayOf(shape.integer(), { about: 'Forecast hours of that run with tiles.' }),
        tiles: shape.text({ about: 'URL template of the tiles; add `ts` and `valid` to select a run and a time.' }),
      }),
    ),
  }),
);

export const listModelVariables = ({ id, name }: Model) =>
  endpoint({
    path: `/${id}/variables`,
    summary: `${name} fields that are available as tiles.`,
    tag: 'Models',
    response: variablesShape,
    cache: { seconds: 60 }, // short, because it names the newest frame
    handle: (_call, context) => ({ variables: tileProducts(id).map((product) => present(product, context)) }),
  });

function present(product: RasterProduct, context: TileContext) {
  const { id, name, about, units, min, max, bounds } = product;
  const run = defaultRun(context.index, product, context.clock());
  return {
    id,
    label: name,
    description: about,
    units,
    min,
    max,
    minzoom: 0,
    maxzoom: maxZoom,
    bounds: [...bounds],
    palette: paletteOf(product),
    palettes: palettesOf(product),
    latest_run: run?.stamp ?? null,
    hours: run ? run.frames.map((frame) => forecastHour(run, frame)) : [],
    tiles: tileTemplate(context, product),
  };
}
