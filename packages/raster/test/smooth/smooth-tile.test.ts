import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasTool } from '@severe/testing/tools';
import { tileAt } from '@severe/geo/testing/tile-at';
import { tileRange, type Tile } from '@severe/geo';
import { expect } from 'chai';
import {
  boundsOf,
  centreOf,
  drawSmoothWindow,
  drawWindow,
  encodeCog,
  smoothWindowFor,
  type Field,
  type Geometry,
  type Look,
} from '@severe/raster';
import { openValues } from '@severe/raster/values';
import { conus2km } from '../support/views.ts';
import { lambert, latLon, planes } from '../support/fields.ts';
import { pixelsOf } from '../support/png.ts';
import { colourOf, mercatorMetres } from '../support/reference.ts';
import { smoothValues, type ReferencePlace } from '../support/smooth-reference.ts';

const [scale, offset, none] = [0.1, -20, 9000];

/** A colour for every half unit from 5. */
const look: Look = {
  nothing: [],
  missing: [],
  threshold: 5,
  reduce: 'maximum',
  maxPrerenderedZoom: 0,
  palette: Array.from({ length: 120 }, (_, i) => [5 + i / 2, `#${(0x203000 + 40 * i).toString(16)}`]),
};

/** Waves of values, with cells without one: blocks, a diagonal, and single ones. */
function waves(geometry: Geometry, width: number, height: number): Field {
  const packed = Uint16Array.from({ length: width * height }, (_, i) => {
    const [column, row] = [i % width, Math.floor(i / width)];
    const isAbsent = (column % 40 < 9 && row % 30 < 7) || (column + row) % 53 === 0 || i % 211 === 0;
    return isAbsent ? none : Math.round(450 + 230 * Math.sin(column / 5) + 190 * Math.cos(row / 4));
  });
  return { width, height, packed, scale, offset, absent: [{ code: none, means: 'nothing' }], geometry };
}

const seen = { ...conus2km.geometry, x0: -1_500_000, y0: 3_800_000, stepX: 4000, stepY: 4000 };
const albers = planes['Albers on an ellipsoid'];

/** Grids, and a zoom whose pixels are smaller than their cells. */
const cases: Record<string, { field: Field; z: number }> = {
  'latitude and longitude': { field: waves(latLon, 220, 180), z: 8 },
  'Lambert on a sphere': { field: waves(lambert, 180, 140), z: 7 },
  'a view from space': { field: waves(seen, 160, 130), z: 7 },
  'Albers on an ellipsoid': { field: waves(albers.geometry, albers.width, albers.height), z: 5 },
};

function placeOf(geometry: Geometry): ReferencePlace {
  if (geometry.kind === 'latlon') {
    const { west, north, stepLon, stepLat } = geometry;
    return { projection: 'EPSG:4326', x0: west, y0: north, stepX: stepLon, stepY: stepLat };
  }
  const { x0, y0, stepX, stepY } = geometry;
  return { projection: proj4Of(geometry), x0, y0, stepX, stepY };
}

function proj4Of(geometry: Exclude<Geometry, { kind: 'latlon' }>): string {
  if (geometry.kind === 'projected') return geometry.proj4;
  if (geometry.kind === 'geostationary') {
    const { height, lonOrigin, sweep, major, minor } = geometry;
    return `+proj=geos +h=${height} +lon_0=${lonOrigin} +sweep=${sweep} +a=${major} +b=${minor} +units=m`;
  }
  const { radius, lat1, lat2, latOrigin, lonOrigin } = geometry;
  return `+proj=lcc +R=${radius} +lat_1=${lat1} +lat_2=${lat2} +lat_0=${latOrigin} +lon_0=${lonOrigin} +units=m`;
}

const valuesOf = ({ packed }: Field) =>
  Float64Array.from(packed, (code) => (code === none ? NaN : offset + code * scale));

/** The tile in the middle of a grid, and one at its north-western corner. */
function tilesOf(field: Field, z: number): Tile[] {
  const { lon, lat } = centreOf(field)!;
  const { minX, minY } = tileRange(boundsOf(field), z);
  return [tileAt(lon, lat, z), { z, x: minX, y: minY }];
}

const draw = (field: Field, tile: Tile, own = look) => pixelsOf(drawSmoothWindow(field, own, tile));

