import { grammars } from '@severe/base';
import { isMeasured, maxZoom, paletteNames, type Family, type RasterProduct } from '@severe/catalogue';
import {
  alsoCalled,
  apiPrefix,
  boolean,
  composite,
  endpoints,
  integer,
  oneOf,
  required,
  shape,
  text,
  type Param,
} from '@severe/http';
import type { TileContext } from '../context.ts';
import { endings, type Form } from '../form.ts';
import { readStamp } from '../read-time.ts';

/** Defines an endpoint of this package. */
export const endpoint = endpoints<TileContext>();

/** The address of a tile in a path. */
export const tileParams = {
  z: required(integer({ min: 0, max: maxZoom, about: 'Zoom level.', example: 6 })),
  x: required(integer({ min: 0, about: 'Column, counted eastwards from the antimeridian.', example: 14 })),
  y: required(integer({ min: 0, about: 'Row, counted southwards from the north.', example: 25 })),
};

/** A parameter for the time of a frame. @param otherwise the frame that is used if there is none of that minute */
export function stampOf(otherwise: string, example: string): Param<Date | undefined> {
  const about = `\`YYYYMMDDHHMM\` in UTC: ${otherwise}`;
  return alsoCalled(composite(readStamp, { about, grammar: grammars.stamp, example }), [
    'time',
    'datetime',
    'date',
    'valid',
  ]);
}

/** Names that other APIs have for the length of a time range in minutes. */
export const durationNames = ['hours', 'period', 'duration', 'since', 'start', 'recent'];

/** The id of a product in a path. It is not an enumeration, because an unknown id is a 404 and not a 422. */
export const productParam = (family: Family, example: string) => {
  const list = isMeasured(family) ? 'products' : 'variables';
  return required(text({ maxLength: 64, about: `One of the ids of \`/${family}/${list}\`.`, example }));
};

/** The palette. The palettes of a product are in its field `palettes`. */
export const paletteParam = oneOf(paletteNames, {
  default: 'standard',
  about:
    'Palette: conventional colours, or colours that are safe for colour-blind readers; see `palettes` of the product.',
});

/** Whether tiles are smoothed. */
export const smoothParam = boolean({
  default: false,
  about:
    'Whether values are interpolated between the centres of cells, before they are coloured. Cells without a value stay ' +
    'without one. No effect on composites, and where a pixel is larger than a cell.',
});

/** The part of a form that the ending of a path determines. */
export interface PathForm extends Pick<Form, 'scale' | 'media'> {
  ending: string;
  /** For descriptions: `256 × 256 PNG`. */
  words: string;
}

/** Defines a tile endpoint for every ending: `.png`, `@2x.png`, `.webp` and `@2x.webp`. */
export function inEveryForm<E>(define: (form: PathForm) => E): E[] {
  return Object.entries(endings).map(([ending, { scale, media }]) => {
    const words = `${256 * scale} × ${256 * scale} ${media === 'image/png' ? 'PNG' : 'WebP'}`;
    return define({ ending, scale, media, words });
  });
}

/** URL template of the tiles of a product, with `{z}`, `{x}` and `{y}`. */
export function tileTemplate(
  { publicUrl }: TileContext,
  { family, id }: RasterProduct,
  query = '',
  kind: 'tiles' | 'values' = 'tiles',
): string {
  return `${publicUrl()}${apiPrefix}/${family}/${kind}/${id}/{z}/{x}/{y}.png${query}`;
}

/** A query string with its question mark. Undefined values, false and the standard palette are left out. */
export function queryText(query: Record<string, string | number | boolean | undefined>): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== false && value !== 'standard',
  );
  return given.map(([name, value], i) => `${i === 0 ? '?' : '&'}${name}=${value}`).join('');
}

/** URL template of film strips, or of bundles, of a product. */
export function loopTemplate(
  { publicUrl }: TileContext,
  { family, id }: RasterProduct,
  ending: '.webp' | '@2x.tiles',
  query: Parameters<typeof queryText>[0],
): string {
  return `${publicUrl()}${apiPrefix}/${family}/loop/${id}/{z}/{x}/{y}${ending}${queryText(query)}`;
}

/** Schema of a palette: its steps. */
export const paletteShape = shape.arrayOf(
  shape.object({
    value: shape.number({ about: 'Lower bound of the step; the next step is its upper bound.' }),
    color: shape.text({ example: '#04e9e7' }),
  }),
);

/** Schema of the valid values of `palette`. */
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
