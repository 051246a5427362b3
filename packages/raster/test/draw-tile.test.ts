import type { Tile } from '@severe/geo';
import { drawWindow, tileDrawer, tilesAhead, windowFor, type Field, type Look } from '@severe/raster';
import { expect } from 'chai';
import { lambert, latLon, modelField, planes, radarField, turned } from './support/fields.ts';
import { pixelsOf } from './support/png.ts';
import { lambertReference, latLonReference, planeReference } from './support/reference.ts';

const radarLook: Look = {
  nothing: [-99],
  missing: [-999],
  threshold: 5,
  reduce: 'maximum',
  palette: [[5, '#00ffff'], [20, '#00ff00'], [35, '#ffff00'], [50, '#ff0000']], // prettier-ignore
  maxPrerenderedZoom: 8,
};

const modelLook: Look = {
  nothing: [],
  missing: [],
  reduce: 'mean',
  palette: Array.from({ length: 20 }, (_, i) => [i * 75 - 750, `#${(i * 12).toString(16).padStart(2, '0')}8040`]),
  maxPrerenderedZoom: 7,
};

/** The values of a field as floats, NaN where there is none. */
function valuesOf({ packed, scale, offset, absent }: Field): Float64Array {
  const none = new Set(absent.map(({ code }) => code));
  return Float64Array.from(packed, (code) => (none.has(code) ? NaN : Math.round((offset + code * scale) * 1e6) / 1e6));
}

function expectSame(drawn: Uint32Array, expected: Uint32Array, what: string): void {
  const at = drawn.findIndex((pixel, i) => pixel !== expected[i]);
  const [found, needed] = [drawn[at], expected[at]].map((pixel) => (pixel ?? 0).toString(16));
  expect(at, `${what}, pixel ${at % 256}, ${at >> 8}: ${found} where ${needed} was expected`).to.equal(-1);
}

/** Every tile ahead, and with them one beyond each side. */
function comparePyramid(field: Field, look: Look, reference: (tile: Tile) => Uint32Array): void {
  const draw = tileDrawer(field, look);
  for (const tile of tilesAhead(field, look)) {
    expectSame(pixelsOf(draw(tile)), reference(tile), `tile ${tile.z}/${tile.x}/${tile.y}`);
  }
}

function* tilesOfWorld(deepest: number): Iterable<Tile> {
  for (let z = 0; z <= deepest; z++) {
    for (let y = 0; y < 2 ** z; y++) for (let x = 0; x < 2 ** z; x++) yield { z, x, y };
  }
}