describe('smooth/smooth-tile', () => {
  for (const [name, { field, z }] of Object.entries(cases)) {
    it(`colours the bilinear mean of the four cells around each pixel of ${name}`, () => {
      let [shown, changed] = [0, 0];
      for (const tile of tilesOf(field, z)) {
        const grid = { width: field.width, height: field.height, values: valuesOf(field) };
        const valueAt = smoothValues(grid, placeOf(field.geometry), tile);
        const [smooth, plain] = [draw(field, tile), pixelsOf(drawWindow(field, look, tile))];
        for (let i = 0; i < smooth.length; i++) {
          if (smooth[i] !== plain[i]) changed++;
          if (smooth[i] > 0) shown++;
          if (i % 7 > 0) continue; // proj4 is slow; 7 and 256 have no factor in common
          const { value, isDoubtful } = valueAt(i);
          if (isDoubtful) continue;
          const choices = [-1e-5, 0, 1e-5].map((error) => colourOf(value + error, look));
          if (!choices.includes(smooth[i])) expect.fail(`pixel ${i} of ${tile.z}/${tile.x}/${tile.y} is not ${value}`);
        }
      }
      expect(shown).to.be.above(15_000);
      expect(changed).to.be.above(10_000);
    });

    it(`draws ${name} from the cells of its window as from the whole grid`, () => {
      for (const tile of tilesOf(field, z)) {
        const box = smoothWindowFor(field, tile);
        const file = openValues(encodeCog(field, { reduce: 'maximum' }));
        const cut = box && file.window(box.column, box.row, box.width, box.height);
        expect(cut && drawSmoothWindow(cut, look, tile)).to.deep.equal(drawSmoothWindow(field, look, tile));
      }
    });
  }

  it('has the values of a bilinear warp by GDAL', function () {
    if (!hasTool('gdalwarp')) this.skip();
    this.timeout(20_000);
    for (const { field, z } of [cases['latitude and longitude'], cases['Lambert on a sphere']]) {
      const [tile] = tilesOf(field, z);
      const warped = gdalBilinear(field, tile);
      const smooth = draw(field, tile);
      let [same, doubtful] = [0, 0];
      for (let i = 0; i < smooth.length; i++) {
        const value = warped[i] === none ? NaN : offset + warped[i] * scale;
        const choices = [-1e-3, 0, 1e-3].map((error) => colourOf(value + error, look));
        if (choices.includes(smooth[i])) same++;
        else doubtful++;
      }
      expect(doubtful, `of ${same}, pixels that GDAL draws otherwise`).to.be.at.most(20); // at the edge between two cells
    }
  });

  it('has no value where the cell under a pixel has none, and takes nothing from it', () => {
    const field = waves(latLon, 220, 180);
    const flat: Field = { ...field, packed: field.packed.map((code) => (code === none ? none : 500)) };
    const [tile] = tilesOf(flat, 9);
    expect(draw(flat, tile)).to.deep.equal(pixelsOf(drawWindow(flat, look, tile)));
  });

  it('mixes a threshold with nothing: a weak value draws a strong one down, and is clear itself', () => {
    const steps = waves(latLon, 220, 180);
    const packed = steps.packed.map((_, i) => (i % 2 === 0 ? 700 : 200)); // 50 and 0
    const [tile] = tilesOf(steps, 9);
    const values = new Set(draw({ ...steps, packed }, tile));
    expect(values.size).to.be.above(50);
    expect(values.has(0)).to.equal(true);
  });

  it('draws tiles with pixels larger than a cell as without smoothing, so that no storm is lost', () => {
    for (const { field, z } of Object.values(cases)) {
      const [tile] = tilesOf(field, z - 3);
      expect(drawSmoothWindow(field, look, tile)).to.deep.equal(drawWindow(field, look, tile));
    }
  });

  it('draws nothing of a tile beside the grid, or without a value', () => {
    const { field, z } = cases['latitude and longitude'];
    expect(drawSmoothWindow(field, look, { z, x: 0, y: 0 })).to.equal(undefined);
    const empty = { ...field, packed: field.packed.map(() => none) };
    expect(drawSmoothWindow(empty, look, tilesOf(field, z)[0])).to.equal(undefined);
  });
});

/** Packed values of a tile, warped by GDAL without approximation; `none` where it has no value. */
function gdalBilinear(field: Field, { z, x, y }: Tile): Float64Array {
  const folder = mkdtempSync(join(tmpdir(), 'severe-smooth-'));
  try {
    const [file, raw] = [join(folder, 'values.tif'), join(folder, 'warped.raw')];
    writeFileSync(file, encodeCog(field, { reduce: 'maximum' }));
    const [left, top] = mercatorMetres(z, x * 256, y * 256);
    const [right, bottom] = mercatorMetres(z, (x + 1) * 256, (y + 1) * 256);
    const exact = ['-q', '-r', 'bilinear', '-et', '0', '-ovr', 'NONE', '-ot', 'Float64', '-of', 'ENVI'];
    const nodata = ['-srcnodata', String(none), '-dstnodata', String(none)];
    const target = ['-t_srs', 'EPSG:3857', '-te', ...[left, bottom, right, top].map(String), '-ts', '256', '256'];
    execFileSync('gdalwarp', [...exact, ...nodata, ...target, file, raw], { stdio: ['ignore', 'ignore', 'pipe'] });
    const bytes = readFileSync(raw);
    return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
