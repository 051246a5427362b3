import type { Frame } from './layers/layer.ts';

/** The scheme of map sources whose images are loaded by `TileImages`. */
export const scheme = 'weather';

/** Frames whose addresses are known, those that were told last. More are never on the map. */
const mostFrames = 2000;

/** Addresses by the keys of frames. A frame that is on the map moves to another bundle as others arrive. */
const known = new Map<string, Pick<Frame, 'tiles' | 'at'>>();

/** Tells where the images of a frame are now. */
export function tellAddress({ key, tiles, at }: Pick<Frame, 'key' | 'tiles' | 'at'>): void {
  known.delete(key);
  known.set(key, { tiles, at });
  for (const [oldest] of known) {
    if (known.size <= mostFrames) break;
    known.delete(oldest);
  }
}

/** The URL template of the map source of a frame. */
export function tileImageUrl({ key }: Pick<Frame, 'key'>): string {
  return `${scheme}://${encodeURIComponent(key)}/{z}/{x}/{y}`;
}

/** An image of a frame. */
interface TileAddress {
  /** The key of the frame. */
  key: string;
  /** Its time, in milliseconds. */
  at: number;
  /** The URL of the image, or of the bundle that has it. */
  url: string;
  /** The name of its file in the bundle. */
  fileName?: string;
}

/** Where the image of a map source is now. @throws {Error} for a frame whose address was never told */
export function addressOf(imageUrl: string): TileAddress {
  const [encoded, z, x, y] = imageUrl.slice(scheme.length + 3).split('/');
  const key = decodeURIComponent(encoded);
  const frame = known.get(key);
  if (!frame) throw new Error(`nobody knows where ${key} is`);
  const at = frame.at.getTime();
  const [tiles, stamp] = frame.tiles.split('#');
  if (stamp === undefined) return { key, at, url: filled(tiles, z, x, y) };
  const [zoom, column, row] = [Number(z) - 1, Number(x) >> 1, Number(y) >> 1].map(String);
  return { key, at, url: filled(tiles, zoom, column, row), fileName: `${stamp}/${z}/${x}/${y}` };
}

function filled(template: string, z: string, x: string, y: string): string {
  return template.replace('{z}', z).replace('{x}', x).replace('{y}', y);
}

/** The address of a frame of bundles of four tiles, on the origin of the page. */
export const bundledTiles = (tiles: string, stamp: string): string =>
  `${tiles.replace(/^https?:\/\/[^/]+/, '')}#${stamp}`;
