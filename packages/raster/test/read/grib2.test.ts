import { gzipSync } from 'node:zlib';
import { DataError } from '@severe/base';
import { Grib2Error } from '@severe/grib2';
import {
  encodeGrib2,
  hrrrOrigin,
  mrmsOrigin,
  quantize,
  type Grib2Input,
  type LambertGridInput,
  type LatLonGridInput,
} from '@severe/grib2/write';
import {
  readGrib2Field,
  type Field,
  type Grib2Spec,
  type LatLonGeometry,
  type ProjectedGeometry,
} from '@severe/raster';
import { expect } from 'chai';
import proj4 from 'proj4';

const at = new Date('2026-05-20T22:18:00Z');
const plain: Grib2Spec = { nothing: [], missing: [] };

/** 3 × 2 points; the first is the north-western one. */
const radarGrid: LatLonGridInput = {
  kind: 'latlon',
  width: 3,
  height: 2,
  firstLat: 40,
  firstLon: -100,
  stepLon: 0.5,
  stepLat: 0.25,
};

const modelGrid: LambertGridInput = {
  kind: 'lambert',
  width: 40,
  height: 30,
  firstLat: 25,
  firstLon: -120,
  trueLat: 38.5,
  orientationLon: -97.5,
  lat1: 38.5,
  lat2: 38.5,
  stepX: 90_000,
  stepY: 90_000,
};

function message(values: number[], more: Partial<Grib2Input> = {}): Uint8Array {
  return encodeGrib2({
    identification: { ...mrmsOrigin, referenceAt: at },
    grid: radarGrid,
    product: { category: 9, number: 0, surface: { type: 102, value: 500 } },
    values: quantize(values, { decimalScale: 1 }),
    packing: { template: '5.41' },
    ...more,
  });
}

function component(number: number, values: number[], grid: Grib2Input['grid']): Uint8Array {
  return encodeGrib2({
    identification: { ...hrrrOrigin, referenceAt: at },
    grid,
    product: { category: 2, number, surface: { type: 103, value: 10 } },
    values: quantize(values, { decimalScale: 4 }),
    packing: { template: '5.0' },
  });
}

/** Physical values to the resolution of a tenth, null where absent. */
function valuesOf({ packed, scale, offset, absent }: Field): (number | null)[] {
  return Array.from(packed, (code) =>
    absent.some((none) => none.code === code) ? null : Math.round((offset + code * scale) * 10) / 10,
  );
}

function refusal(bytes: Uint8Array, spec: Grib2Spec = plain): DataError {
  try {
    readGrib2Field(bytes, spec);
  } catch (error) {
    if (error instanceof DataError) return error;
    throw error;
  }
  throw new Error('the bytes were read');
}

