import { modelIds, models, paletteNames, rangeFoldedColour, type Family, type PaletteName } from '@severe/catalogue';
import { Reply, required, shape, text } from '@severe/http';
import { legendOf, type Legend } from '../legend/legend.ts';
import { legendSvg } from '../legend/legend-svg.ts';
import { colouredOf, sweepProductOf } from '../nexrad/view.ts';
import { coloursOf, tileProductOf } from '../tile-products.ts';
import { nowcastProductParam, tag as nowcastTag } from './nowcast/time.ts';
import { endpoint, paletteParam, productParam } from './shared.ts';

const legendShape = shape.named(
  'Legend',
  shape.object({
    product: shape.text(),
    name: shape.text(),
    units: shape.nullable(shape.text({ example: 'dBZ' })),
    min: shape.nullable(shape.number({ about: 'Lower end of the scale; null for a composite.' })),
    max: shape.nullable(shape.number({ about: 'Upper end of the scale.' })),
    palette: shape.oneOf(paletteNames, { about: 'Name of the palette.' }),
    stops: shape.arrayOf(
      shape.object({
        value: shape.number({ about: 'Lower bound of the step; the next step is its upper bound.' }),
        label: shape.text(),
        color: shape.text({ example: '#04e9e7' }),
      }),
      { about: 'Steps of the scale, ascending.' },
    ),
    entries: shape.arrayOf(
      shape.object({
        label: shape.text(),
        color: shape.nullable(shape.text()),
        value: shape.nullable(shape.number({ about: 'Threshold below which values are not drawn; else null.' })),
      }),
      { about: 'Meanings other than values. An entry without a colour is transparent.' },
    ),
  }),
);

/** A family of products with legends. */
interface Subject {
  /** The path without its ending, with `{product}`. */
  path: string;
  tag: string;
  of: string;
  param: ReturnType<typeof productParam>;
  /** @throws {RequestError} 404, or 422 for a palette that the product does not have */
  legend: (id: string, palette: PaletteName) => Legend;
}

function legendsOf({ path, tag, of, param, legend }: Subject) {
  const common = {
    tag,
    params: { product: param },
    query: { palette: paletteParam },
    cache: { seconds: 86_400 },
    errors: { 404: 'No such product.' },
  };
  const svgOf = (call: { path: { product: string }; query: { palette: PaletteName } }) =>
    legendSvg(legend(call.path.product, call.query.palette));
  return [
    endpoint({
      ...common,
      path: `${path}.json`,
      summary: `The legend of ${of}: its steps, colours and units.`,
      response: legendShape,
      handle: (call) => legend(call.path.product, call.query.palette),
    }),
    endpoint({
      ...common,
      path: `${path}.svg`,
      summary: `The legend of ${of} as an SVG image.`,
      response: { media: 'image/svg+xml', about: 'The SVG image.' },
      handle: (call) => new Reply(200, { 'Content-Type': 'image/svg+xml' }, svgOf(call)),
    }),
    endpoint({
      ...common,
      path: `${path}.png`,
      summary: `The legend of ${of} as a PNG image.`,
      description: 'Twice the size of the SVG, for high-resolution screens.',
      response: { media: 'image/png', about: 'The PNG image.' },
      errors: { ...common.errors, 503: 'The image is temporarily unavailable.' },
      handle: async (call, context) =>
        new Reply(200, { 'Content-Type': 'image/png' }, await context.legends.png(svgOf(call), context.caller)),
    }),
  ];
}

function ofFamily(family: Family): Subject['legend'] {
  return (id, palette) => {
    const tileProduct = tileProductOf(family, id);
    coloursOf(tileProduct, palette);
    return legendOf(tileProduct.product, palette);
  };
}

const rangeFolded = { label: 'Range folded', color: rangeFoldedColour };

function ofSweep(id: string, palette: PaletteName): Legend {
  const product = sweepProductOf(id);
  coloursOf(colouredOf(product), palette);
  return legendOf(product, palette, [rangeFolded]);
}

export const legends = [
  ...legendsOf({
    path: '/radar/legend/{product}',
    tag: 'Radar',
    of: 'a radar mosaic',
    param: productParam('radar', 'composite-reflectivity'),
    legend: ofFamily('radar'),
  }),
  ...legendsOf({
    path: '/satellite/legend/{product}',
    tag: 'Satellite',
    of: 'a satellite product',
    param: productParam('satellite', 'ir'),
    legend: ofFamily('satellite'),
  }),
  ...legendsOf({
    path: '/nexrad/legend/{product}',
    tag: 'Radar',
    of: 'a single-radar product',
    param: required(text({ maxLength: 64, about: 'One of the ids of `/nexrad/products`.', example: 'velocity' })),
    legend: ofSweep,
  }),
  ...legendsOf({
    path: '/nowcast/legend/{product}',
    tag: nowcastTag,
    of: 'a radar mosaic of the next hour',
    param: nowcastProductParam,
    legend: ofFamily('nowcast'),
  }),
  ...modelIds.flatMap((id) =>
    legendsOf({
      path: `/${id}/legend/{product}`,
      tag: 'Models',
      of: `an ${models[id].name} field`,
      param: productParam(id, 'cape'),
      legend: ofFamily(id),
    }),
  ),
];