describe('draw-tile', function () {
  this.timeout(60_000);

  for (const reduce of ['maximum', 'minimum', 'mean', 'largest-magnitude'] as const) {
    it(`draws a latitude/longitude grid at every level as the plain reference does: ${reduce}`, () => {
      const field = radarField(701, 433); // odd, so that rows do not lie on word boundaries
      const look = { ...radarLook, reduce };
      const grid = { width: 701, height: 433, values: valuesOf(field) };
      comparePyramid(field, look, latLonReference(grid, { ...latLon, step: 0.01 }, look));
    });
  }

  for (const reduce of ['mean', 'maximum'] as const) {
    it(`draws a Lambert grid at every level as the plain reference does: ${reduce}`, () => {
      const field = modelField(301, 211);
      const look = { ...modelLook, reduce, maxPrerenderedZoom: 6 };
      const grid = { width: 301, height: 211, values: valuesOf(field) };
      const projection = '+proj=lcc +lat_1=38.5 +lat_2=38.5 +lat_0=38.5 +lon_0=-97.5 +R=6371229 +units=m +no_defs';
      comparePyramid(field, look, lambertReference(grid, { projection, ...lambert, step: 3000 }, look));
    });
  }

  for (const [name, { geometry, width, height }] of Object.entries({ ...planes, 'a turned pole': turned })) {
    it(`draws every pixel of a grid as the plain reference does: ${name}`, () => {
      const field = modelField(width, height, { geometry });
      const look: Look = { ...modelLook, reduce: 'maximum', maxPrerenderedZoom: 3 };
      const place = { projection: geometry.proj4, ...geometry };
      const reference = planeReference({ width, height, values: valuesOf(field) }, place, look);
      const ahead = new Set<string>();
      for (const { z, x, y } of tilesAhead(field, look)) ahead.add(`${z}/${x}/${y}`);
      const draw = tileDrawer(field, look);
      for (const tile of tilesOfWorld(look.maxPrerenderedZoom)) {
        const { z, x, y } = tile;
        const png = draw(tile);
        if (png || ahead.has(`${z}/${x}/${y}`) || z < 2)
          expectSame(pixelsOf(png), reference(tile), `tile ${z}/${x}/${y}`);
        if (png) expect(ahead.has(`${z}/${x}/${y}`), `tile ${z}/${x}/${y} is drawn ahead`).to.equal(true);
      }
    });
  }

  it('draws the same cone on a sphere by proj4 and by its tables', () => {
    const field = modelField(301, 211);
    const projection = '+proj=lcc +lat_1=38.5 +lat_2=38.5 +lat_0=38.5 +lon_0=-97.5 +R=6371229 +units=m +no_defs';
    const { x0, y0, stepX, stepY } = lambert;
    const general: Field = { ...field, geometry: { kind: 'projected', proj4: projection, x0, y0, stepX, stepY } };
    const [draw, drawGeneral] = [tileDrawer(field, modelLook), tileDrawer(general, modelLook)];
    for (const tile of tilesAhead(field, { maxPrerenderedZoom: 8 })) {
      if (tile.z < 8) continue; // there pixels are larger than cells, and the boxes round them are not the same
      expectSame(pixelsOf(drawGeneral(tile)), pixelsOf(draw(tile)), `tile 8/${tile.x}/${tile.y}`);
    }
  });

  it('loses no storm when zooming out: every echo of one cell is seen at every level', () => {
    const geometries = [
      { geometry: latLon, width: 700, height: 500 },
      { geometry: { ...lambert, x0: 1_500_000 }, width: 300, height: 200 }, // where meridians lean over
      planes['polar stereographic, across the antimeridian'],
      planes['Albers on an ellipsoid'],
    ];
    for (const { geometry, width, height } of geometries) {
      for (let storm = 0; storm < 12; storm++) {
        const packed = new Uint16Array(width * height).fill(9000);
        packed[Math.floor(((storm * 37 + 5) % height) * width + ((storm * 101 + 3) % width))] = 9990 + 550;
        const field: Field = { ...radarField(width, height), packed, geometry };
        const draw = tileDrawer(field, radarLook);
        const seen = new Set<number>();
        for (const tile of tilesAhead(field, { maxPrerenderedZoom: 7 })) {
          const png = draw(tile);
          if (png && pixelsOf(png).includes(0xff0000ff)) seen.add(tile.z);
        }
        expect([...seen], `storm ${storm} on ${geometry.kind}`).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7]);
      }
    }
  });

  it('lets no absent cell bleed: a mean beside missing ones is that of the others', () => {
    const packed = Uint16Array.from({ length: 400 * 400 }, (_, i) => (i % 2 ? 0 : 9990 + 250)); // stripes of missing
    const field: Field = { ...radarField(400, 400), packed };
    const draw = tileDrawer(field, { ...radarLook, reduce: 'mean' });
    const colours = new Set<number>();
    for (const tile of tilesAhead(field, { maxPrerenderedZoom: 6 }))
      for (const pixel of pixelsOf(draw(tile))) colours.add(pixel);
    expect(colours).to.deep.equal(new Set([0, 0x00ff00ff]));
  });

  it('ends at the edge of the grid: a full field fills just the pixels that its bounds touch', () => {
    const field: Field = { ...radarField(500, 300), packed: new Uint16Array(500 * 300).fill(9990 + 600) };
    const draw = tileDrawer(field, radarLook);
    for (const z of [0, 4, 7, 8]) {
      const world = 256 * 2 ** z;
      const filled = { from: Infinity, to: -Infinity };
      for (const tile of tilesAhead(field, { maxPrerenderedZoom: z })) {
        if (tile.z !== z) continue;
        pixelsOf(draw(tile)).forEach((pixel, i) => {
          if (pixel === 0) return;
          filled.from = Math.min(filled.from, tile.x * 256 + (i & 255));
          filled.to = Math.max(filled.to, tile.x * 256 + (i & 255));
        });
      }
      const [west, east] = [-100, -95].map((lon) => (lon / 360 + 0.5) * world);
      const touching = z < 8; // at z8 a pixel is smaller than a cell, and its centre counts
      expect(filled.from, `z${z}`).to.equal(touching ? Math.floor(west) : Math.ceil(west - 0.5));
      expect(filled.to, `z${z}`).to.equal(touching ? Math.ceil(east) - 1 : Math.ceil(east - 0.5) - 1);
    }
  });

  it('draws from a window what it draws from the whole field', () => {
    const samples: [Field, Look][] = [
      [radarField(1500, 900), radarLook],
      [modelField(301, 211), modelLook],
      ...Object.values(planes).map(({ geometry, width, height }): [Field, Look] => {
        return [modelField(width, height, { geometry }), modelLook];
      }),
    ];
    for (const [field, look] of samples) {
      const draw = tileDrawer(field, look);
      const coarse = field.geometry.kind === 'projected'; // these cells are larger: z10 would be many tiles
      for (const z of coarse ? [2, 5] : [5, 7, 9, 10]) {
        const shown = [...tilesAhead(field, { maxPrerenderedZoom: z })].filter((tile) => tile.z === z && draw(tile));
        expect(shown, `tiles of z${z}`).to.have.length.above(0);
        for (const tile of shown.slice(0, 3)) {
          const what = `${field.geometry.kind} ${tile.z}/${tile.x}/${tile.y}`;
          expectSame(pixelsOf(drawWindow(cut(field, tile), look, tile)), pixelsOf(draw(tile)), what);
        }
      }
    }
  });

  it('needs no cells for a tile beside the grid, and draws none', () => {
    for (const field of [radarField(100, 100), modelField(100, 100)]) {
      const tile = { z: 8, x: 200, y: 90 };
      expect(windowFor(field, tile)).to.equal(undefined);
      expect(tileDrawer(field, radarLook)(tile)).to.equal(undefined);
    }
  });
});

/** A field cut to the cells that a tile needs, as a reader of value files cuts it. */
function cut(field: Field, tile: Tile): Field {
  const window = windowFor(field, tile);
  if (!window) throw new Error('the tile lies beside the grid');
  const { column, row, width, height } = window;
  const packed = field.packed.slice(0, width * height);
  for (let y = 0; y < height; y++) {
    const start = (row + y) * field.width + column;
    packed.set(field.packed.subarray(start, start + width), y * width);
  }
  const { geometry } = field;
  const moved =
    geometry.kind === 'latlon'
      ? { ...geometry, west: geometry.west + column * geometry.stepLon, north: geometry.north - row * geometry.stepLat }
      : { ...geometry, x0: geometry.x0 + column * geometry.stepX, y0: geometry.y0 - row * geometry.stepY };
  return { ...field, width, height, packed, geometry: moved };
}