describe('read/grib2', () => {
  const six = [1, 2, 3, 4, 5, 6];

  it('reads a message as a field on a map, gzipped or not', () => {
    for (const bytes of [message(six), gzipSync(message(six))]) {
      const field = readGrib2Field(bytes, plain);
      expect(valuesOf(field)).to.deep.equal(six);
      expect(field).to.include({ width: 3, height: 2 });
      expect(field.geometry).to.deep.equal({ kind: 'latlon', west: -100, north: 40, stepLon: 0.5, stepLat: 0.25 });
      expect(field.packed).to.be.an.instanceof(Uint16Array);
    }
  });

  const scans: [flags: number, first: [lat: number, lon: number], expected: number[]][] = [
    [0x40, [39.75, -100], [4, 5, 6, 1, 2, 3]], // south-west first
    [0x80, [40, -99], [3, 2, 1, 6, 5, 4]], // north-east first
    [0xc0, [39.75, -99], [6, 5, 4, 3, 2, 1]], // south-east first
    [0x20, [40, -100], [1, 3, 5, 2, 4, 6]], // columns first
    [0x50, [39.75, -100], [6, 5, 4, 1, 2, 3]], // south-west first, every second row backwards
  ];
  for (const [flags, [firstLat, firstLon], expected] of scans) {
    it(`turns scanning mode ${flags} north up and west first`, () => {
      const field = readGrib2Field(message(six, { grid: { ...radarGrid, firstLat, firstLon, scan: flags } }), plain);
      expect(valuesOf(field)).to.deep.equal(expected);
      expect(field.geometry).to.deep.equal({ kind: 'latlon', west: -100, north: 40, stepLon: 0.5, stepLat: 0.25 });
    });
  }

  it('distinguishes fill values for nothing and for missing', () => {
    const field = readGrib2Field(message([-99, -999, 5.5, -99, 60, 0]), { nothing: [-99], missing: [-999, -998.5] });
    expect(valuesOf(field)).to.deep.equal([null, null, 5.5, null, 60, 0]);
    const means = field.absent.map(({ code, means }) => [Math.round(field.offset + code * field.scale), means]);
    expect(means).to.deep.include([-99, 'nothing']);
    expect(means).to.deep.include([-999, 'missing']);
  });

  it('reads points without a bit in the bitmap as missing, in 16 bits', () => {
    const present = [1, 0, 1, 0, 1, 1];
    for (const packing of [{ template: '5.41' }, { template: '5.0' }] as const) {
      const bytes = message([], { values: quantize([-7, 8, 9, 10], { decimalScale: 1 }), present, packing });
      const field = readGrib2Field(bytes, plain);
      expect(valuesOf(field)).to.deep.equal([-7, null, 8, null, 9, 10]);
      expect(field.packed).to.be.an.instanceof(Uint16Array);
    }
  });

  it('changes units without touching the packed values', () => {
    const kelvin = readGrib2Field(message([273.2, 300, 250, 260, 270, 280]), plain);
    const celsius = readGrib2Field(message([273.2, 300, 250, 260, 270, 280]), { ...plain, offset: -273.15, scale: 1 });
    expect(celsius.packed).to.deep.equal(kelvin.packed);
    expect(celsius.offset + celsius.packed[1] * celsius.scale).to.be.closeTo(26.85, 1e-4);
    const doubled = readGrib2Field(message([1, 2, 3, 4, 5, 6]), { ...plain, scale: 2, offset: 1 });
    expect(valuesOf(doubled)).to.deep.equal([3, 5, 7, 9, 11, 13]);
  });

  it('keeps values of 24 bits whole', () => {
    const large = [0, 1, 70_000, 1_000_000.5, 3, 1_500_000.2];
    const field = readGrib2Field(message(large, { packing: { template: '5.41', bits: 24 } }), plain);
    expect(valuesOf(field)).to.deep.equal(large);
    expect(field.packed).to.be.an.instanceof(Int32Array);
  });

  it('computes the length of a vector, whatever the order of its components', () => {
    const [u, v] = [component(2, [3, 0, -6, 1, 0, 5], radarGrid), component(3, [4, 0, 8, 0, -2, 12], radarGrid)];
    for (const file of [Buffer.concat([u, v]), Buffer.concat([v, u])]) {
      const speed = readGrib2Field(file, { ...plain, derive: 'magnitude', step: 0.1 });
      expect(speed.scale).to.equal(0.1);
      expect(valuesOf(speed)).to.deep.equal([5, 0, 10, 1, 2, 13]);
    }
  });

  it('gives the direction a wind comes from, calm as 0', () => {
    // East and north components: from the west, the south, the east, the north, the north-east; calm.
    const [u, v] = [component(2, [5, 0, -5, 0, -5, 0], radarGrid), component(3, [0, 5, 0, -5, -5, 0], radarGrid)];
    const from = readGrib2Field(Buffer.concat([u, v]), { ...plain, derive: 'direction-from', step: 1 });
    expect(valuesOf(from)).to.deep.equal([270, 180, 90, 0, 45, 0]);
  });

  it('turns grid-relative winds of a Lambert grid to true north: a west wind everywhere, by proj4', () => {
    const toPlane = proj4(
      'EPSG:4326',
      '+proj=lcc +lat_1=38.5 +lat_2=38.5 +lat_0=38.5 +lon_0=-97.5 +R=6371229 +units=m',
    );
    const [x0, y0] = toPlane.forward([modelGrid.firstLon, modelGrid.firstLat]);
    const [u, v]: [number[], number[]] = [[], []];
    for (let row = 0; row < modelGrid.height; row++) {
      for (let column = 0; column < modelGrid.width; column++) {
        const [x, y] = [x0 + column * modelGrid.stepX, y0 + row * modelGrid.stepY];
        const [lon, lat] = toPlane.inverse([x, y]);
        const [eastX, eastY] = toPlane.forward([lon + 1e-5, lat]); // a step to the east, in the plane
        const length = Math.hypot(eastX - x, eastY - y);
        u.push((10 * (eastX - x)) / length);
        v.push((10 * (eastY - y)) / length);
      }
    }
    const [uMessage, vMessage] = [component(2, u, modelGrid), component(3, v, modelGrid)];
    const spec: Grib2Spec = { ...plain, derive: 'direction-from', step: 1 };
    const turned = readGrib2Field(Buffer.concat([uMessage, vMessage]), spec);
    expect(new Set(valuesOf(turned))).to.deep.equal(new Set([270]));

    // The same numbers declared relative to east and north (octet 47 of section 3) stay as they are.
    const octet47 = 16 + 21 + 46;
    for (const bytes of [uMessage, vMessage]) bytes[octet47] &= ~0x08;
    const unturned = readGrib2Field(Buffer.concat([uMessage, vMessage]), spec);
    const asStored = u.map((_, i) => (Math.round((Math.atan2(-u[i], -v[i]) * 180) / Math.PI) + 360) % 360);
    const flipped = asStored.map((_, i) => {
      const [row, column] = [Math.floor(i / modelGrid.width), i % modelGrid.width];
      return asStored[(modelGrid.height - 1 - row) * modelGrid.width + column];
    });
    expect(valuesOf(unturned)).to.deep.equal(flipped);
    expect(new Set(flipped).size).to.be.above(20);
  });

  it('refuses bytes that are no GRIB2, with the error of the decoder as cause', () => {
    const error = refusal(new TextEncoder().encode('<html>Service unavailable</html>'));
    expect(error.code).to.equal('grib2-not-grib2');
    expect(error.cause).to.be.an.instanceof(Grib2Error);
  });

  it('refuses a truncated message, gzipped or not', () => {
    expect(refusal(message(six).subarray(0, -30)).code).to.equal('grib2-truncated');
    expect(refusal(gzipSync(message(six)).subarray(0, -12)).code).to.equal('gzip');
  });

  it('reports how many fields were found and how many are needed', () => {
    const two = Buffer.concat([message(six), message(six)]);
    expect(refusal(two).message).to.contain('2 fields, 1 needed');
    expect(refusal(message(six), { ...plain, derive: 'magnitude', step: 1 }).message).to.contain('1 fields, 2 needed');
  });

  it('refuses components on two different grids', () => {
    const elsewhere = { ...radarGrid, firstLat: 41 };
    const file = Buffer.concat([component(2, six, radarGrid), component(3, six, elsewhere)]);
    expect(refusal(file, { ...plain, derive: 'magnitude', step: 0.1 }).code).to.equal('vector');
  });

  it('continues longitudes beyond 180 for a grid across the antimeridian', () => {
    const pacific = { ...radarGrid, firstLon: 179, stepLon: 1.5 };
    const field = readGrib2Field(message(six, { grid: pacific }), plain);
    expect(valuesOf(field)).to.deep.equal(six);
    const { proj4: definition, ...place } = field.geometry as ProjectedGeometry;
    expect(place).to.deep.equal({ kind: 'projected', x0: 179, y0: 40, stepX: 1.5, stepY: 0.25 });
    expect(proj4(definition).forward([-178, 40])).to.deep.equal([182, 40]);
  });

  /** Longitudes of the columns of one row, and the values in them. */
  const columnsOf = (firstLon: number, values: number[]): [lon: number, value: number | null][] => {
    const stepLon = 360 / values.length;
    const grid = { ...radarGrid, width: values.length, height: 1, firstLon, stepLon };
    const field = readGrib2Field(message(values, { grid }), plain);
    const { west } = field.geometry as LatLonGeometry;
    return valuesOf(field).map((value, column) => [west + column * stepLon, value]);
  };

  it('rotates a grid around the whole earth to start at 180° W', () => {
    expect(columnsOf(45, [1, 2, 3, 4])).to.deep.equal([[-135, 3], [-45, 4], [45, 1], [135, 2]]); // prettier-ignore
    expect(columnsOf(-135, [1, 2, 3, 4])).to.deep.equal([[-135, 1], [-45, 2], [45, 3], [135, 4]]); // prettier-ignore
  });

  it('has the column that the antimeridian runs through at both ends', () => {
    const expected = [[-180, 3], [-90, 4], [0, 1], [90, 2], [180, 3]]; // prettier-ignore
    expect(columnsOf(0, [1, 2, 3, 4])).to.deep.equal(expected);
    expect(columnsOf(-180, [3, 4, 1, 2])).to.deep.equal(expected);
    expect(columnsOf(60, [1, 2, 3, 4])[0]).to.deep.equal([-210, 2]);
    expect(columnsOf(60, [1, 2, 3, 4])).to.have.length(5);
  });

  it('refuses a grid that goes more than once around the earth', () => {
    const grid = { ...radarGrid, width: 9, height: 1, stepLon: 90 };
    expect(refusal(message([...six, ...six.slice(3)], { grid })).message).to.contain('more than once around');
  });
});
