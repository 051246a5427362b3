import { tileDrawer, tilesAhead, type Field, type Look } from '@severe/raster';
import { expect } from 'chai';
import { lambert, latLon, modelField, radarField } from './support/fields.ts';

const look: Look = {
  nothing: [],
  missing: [],
  reduce: 'maximum',
  palette: Array.from({ length: 20 }, (_, i) => [i * 75 - 750, `#${(i * 12).toString(16).padStart(2, '0')}8040`]),
  maxPrerenderedZoom: 7,
};

/** The model's field in 16 bits, without absent codes. */
function modelShorts(width: number, height: number): Field {
  const field = modelField(width, height);
  const packed = Uint16Array.from(field.packed, (code) => (code + 80_000) >> 2);
  return { ...field, packed, scale: field.scale * 4, offset: field.offset - 800 };
}

/** 100 m, and no nearer to the edge of a tile than that. */
const fine = { ...lambert, x0: -30_000, y0: 30_000, stepX: 100, stepY: 100 };

const radarStops: Look['palette'] = [[5, '#00ffff'], [20, '#00ff00'], [35, '#ffff00'], [50, '#ff0000']]; // prettier-ignore

const cases: [string, Field, Partial<Look>][] = [
  ['a mosaic, the largest', radarField(700, 500), { palette: radarStops }],
  ['a mosaic, the least', radarField(700, 500), { palette: radarStops, reduce: 'minimum' }],
  ['a mosaic, the mean', radarField(500, 300), { palette: radarStops, reduce: 'mean' }],
  ['a cone, the mean', modelShorts(301, 280), { reduce: 'mean' }],
  ['a cone of cells so small that a pixel takes them all, the mean', { ...modelShorts(700, 500), geometry: fine }, { reduce: 'mean' }], // prettier-ignore
  ['a cone, the largest', modelShorts(301, 280), {}],
  ['a cone with absent cells, the largest', radarField(300, 300, { geometry: lambert }), { palette: radarStops }],
  ['a cone with absent cells, the mean', radarField(300, 300, { geometry: lambert }), { palette: radarStops, reduce: 'mean' }], // prettier-ignore
  ['latitudes and longitudes, the mean', { ...modelShorts(301, 280), geometry: latLon }, { reduce: 'mean' }],
];

/** Grids of many cells of 16 bits are drawn by kernels; 32 bits are not, and must come out the same. */
describe('large grids', () => {
  for (const [name, field, more] of cases) {
    it(`${name}: every tile of 16 bits is that of 32`, () => {
      expect(field.packed.length).to.be.greaterThan(65_536);
      const byKernel = tileDrawer(field, { ...look, ...more });
      const plainly = tileDrawer({ ...field, packed: Int32Array.from(field.packed) }, { ...look, ...more });
      let drawn = 0;
      for (const tile of tilesAhead(field, { maxPrerenderedZoom: 7 })) {
        const [a, b] = [byKernel(tile), plainly(tile)];
        expect(a === undefined, `${tile.z}/${tile.x}/${tile.y}`).to.equal(b === undefined);
        if (!a || !b) continue;
        expect(Buffer.compare(a, b), `${tile.z}/${tile.x}/${tile.y}`).to.equal(0);
        drawn++;
      }
      expect(drawn).to.be.greaterThan(7);
    });
  }
});
