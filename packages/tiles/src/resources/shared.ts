import { maxZoom, paletteNames, type Family, type RasterProduct } from '@severe/catalogue';
import { apiPrefix, endpoints, integer, oneOf, required, shape, text } from '@severe/http';
import type { TileContext } from '../context.ts';
import { endings, type Form } from '../form.ts';

/** Types the definitions of this package. */
export const endpoint = endpoints<TileContext>();

/** The path of one tile, without the name of its product. */
export const tileParams = {
  z: required(integer({ min: 0, max: maxZoom, about: 'Zoom level.', example: 6 })),
  x: required(integer({ min: 0, about: 'Column, counted eastwards from the antimeridian.', example: 14 })),
  y: required(integer({ min: 0, about: 'Row, counted southwards from the north.', example: 25 })),
};

/** The name of a product in a path. It is no enumeration: an unknown one is a missing page (404), not a wrong value. */
export const productParam = (family: Family, example: string) =>
  required(text({ maxLength: 64, about: `One of the ids of \`/${listOf[family]}\`.`, example }));

const listOf: Record<Family, string> = {
  radar: 'radar/products',
  satellite: 'satellite/products',
  hrrr: 'hrrr/variables',
};

/** In which colours; the products that have another palette than the standard one list it in `palettes`. */
export const paletteParam = oneOf(paletteNames, {
  default: 'standard',
  about:
    'Palette: conventional colours, or colours that are safe for colour-blind readers; see `palettes` of the product.',
});

/** The part of a form that a path tells, with the ending that tells it, and words for it. */
export interface PathForm extends Pick<Form, 'scale' | 'media'> {
  ending: string;
  /** `256 × 256 PNG`. */
  words: string;
}

/** Defines a tile in all of its forms: its path without `.png`, `@2x.png`, `.webp` and `@2x.webp`. */
export function inEveryForm<E>(define: (form: PathForm) => E): E[] {
  return Object.entries(endings).map(([ending, { scale, media }]) => {
    const words = `${256 * scale} × ${256 * scale} ${media === 'image/png' ? 'PNG' : 'WebP'}`;
    return define({ ending, scale, media, words });
  });
}

/** Where the tiles of a product lie: a template with `{z}`, `{x}` and `{y}`. */
export function tileTemplate(
  { publicUrl }: TileContext,
  { family, id }: RasterProduct,
  query = '',
  kind: 'tiles' | 'values' = 'tiles',
): string {
  return `${publicUrl()}${apiPrefix}/${family}/${kind}/${id}/{z}/{x}/{y}.png${query}`;
}

/** A query in text, with its question mark; what is undefined, or the standard palette, is left out. */
export function queryText(query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== 'standard');
  return given.map(([name, value], i) => `${i === 0 ? '?' : '&'}${name}=${value}`).join('');
}

/** Where the film strips of a product lie. */
export function loopTemplate(
  { publicUrl }: TileContext,
  { family, id }: RasterProduct,
  query: Parameters<typeof queryText>[0],
): string {
  return `${publicUrl()}${apiPrefix}/${family}/loop/${id}/{z}/{x}/{y}.webp${queryText(query)}`;
}

/** A step of a palette as legends read it. */
export const paletteShape = shape.arrayOf(
  shape.object({
    value: shape.number({ about: 'Lower bound of the step; the next step is its upper bound.' }),
    color: shape.text({ example: '#04e9e7' }),
  }),
);

/** What may be given as `palette`. */
export const palettesShape = shape.arrayOf(shape.oneOf(paletteNames), {
  about: 'Valid values of the tile parameter `palette`.',
});

export function paletteOf({ palette }: RasterProduct): { value: number; color: string }[] {
  return palette.map(([value, color]) => ({ value, color }));
}

/** West, south, east, north in degrees. */
export const boundsShape = shape.arrayOf(shape.number(), { length: 4, about: 'West, south, east, north in degrees.' });

/** `YYYYMMDDHHMM` in UTC. */
export const stampShape = shape.text({ about: '`YYYYMMDDHHMM` in UTC.', example: '202605202218' });
