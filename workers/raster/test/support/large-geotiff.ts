import { plainTags, tiffOf, type TagValue } from '@severe/tiff/testing/tiff';

/** 0.6 degrees in 360 GB, of which nothing is stored, with two overviews of 45 dBZ: one of 1,200 columns, one of 1,100. */
export function largeGeotiff(): Uint8Array {
  const tiles = Math.ceil(600_000 / 4096) ** 2;
  const none: TagValue = { type: 'long', values: Array.from({ length: tiles }, () => 0) };
  const step = 0.6 / 600_000;
  const place: Record<number, TagValue> = {
    33550: [step, step, 0],
    33922: [0, 0, 0, -100, 40, 0],
    34735: [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326],
  };
  const full = { ...plainTags(600_000, 600_000, 8), 322: [4096], 323: [4096], 324: none, 325: none, ...place };
  const overview = (side: number) => ({
    tags: { ...plainTags(side, side, 8), 254: [1], 278: [100] },
    blocks: Array.from({ length: side / 100 }, () => new Uint8Array(100 * side).fill(45)),
  });
  return tiffOf([{ tags: full }, overview(1200), overview(1100)]); // level 11 has 874 × 1,136 pixels
}
