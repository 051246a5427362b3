import type { PaletteName } from '@severe/catalogue';

export type TileMedia = 'image/png' | 'image/webp';

/** Size, media type, palette and smoothing of a tile. */
export interface Form {
  /** 1: 256 pixels. 2: 512 pixels, joined from the four tiles of the next level. */
  scale: 1 | 2;
  media: TileMedia;
  palette: PaletteName;
  /** Whether values are interpolated between cells. */
  smooth: boolean;
}

/** The form of stored tiles. */
export const plain: Form = { scale: 1, media: 'image/png', palette: 'standard', smooth: false };

/** The endings of tile paths, and their forms. */
export const endings: Record<string, Pick<Form, 'scale' | 'media'>> = {
  '.png': { scale: 1, media: 'image/png' },
  '@2x.png': { scale: 2, media: 'image/png' },
  '.webp': { scale: 1, media: 'image/webp' },
  '@2x.webp': { scale: 2, media: 'image/webp' },
};

export function isPlain(form: Form): boolean {
  return !form.smooth && !isJoined(form);
}

/** Whether a form is made from tiles of 256 pixels, PNG and the standard palette; else it is one of them, smoothed or not. */
export function isJoined({ scale, media, palette }: Form): boolean {
  return scale !== 1 || media !== 'image/png' || palette !== 'standard';
}
