/** What must hold at every zoom, for each kind of projection: no storm vanishes, and tiles join without seams. */
import type { Tile } from '@severe/geo';
import { tileAt } from '@severe/geo/testing/tile-at';
import { expect } from 'chai';
import convert from 'proj4';
import {
  tileDrawer,
  type Field,
  type GeostationaryGeometry,
  type LambertGeometry,
  type LatLonGeometry,
  type Look,
  type ProjectedGeometry,
} from '@severe/raster';
import { lambert, latLon, planes } from './support/fields.ts';
import { pixelsOf } from './support/png.ts';
import { seeded } from '@severe/testing/seeded';
import { conus2km } from './support/views.ts';

const size = 256;
/** A colour for every whole value from 5 to 75, which its blue tells. */
const look: Look = {
  nothing: [],
  missing: [],
  threshold: 5,
  reduce: 'maximum',
  maxPrerenderedZoom: 0,
  palette: Array.from({ length: 71 }, (_, i) => [i + 5, `#0000${(i + 5).toString(16).padStart(2, '0')}`]),
};

/** The kinds that have a formula in PROJ's words. */
type Geometry = LatLonGeometry | LambertGeometry | GeostationaryGeometry | ProjectedGeometry;

interface Case {
  geometry: Geometry;
  width: number;
  height: number;
  /** The zoom whose pixels are about as large as cells. */
  even: number;
}

/** A part of what GOES-East sees, in cells of about four kilometres. */
const seen: GeostationaryGeometry = { ...conus2km.geometry, x0: -1_500_000, y0: 3_800_000, stepX: 4000, stepY: 4000 };

const cases: Record<string, Case> = {
  'latitude and longitude': { geometry: latLon, width: 420, height: 380, even: 7 },
  'Lambert on a sphere': { geometry: lambert, width: 380, height: 340, even: 5 },
  'a view from space': { geometry: seen, width: 260, height: 230, even: 5 },
  'polar stereographic': { ...planes['polar stereographic, across the antimeridian'], even: 3 },
  'transverse Mercator': { ...planes['transverse Mercator'], even: 4 },
  'Albers on an ellipsoid': { ...planes['Albers on an ellipsoid'], even: 3 },
};

/** Where the middle of a cell lies, by PROJ's formulas. */
function placeOf(geometry: Geometry, column: number, row: number): [lon: number, lat: number] {
  if (geometry.kind === 'latlon') {
    return [geometry.west + column * geometry.stepLon, geometry.north - row * geometry.stepLat];
  }
  const { x0, y0, stepX, stepY } = geometry;
  return convert(proj4Of(geometry)).inverse([x0 + column * stepX, y0 - row * stepY]) as [number, number];
}

function proj4Of(geometry: Exclude<Geometry, { kind: 'latlon' }>): string {
  if (geometry.kind === 'projected') return geometry.proj4;
  if (geometry.kind === 'geostationary') {
    const { height, lonOrigin: lon, sweep, major, minor } = geometry;
    return `+proj=geos +h=${height} +lon_0=${lon} +sweep=${sweep} +a=${major} +b=${minor} +units=m`;
  }
  const { radius, lat1, lat2, latOrigin, lonOrigin } = geometry;
  return `+proj=lcc +R=${radius} +lat_1=${lat1} +lat_2=${lat2} +lat_0=${latOrigin} +lon_0=${lonOrigin} +units=m`;
}

/** Weak echoes here and there, and 120 single cells of 50 to 75. */
function stormyField({ geometry, width, height }: Case): { field: Field; storms: [column: number, row: number][] } {
  const random = seeded(width);
  const packed = new Uint16Array(width * height);
  for (let i = 0; i < packed.length; i++) packed[i] = random() < 0.1 ? 5 + Math.floor(random() * 40) : 0;
  const storms = Array.from({ length: 120 }, (): [number, number] => [
    Math.floor(random() * width),
    Math.floor(random() * height),
  ]);
  for (const [column, row] of storms) packed[row * width + column] = 50 + Math.floor(random() * 25);
  return { field: { width, height, packed, scale: 1, offset: 0, absent: [], geometry }, storms };
}

/** Draws tiles when they are asked for, and tells the value that a pixel shows, 0 where it is clear. */
function map(field: Field) {
  const draw = tileDrawer(field, look);
  const drawn = new Map<string, Uint32Array>();
  const pixels = ({ z, x, y }: Tile): Uint32Array => {
    const key = `${z}/${x}/${y}`;
    const known = drawn.get(key) ?? pixelsOf(draw({ z, x, y }));
    drawn.set(key, known);
    return known;
  };
  /** Pixels are numbered over the world, and go on from its end at its beginning. */
  return (z: number, column: number, y: number): number => {
    const world = size * 2 ** z;
    const x = ((column % world) + world) % world;
    if (y < 0 || y >= world) return 0;
    const tile = { z, x: Math.floor(x / size), y: Math.floor(y / size) };
    return (pixels(tile)[(y % size) * size + (x % size)] >>> 8) & 255;
  };
}

