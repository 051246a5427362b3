import { expect } from 'chai';
import type { Tile } from '@severe/geo';
import { pixelTransform } from '@severe/projection';
import { Corners, visitPatches, type Bilinear, type Patch } from '../../src/warp/control.ts';
import { planes } from '../support/fields.ts';
import { seeded } from '@severe/testing/seeded';

const tolerance = 0.002;

const valueAt = ([origin, byU, byV, byBoth]: Bilinear, u: number, v: number) =>
  origin + byU * u + byV * v + byBoth * u * v;

/** Patches of a tile, and how often the projection was asked. */
function patchesOf({ geometry, width, height }: (typeof planes)[string], tile: Tile) {
  const pixels = pixelTransform(geometry)(tile);
  const corners = new Corners();
  let asked = 0;
  corners.reset(tile, (x, y, place) => {
    asked++;
    pixels(x, y, place);
  });
  const patches: Patch[] = [];
  visitPatches(corners, { width, height, tolerance }, (patch) => patches.push(patch));
  return { patches, asked, pixels };
}

describe('warp/control', () => {
  // The tile of each level that holds 178° W 58° N, where the grid of Alaska has its middle.
  const alaska = planes['polar stereographic, across the antimeridian'];
  const tiles: Tile[] = [3, 5, 7, 9, 11].map((z) => ({
    z,
    x: Math.floor((2 / 360) * 2 ** z),
    y: Math.floor(0.301 * 2 ** z),
  }));

  for (const tile of tiles) {
    it(`stays within its stated error and the tolerance: z${tile.z}`, () => {
      const { patches, pixels } = patchesOf(alaska, tile);
      const random = seeded(tile.z);
      const place = { column: 0, row: 0 };
      const interpolated = patches.filter(({ error }) => error <= tolerance);
      if (tile.z > 3) expect(interpolated).to.have.length.above(0);
      for (const { x, y, size, columns, rows, error } of interpolated) {
        for (let i = 0; i < 20; i++) {
          const [u, v] = [size * random(), size * random()];
          pixels(x + u, y + v, place);
          const off = Math.max(
            Math.abs(valueAt(columns, u, v) - place.column),
            Math.abs(valueAt(rows, u, v) - place.row),
          );
          expect(off, `${x + u}, ${y + v}`).to.be.below(error + 1e-9);
        }
      }
    });
  }

  it('evaluates the projection at few points of a deep tile', () => {
    expect(patchesOf(alaska, tiles[4]).asked).to.be.at.most(81); // of 131,585 corners and centres
  });

  it('covers every pixel that touches the grid', () => {
    for (const [name, plane] of Object.entries(planes)) {
      const { patches, pixels } = patchesOf(plane, { z: 0, x: 0, y: 0 });
      const covered = new Uint8Array(256 * 256);
      for (const { x, y, size } of patches) {
        for (let row = y; row < y + size; row++) covered.fill(1, row * 256 + x, row * 256 + x + size);
      }
      const place = { column: 0, row: 0 };
      for (let i = 0; i < covered.length; i++) {
        pixels((i % 256) + 0.5, Math.floor(i / 256) + 0.5, place);
        const inside = place.column >= 0 && place.column < plane.width && place.row >= 0 && place.row < plane.height;
        if (inside) expect(covered[i], `${name}, pixel ${i % 256}, ${Math.floor(i / 256)}`).to.equal(1);
      }
    }
  });

  it('skips a tile outside the grid after nine evaluations', () => {
    const { patches, asked } = patchesOf(alaska, { z: 6, x: 40, y: 40 });
    expect(patches).to.have.length(0);
    expect(asked).to.equal(9);
  });
});
