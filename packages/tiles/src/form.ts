import type { PaletteName } from '@severe/catalogue';

export type TileMedia = 'image/png' | 'image/webp';

/** What a tile can be had as, beside the plain one. */
export interface Form {
  /** 2: twice the pixels a side, those of the four tiles of the next level. */
  scale: 1 | 2;
  media: TileMedia;
  palette: PaletteName;
}

/** The form in which tiles are drawn and stored. */
export const plain: Form = { scale: 1, media: 'image/png', palette: 'standard' };

/** The endings of a tile's path, and what they stand for. */
export const endings: Record<string, Pick<Form, 'scale' | 'media'>> = {
  '.png': { scale: 1, media: 'image/png' },
  '@2x.png': { scale: 2, media: 'image/png' },
  '.webp': { scale: 1, media: 'image/webp' },
  '@2x.webp': { scale: 2, media: 'image/webp' },
};

export function isPlain({ scale, media, palette }: Form): boolean {
  return scale === 1 && media === 'image/png' && palette === 'standard';
}