/** The pixel of a zoom that a place falls in. */
function pixelAt(z: number, [lon, lat]: [number, number]): [x: number, y: number] {
  const { x, y } = tileAt(lon, lat, z + 8); // a tile of eight levels deeper is a pixel
  return [x, y];
}

for (const [name, given] of Object.entries(cases)) {
  describe(`zooming on ${name}`, () => {
    const { field, storms } = stormyField(given);
    const valueAt = map(field);

    it('keeps every storm: the pixel over its cell shows it, or a stronger one', () => {
      for (let z = Math.max(0, given.even - 5); z <= given.even + 1; z++) {
        for (const [column, row] of storms) {
          const [x, y] = pixelAt(z, placeOf(given.geometry, column, row));
          const value = field.packed[row * field.width + column];
          expect(valueAt(z, x, y), `z${z}: cell ${column}, ${row}`).to.be.at.least(value);
        }
      }
    });

    it('joins what is large to what is small: a pixel shows what its four children show, or one beside them', () => {
      const z = given.even - 2; // all pixels, and those of the next level, are larger than cells
      const corner = pixelAt(z, placeOf(given.geometry, field.width / 2, field.height / 2));
      // across the edges of tiles: the middle of the grid, and the corner of a tile that is next to it
      for (const [left, top] of [corner, corner.map((pixel) => Math.round(pixel / size) * size)]) {
        for (let y = top - 12; y < top + 12; y++) {
          for (let x = left - 12; x < left + 12; x++) {
            const [within, around] = [strongest(2 * x, 2 * y, 2), strongest(2 * x - 1, 2 * y - 1, 4)];
            const value = valueAt(z, x, y);
            const where = `z${z}: pixel ${x}, ${y}`;
            if (field.geometry.kind === 'latlon') expect(value, where).to.equal(within);
            else expect(value, where).to.be.within(within, around);
          }
        }
      }

      function strongest(x: number, y: number, across: number): number {
        let most = 0;
        for (let i = 0; i < across * across; i++) {
          most = Math.max(most, valueAt(z + 1, x + (i % across), y + Math.floor(i / across)));
        }
        return most;
      }
    });

    it('joins tiles without seams: on both sides of their edges each pixel shows the cell under its middle', () => {
      const z = given.even + 3; // pixels are smaller than cells
      const [x, y] = pixelAt(z, placeOf(given.geometry, field.width / 2, field.height / 2));
      const [edgeX, edgeY] = [x, y].map((pixel) => Math.round(pixel / size) * size);
      let [checked, shown] = [0, 0];
      for (let along = -120; along < 120; along++) {
        for (const across of [-2, -1, 0, 1]) {
          for (const [px, py] of [
            [edgeX + across, y + along],
            [x + along, edgeY + across],
          ]) {
            // prettier-ignore
            const cell = cellUnder(given, z, px, py);
            if (cell === undefined) continue;
            checked++;
            const value = field.packed[cell] < 5 ? 0 : field.packed[cell];
            if (value > 0) shown++;
            expect(valueAt(z, px, py), `z${z}: pixel ${px}, ${py}`).to.equal(value);
          }
        }
      }
      expect(checked).to.be.above(1000);
      expect(shown).to.be.above(20);
    });
  });
}

/** The cell under the middle of a pixel; undefined outside, and where the middle is too near to an edge to be sure. */
function cellUnder({ geometry, width, height }: Case, z: number, x: number, y: number): number | undefined {
  const world = size * 2 ** z;
  const metres = (part: number) => (2 * part - 1) * Math.PI * 6378137;
  const [lon, lat] = convert('EPSG:3857', 'EPSG:4326').forward([metres((x + 0.5) / world), -metres((y + 0.5) / world)]);
  let [column, row] = [0, 0];
  if (geometry.kind === 'latlon') {
    column = (lon - geometry.west) / geometry.stepLon;
    row = (geometry.north - lat) / geometry.stepLat;
  } else {
    const [east, north] = convert(proj4Of(geometry)).forward([lon, lat]);
    column = (east - geometry.x0) / geometry.stepX;
    row = (geometry.y0 - north) / geometry.stepY;
  }
  const sure = (place: number) => Math.abs(place - Math.floor(place) - 0.5) > 1e-6;
  const [i, j] = [Math.round(column), Math.round(row)];
  return sure(column) && sure(row) && i >= 0 && i < width && j >= 0 && j < height ? j * width + i : undefined;
}
