import { expect } from 'chai';
import { hrrrProducts, radarProducts } from '@severe/catalogue';
import { copyFor, encodeCog, statuses, valueCode, valuesTile, type Field, type Look } from '@severe/raster';
import { openValues } from '@severe/raster/values';
import sharp from 'sharp';
import { wordsOf } from '../../src/values-tile/words.ts';
import { latLon, radarField } from '../support/fields.ts';

const look: Look = { nothing: [], missing: [], reduce: 'maximum', palette: [], maxPrerenderedZoom: 0 };
const code = { scale: 0.5, offset: -100 };
/** The largest code of a value. */
const maxCode = 65_535;

/** A field whose packed 0 is missing and 1 is nothing; packed p stands for p - 50. */
const small = (packed: number[]): Field => ({
  width: packed.length,
  height: 1,
  packed: Uint16Array.from(packed),
  scale: 1,
  offset: -50,
  absent: [
    { code: 0, means: 'missing' },
    { code: 1, means: 'nothing' },
  ],
  geometry: latLon,
});

/** What the rule makes of all cells: a value, or why there is none. */
function reduced(reduce: Look['reduce'], packed: number[]): number | string {
  const word = wordsOf(small(packed), { reduce }, code).reduce(0, packed.length - 1, 0, 0);
  return word < 2 ? ['missing', 'nothing'][word] : code.offset + (word - 2) * code.scale;
}

describe('values as tiles', () => {
  it('have the rule of the product over the cells of a pixel, those without a value taking no part', () => {
    const packed = [0, 1, 20, 45, 90, 1]; // -30, -5 and 40
    expect(reduced('maximum', packed)).to.equal(40);
    expect(reduced('minimum', packed)).to.equal(-30);
    expect(reduced('largest-magnitude', packed)).to.equal(40);
    expect(reduced('largest-magnitude', [10, 80])).to.equal(-40);
    expect(reduced('largest-magnitude', [10, 90])).to.equal(40); // of equals the positive one
    expect(reduced('mean', [0, 20, 45, 1])).to.equal(-17.5);
    for (const rule of ['maximum', 'minimum', 'largest-magnitude', 'mean'] as const) {
      expect(reduced(rule, [0, 1, 0]), rule).to.equal('nothing');
      expect(reduced(rule, [0, 0]), rule).to.equal('missing');
    }
  });

  it('hold what is beyond their ends at the ends', () => {
    const { codes } = wordsOf(small([2, 65_535]), look, { scale: 0.1, offset: 0 });
    expect([...codes]).to.deep.equal([2, 2 + maxCode]);
  });

  for (const product of [...radarProducts, ...hrrrProducts]) {
    it(`reach what ${product.family}/${product.id} can be, in steps that a legend cannot tell apart`, () => {
      const { scale, offset } = valueCode(product);
      const span = product.max - product.min;
      expect(offset).to.be.at.most(product.min - 3.99 * span);
      expect(offset + maxCode * scale).to.be.at.least(product.max + 4.9 * span);
      expect(scale).to.be.at.most(span / 2000);
      expect(offset / scale).to.be.closeTo(Math.round(offset / scale), 1e-6);
    });
  }

  describe('from the copies of a grid', () => {
    const field = radarField(1500, 1100);
    const file = encodeCog(field, { reduce: 'maximum' });

    it('take the coarsest one of whose cells four lie along a pixel', () => {
      // a pixel of z8 is 0.0055°, about half a cell; one of z4 is nine cells, of z0 141
      expect([10, 8, 5, 4, 3, 2, 0].map((z) => copyFor(field, z))).to.deep.equal([0, 0, 0, 1, 2, 3, 3]);
    });

    it('show every strong cell, within a pixel of its place', async () => {
      const [z, x, y] = [3, 1, 3]; // 135 W to 90 W, 41 N to 0 N
      const grid = openValues(file, { level: copyFor(field, z) });
      expect([grid.width, grid.height]).to.deep.equal([375, 275]);
      const { data } = await sharp(valuesTile(grid, look, { scale: 0.1, offset: -999 }, { z, x, y })).raw().toBuffer({ resolveWithObject: true }); // prettier-ignore
      const shown = (column: number, row: number) => {
        const at = 3 * (row * 256 + column);
        return data[at + 2] === statuses.value ? 256 * data[at] + data[at + 1] : -1;
      };
      let strong = 0;
      field.packed.forEach((packed, i) => {
        if (packed < 10_500) return;
        const [lon, lat] = [-99.995 + (i % field.width) * 0.01, 39.995 - Math.floor(i / field.width) * 0.01];
        const column = Math.floor((((lon + 180) / 360) * 8 - x) * 256);
        const mercator = 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI);
        const row = Math.floor((mercator * 8 - y) * 256);
        if (column > 255) return; // east of the tile
        strong++;
        expect(shown(column, row), `cell ${i}`).to.be.at.least(packed);
      });
      expect(strong).to.be.above(100);
    });

    it('are refused where the file has no such copy', () => {
      expect(() => openValues(file, { level: 4 })).to.throw('has no image of level 4');
      expect(() => openValues(file.subarray(0, 300), { level: 1 })).to.throw('the value file has 300 bytes');
    });
  });
});
