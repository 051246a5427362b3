import { palettesOf, rangeFoldedColour, sweepProducts, type SweepProduct } from '@severe/catalogue';
import { shape } from '@severe/http';
import { endpoint, paletteShape, palettesShape } from './shared.ts';

export const listNexradProducts = endpoint({
  path: '/nexrad/products',
  summary: 'Products of single radars, with the data for legends.',
  tag: 'Radar',
  response: shape.named(
    'NexradProducts',
    shape.object({
      products: shape.arrayOf(
        shape.object({
          id: shape.text({ example: 'velocity' }),
          name: shape.text(),
          description: shape.text(),
          units: shape.nullable(shape.text({ example: 'kt' })),
          min: shape.number({ about: 'Lower end of the legend.' }),
          max: shape.number({ about: 'Upper end of the legend.' }),
          threshold: shape.nullable(
            shape.number({ about: 'Values below it are transparent in tiles and null at points.' }),
          ),
          palette: paletteShape,
          palettes: palettesShape,
          range_folded: shape.text({ about: 'Colour of range-folded gates.', example: '#77007d' }),
        }),
      ),
    }),
  ),
  cache: { seconds: 300 },
  handle: () => ({ products: sweepProducts.map(present) }),
});

function present(product: SweepProduct) {
  const { id, name, about, units, min, max, threshold, palette } = product;
  return {
    id,
    name,
    description: about,
    units,
    min,
    max,
    threshold: threshold ?? null,
    palette: palette.map(([value, color]) => ({ value, color })),
    palettes: palettesOf(product),
    range_folded: rangeFoldedColour,
  };
}
