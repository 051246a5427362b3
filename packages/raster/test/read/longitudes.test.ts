import { expect } from 'chai';
import type { Field } from '../../src/field.ts';
import { tileDrawer, type Look } from '../../src/index.ts';
import { imageWithinMap, withinMap } from '../../src/read/longitudes.ts';
import { encodeCog } from '../../src/values/encode-cog.ts';
import { openValues } from '../../src/values/index.ts';
import { pixelsOf } from '../support/png.ts';

/** A colour for every whole value from 0 to 200, which its blue tells. */
const look: Look = {
  nothing: [],
  missing: [],
  threshold: 0,
  reduce: 'maximum',
  maxPrerenderedZoom: 0,
  palette: Array.from({ length: 201 }, (_, i) => [i, `#0000${i.toString(16).padStart(2, '0')}`]),
};

/** A wave around the whole earth, highest on the antimeridian, from any meridian on. */
function wave(west: number, stepLon: number, width: number): Field {
  const codeAt = (column: number) => Math.round(100 - 90 * Math.cos(((west + column * stepLon) * Math.PI) / 180));
  const packed = Uint16Array.from({ length: width * 180 }, (_, i) => codeAt(i % width));
  const geometry = { kind: 'latlon', west, north: 89.5, stepLon, stepLat: 1 } as const;
  return withinMap({ width, height: 180, packed, scale: 1, offset: 0, absent: [], geometry });
}

const grids: [what: string, field: Field][] = [
  ['from 180° W on', wave(-179.5, 1, 360)],
  ['from the prime meridian on', wave(0.5, 1, 360)],
  ['with a column on the antimeridian', wave(-180, 1, 360)],
  ['with that column twice', wave(0, 1, 361)],
  ['with a rounded step', wave(0, 0.333333, 1080)],
];

describe('read/longitudes', () => {
  it('rotates an image of 0 to 360 degrees', () => {
    const geometry = { kind: 'latlon', west: 45, north: 45, stepLon: 90, stepLat: 90 } as const;
    const image = imageWithinMap({ width: 4, height: 2, geometry, pixels: Uint32Array.of(1, 2, 3, 4, 5, 6, 7, 8) });
    expect([...image.pixels]).to.deep.equal([3, 4, 1, 2, 7, 8, 5, 6]);
    expect(image.geometry).to.deep.equal({ ...geometry, west: -135 });
  });

  for (const [what, field] of grids) {
    it(`draws a grid ${what} without a seam`, () => {
      const draw = tileDrawer(field, look);
      for (const z of [1, 2, 4]) {
        const last = 2 ** z - 1;
        const y = 2 ** (z - 1);
        const [west, east] = [0, last].map((x) => pixelsOf(draw({ z, x, y })));
        for (let row = 0; row < 256; row += 15) {
          const [left, right] = [west[row * 256], east[row * 256 + 255]];
          expect([left & 0xff, right & 0xff], `zoom ${z}`).to.deep.equal([255, 255]); // opaque: on the grid
          expect(Math.abs(((left >>> 8) & 0xff) - ((right >>> 8) & 0xff)), `zoom ${z}`).to.be.at.most(1);
          expect((left >>> 8) & 0xff, `zoom ${z}`).to.be.within(188, 190);
        }
      }
    });

    it(`has a value at every longitude and at the poles of a grid ${what}`, () => {
      const grid = openValues(encodeCog(field));
      for (let lon = -180; lon <= 180; lon += 0.25) {
        for (const lat of [90, 12.3, -90]) {
          const { status, value } = grid.at(lon, lat);
          expect(status, `${lon} ${lat}`).to.equal('ok');
          expect(value, `${lon} ${lat}`).to.be.closeTo(100 - 90 * Math.cos((lon * Math.PI) / 180), 2);
        }
      }
      for (const lat of [90, 12.3, -90]) expect(grid.at(180, lat)).to.deep.equal(grid.at(-180, lat));
    });
  }
});
