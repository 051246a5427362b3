import { reusable } from '@severe/async';
import { stormModel } from '../model/storms.ts';
import { paintScene, type Scene } from '../scene.ts';
import { shapesOf } from '../shapes/index.ts';
import { LruCache } from '../lru-cache.ts';
import { coverage } from './coverage.ts';
import { mosaic, mosaicGrid } from './grid.ts';
import type { Patch } from './patch.ts';
import type { Mosaic } from './products.ts';
import { scansInHalfHour, validTimeOf } from './schedule.ts';

/** Steps per unit: every mosaic is written in tenths. */
export const tenths = 10;

/** Renders the mosaics of a seed, one scan at a time. It caches what the next product or scan needs again. */
export interface MosaicRenderer {
  /**
   * Codes of a mosaic, north-west first: tenths above its `outside` value. The next call reuses the array, since 24.5
   * million cells are costly to allocate.
   */
  draw(product: Mosaic, scan: number): Uint16Array;
}

export function createMosaicRenderer(seed: number): MosaicRenderer {
  const stormsAt = stormModel(seed);
  const scratch = reusable(() => new Uint16Array(mosaicGrid.width * mosaicGrid.height));
  const scenes = new LruCache<number, Scene>(2, (scan) => {
    const time = validTimeOf(seed, scan);
    return paintScene(mosaic, shapesOf(stormsAt(time), time));
  });
  const patches = new LruCache<string, Patch[]>(2 * (scansInHalfHour + 8), () => []);

  function patchesOf(product: Mosaic, scan: number): Patch[] {
    const { from } = product;
    if (from.kind !== 'swath') return [];
    return patches.get(`${product.folder}/${scan}`, () => {
      const time = validTimeOf(seed, scan);
      return stormsAt(time).cells.flatMap((cell) => from.patch(cell, time) ?? []);
    });
  }

  return {
    draw(product, scan) {
      const { from } = product;
      const codes = scratch();
      fillBackground(codes, product);
      if (from.kind === 'scene') {
        const scene = scenes.get(scan);
        putBlock(codes, product, scene.block, (i) => from.valueAt(scene, i));
        return codes;
      }
      for (let back = 0; back < scansInHalfHour; back++) {
        for (const { block, values } of patchesOf(product, scan - back)) {
          putBlock(codes, product, block, (i) => (values[i] > 0 ? values[i] : undefined));
        }
      }
      return codes;
    },
  };
}

function fillBackground(codes: Uint16Array, { nothing, outside }: Mosaic): void {
  codes.fill(0);
  const code = (nothing - outside) * tenths;
  if (code === 0) return;
  coverage().forEach((runs, row) => {
    const at = row * mosaicGrid.width;
    for (let i = 0; i < runs.length; i += 2) codes.fill(code, at + runs[i], at + runs[i + 1]);
  });
}

/** Writes the values of a block inside the coverage where they exceed the present ones. */
function putBlock(
  codes: Uint16Array,
  { outside }: Mosaic,
  { column, row, width, height }: Scene['block'],
  valueAt: (i: number) => number | undefined,
): void {
  const rows = coverage();
  for (let y = 0; y < height; y++) {
    const runs = rows[row + y];
    const at = (row + y) * mosaicGrid.width;
    for (let r = 0; r < runs.length; r += 2) {
      const first = Math.max(column, runs[r]);
      const end = Math.min(column + width, runs[r + 1]);
      for (let x = first; x < end; x++) {
        const value = valueAt(y * width + x - column);
        if (value === undefined) continue;
        const code = Math.round((value - outside) * tenths);
        if (code > codes[at + x]) codes[at + x] = code;
      }
    }
  }
}
