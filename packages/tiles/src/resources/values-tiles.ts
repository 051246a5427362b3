import type { Model } from '@severe/catalogue';
import { shape } from '@severe/http';
import { encodingOf, serveValues } from '../serve-values.ts';
import { checkTile } from '../serve-tile.ts';
import { tileProductOf } from '../tile-products.ts';
import { forecastFrame, modelTimeParams } from './model-tiles.ts';
import { observedFrame, stampParam } from './observed-tiles.ts';
import { endpoint, productParam, queryText, tileParams, tileTemplate } from './shared.ts';
import { attributions, describeTiles, modelQuery, tileJsonFields } from './tile-json.ts';

const about =
  'A 256 × 256 RGB PNG, 8 bits a channel. If blue is 0, the value is `offset + (256 · red + green) · scale`; the ' +
  'TileJSON gives both numbers, which are the same for all times. Blue 1 means no echo, or a value below the ' +
  'threshold. Blue 2 means no data, or outside the coverage. Where a pixel is larger than a cell, it reduces the ' +
  'cells under it as the image tiles do. Turn off smoothing and colour management.';

const response = { media: 'image/png', about: 'The values.' };
const errors = {
  404: 'No such product, no frame at that time, or a tile outside the grid.',
  503: 'Values are temporarily unavailable.',
};

const valuesJson = shape.named(
  'ValuesTileJson',
  shape.object({
    ...tileJsonFields,
    encoding: shape.object(
      {
        scale: shape.number({ about: 'See `offset`.' }),
        offset: shape.number({ about: 'Offset of the values: `offset + (256 · red + green) · scale`.' }),
        units: shape.nullable(shape.text({ example: 'dBZ' })),
        threshold: shape.nullable(shape.number({ about: 'Values below it have the status `nothing`.' })),
        statuses: shape.object(
          {
            value: shape.integer({ about: 'The pixel has a value.' }),
            nothing: shape.integer({ about: 'No echo, or a value below the threshold.' }),
            missing: shape.integer({ about: 'No data.' }),
          },
          { about: 'Meanings of the blue channel.' },
        ),
      },
      { about: 'Encoding of the pixels.' },
    ),
  }),
);

const radarParam = productParam('radar', 'composite-reflectivity');

export const getRadarValues = endpoint({
  path: '/radar/values/{product}/{z}/{x}/{y}.png',
  summary: 'Values of a radar mosaic as a map tile, for client-side colouring and readout.',
  description: about,
  tag: 'Radar',
  params: { product: radarParam, ...tileParams },
  query: { ts: stampParam },
  response,
  cache: 'in-reply',
  countedAs: 'tile',
  errors,
  async handle({ path, query: { ts } }, context) {
    const tileProduct = tileProductOf('radar', path.product);
    checkTile(path);
    return serveValues(context, tileProduct, await observedFrame(context, tileProduct.product, ts), path);
  },
});

export const getModelValues = (model: Model) =>
  endpoint({
    path: `/${model.id}/values/{variable}/{z}/{x}/{y}.png`,
    summary: `Values of an ${model.name} field as a map tile, for client-side colouring and readout.`,
    description: about,
    tag: 'Models',
    params: { variable: productParam(model.id, 'cape'), ...tileParams },
    query: modelTimeParams(model),
    response,
    cache: 'in-reply',
    countedAs: 'tile',
    errors,
    async handle({ path, query }, context) {
      const tileProduct = tileProductOf(model.id, path.variable);
      checkTile(path);
      return serveValues(context, tileProduct, await forecastFrame(context, tileProduct.product, query), path);
    },
  });

export const getRadarValuesJson = endpoint({
  path: '/radar/values/{product}.json',
  summary: 'TileJSON of the value tiles of a radar mosaic, with their encoding.',
  tag: 'Radar',
  params: { product: radarParam },
  query: { ts: stampParam },
  response: valuesJson,
  cache: { seconds: 300 },
  errors: { 404: 'No such product, or no frame at that time.' },
  async handle({ path, query: { ts } }, context) {
    const { product } = tileProductOf('radar', path.product);
    const query = ts ? { ts: (await observedFrame(context, product, ts)).frame.stamp } : {};
    return {
      ...describeTiles(product, attributions.radar),
      tiles: [tileTemplate(context, product, queryText(query), 'values')],
      encoding: encodingOf(product),
    };
  },
});

export const getModelValuesJson = (model: Model) =>
  endpoint({
    path: `/${model.id}/values/{variable}.json`,
    summary: `TileJSON of the value tiles of an ${model.name} field, with their encoding.`,
    tag: 'Models',
    params: { variable: productParam(model.id, 'cape') },
    query: modelTimeParams(model),
    response: valuesJson,
    cache: { seconds: 300 },
    errors: { 404: 'No such variable, run or hour.' },
    async handle({ path, query }, context) {
      const { product } = tileProductOf(model.id, path.variable);
      return {
        ...describeTiles(product, model.attribution),
        tiles: [tileTemplate(context, product, queryText(await modelQuery(context, product, query)), 'values')],
        encoding: encodingOf(product),
      };
    },
  });
