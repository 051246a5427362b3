import { contains, distanceM, tileBounds } from '@severe/geo';
import { expect } from 'chai';
import type { StormCell } from '../../src/model/cell.ts';
import { hourMs, minuteMs, moved, travelled } from '../../src/model/plane.ts';
import { randomFrom } from '../../src/model/random.ts';
import { stormModel } from '../../src/model/storms.ts';
import { mosaic, mosaicGrid } from '../../src/radar/grid.ts';
import { paintScene, type Scene } from '../../src/scene.ts';
import { cellShape, shapesOf } from '../../src/shapes/index.ts';
import { placeOf } from '../support/scans.ts';

const seed = 4;
const at = stormModel(seed);
const start = Date.parse('2026-11-20T00:00:00Z');

/** The middle of the core, the echo within 8 dB of the strongest. */
function middleOf({ block, composite }: Scene): { lat: number; lon: number } {
  let [count, lat, lon] = [0, 0, 0];
  const least = Math.max(...composite) - 8;
  composite.forEach((dbz, i) => {
    if (dbz < least) return;
    const row = block.row + Math.floor(i / block.width);
    const place = placeOf(row * mosaicGrid.width + block.column + (i % block.width));
    count++;
    lat += place.lat;
    lon += place.lon;
  });
  return { lat: lat / count, lon: lon / count };
}

const sceneOf = (cell: StormCell, time: number): Scene => paintScene(mosaic, [cellShape(cell, time)]);

describe('echoes', () => {
  it('move with their storms: ten minutes on, a mature supercell’s core is where its motion leads', () => {
    const errors: number[] = [];
    for (let i = 0; i < 10; i++) {
      const time = start + Math.floor(48 * hourMs * randomFrom(3, i));
      for (const cell of at(time).cells) {
        const later = at(time + 10 * minuteMs).cells.find(({ id }) => id === cell.id);
        if (cell.kind !== 'supercell' || cell.phase !== 'mature' || later?.phase !== 'mature') continue;
        const expected = moved(middleOf(sceneOf(cell, time)), travelled(cell.motion, 10 * minuteMs));
        errors.push(distanceM(expected, middleOf(sceneOf(later, time + 10 * minuteMs))));
      }
    }
    expect(errors.length).to.be.above(10);
    // They went 8 to 12 km. Meanwhile the texture changed, and with it the middle a little.
    expect(Math.max(...errors)).to.be.below(3000);
    expect(errors.reduce((a, b) => a + b) / errors.length).to.be.below(1500);
  });

  it('are over Texas, Oklahoma and Kansas at any time: in tile 4/3/6 there are some of 50 dBZ', () => {
    const tile = tileBounds({ z: 4, x: 3, y: 6 });
    for (let i = 0; i < 6; i++) {
      const time = start + Math.floor(96 * hourMs * randomFrom(5, i));
      const { block, composite } = paintScene(mosaic, shapesOf(at(time), time));
      let strong = 0;
      composite.forEach((dbz, k) => {
        if (dbz < 50) return;
        const row = block.row + Math.floor(k / block.width);
        const { lat, lon } = placeOf(row * mosaicGrid.width + block.column + (k % block.width));
        if (contains(tile, lon, lat)) strong++;
      });
      expect(strong, new Date(time).toISOString()).to.be.above(30);
    }
  });
});
