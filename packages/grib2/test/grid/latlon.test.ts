import { expect } from 'chai';
import { mrmsGrid } from '@severe/grib2/write';
import { gridOf as gridOfSection, type Entry } from './section3.ts';
import { messageOf, nearest, onlyField, patched, positionOf, refusalOf, smallGrid } from '../support.ts';

const gridOf = (grid: object) => onlyField(messageOf({ grid: { ...smallGrid, ...grid } })).grid;

describe('grid/latlon', () => {
  it('counts from the first point, north-west first by default', () => {
    const grid = gridOf({});
    expect([0, 3, 4, 11].map((index) => positionOf(grid, index))).to.deep.equal([
      { lat: 40, lon: -100 },
      { lat: 40, lon: -97 },
      { lat: 39, lon: -100 },
      { lat: 38, lon: -97 },
    ]);
    expect(grid.geometry).to.deep.equal({ kind: 'latlon', firstLat: 40, firstLon: -100, stepLat: -1, stepLon: 1 });
  });

  it('runs northwards and westwards by the flags', () => {
    const grid = gridOf({ scan: 0xc0 });
    expect(positionOf(grid, 11)).to.deep.equal({ lat: 42, lon: -103 });
  });

  it('finds the nearest point up to half a step outside', () => {
    const grid = gridOf({});
    expect(nearest(grid, { lat: 38.6, lon: -98.6 })).to.equal(5);
    expect(nearest(grid, { lat: 40.49, lon: 259.51 })).to.equal(0);
    expect(nearest(grid, { lat: 40.51, lon: -100 })).to.equal(undefined);
    expect(nearest(grid, { lat: 40, lon: -100.51 })).to.equal(undefined);
    expect(nearest(grid, { lat: 40, lon: -96.4 })).to.equal(undefined);
  });

  it('closes around the earth', () => {
    const grid = gridOf({ firstLon: 0, width: 4, stepLon: 90 });
    expect(nearest(grid, { lat: 40, lon: -10 })).to.equal(0);
    expect(nearest(grid, { lat: 40, lon: -60 })).to.equal(3);
    expect(positionOf(grid, 2).lon).to.equal(-180);
  });

  it('prefers increments to a last point with rounding noise', () => {
    const noisy = patched(
      messageOf(),
      3,
      56,
      ...[38000001].flatMap((n) => [n >>> 24, (n >> 16) & 255, (n >> 8) & 255, n & 255]),
    );
    expect(positionOf(onlyField(noisy).grid, 11)).to.deep.equal({ lat: 38, lon: -97 });
  });

  it('uses the corners if increments are not given', () => {
    expect(positionOf(onlyField(patched(messageOf(), 3, 55, 0)).grid, 5)).to.deep.equal({ lat: 39, lon: -99 });
  });

  it('refuses increments that do not lead to the last point', () => {
    const bytes = patched(messageOf(), 3, 68, 0, 0x2d, 0xc6, 0xc0); // 3 degrees
    expect(refusalOf(bytes).message).to.equal(
      '3 points in steps of 3 degrees do not fit the grid: its first and last points are 2 degrees apart',
    );
  });

  it('measures angles in the basic angle over its subdivisions', () => {
    const bytes = patched(messageOf(), 3, 39, 0, 0, 0, 1, 0, 0x1e, 0x84, 0x80); // 1 / 2,000,000
    expect(positionOf(onlyField(bytes).grid, 0)).to.deep.equal({ lat: 20, lon: 130 });
  });

  it('refuses numbers of points that contradict each other, and too many', () => {
    expect(refusalOf(patched(messageOf(), 3, 34, 5)).message).to.equal(
      'a grid of 5 × 3 cannot have the declared 12 points',
    );
    const [size, points] = [
      [0, 0, 0x4e, 0x20],
      [0x17, 0xd7, 0x84, 0x00],
    ]; // 20,000 squared
    expect(refusalOf(patched(patched(messageOf(), 3, 31, ...size, ...size), 3, 7, ...points)).message).to.equal(
      'a grid of 400000000 points; at most 120000000 are read',
    );
    expect(refusalOf(patched(messageOf(), 3, 31, 255, 255, 255, 255)).code).to.equal('unsupported');
  });

  it('locates the points of the MRMS mosaic', () => {
    const codes = new Uint8Array(mrmsGrid.width * mrmsGrid.height);
    const { grid } = onlyField(messageOf({ grid: mrmsGrid, values: { codes, reference: 0 } }));
    const last = positionOf(grid, codes.length - 1);
    expect(last.lat).to.be.closeTo(20.005, 1e-9);
    expect(last.lon).to.be.closeTo(-60.005, 1e-9);
    expect(nearest(grid, { lat: 35.0049, lon: -97.0049 })).to.equal(1999 * 7000 + 3299);
  });
});

describe('grid/reduced-latlon', () => {
  const lengths = [0, 4, 8, 12, 4]; // no point at the pole, as wave models have it
  const entries: Entry[] = [
    ['u32', 7, 28],
    ['u8', 11, 2],
    ['u8', 12, 1],
    ['u32', 31, 0xffffffff],
    ['u32', 35, 5],
    ['degrees', 47, 90],
    ['degrees', 51, 1],
    ['u8', 55, 0x10],
    ['degrees', 56, -90],
    ['u32', 64, 0xffffffff],
    ['degrees', 68, 45],
    ...lengths.map((length, row): Entry => ['u16', 73 + 2 * row, length]),
  ];

  it('uses a separate step for each row', () => {
    const grid = gridOfSection(0, 82, entries);
    expect([grid.template, grid.width, grid.height]).to.deep.equal(['3.0', 28, 1]);
    expect(positionOf(grid, 0)).to.deep.equal({ lat: 45, lon: 1 });
    expect(positionOf(grid, 5)).to.deep.equal({ lat: 0, lon: 46 });
    expect(positionOf(grid, 27)).to.deep.equal({ lat: -90, lon: -89 });
    for (let index = 0; index < 28; index++) expect(nearest(grid, positionOf(grid, index))).to.equal(index);
    expect(nearest(grid, { lat: 0, lon: -20 }), 'around the earth').to.equal(4);
    expect(nearest(grid, { lat: 80, lon: 0 }), 'in the row without points').to.equal(undefined);
  });

  it('refuses lengths that do not add up', () => {
    expect(() => gridOfSection(0, 82, [...entries, ['u16', 75, 5]])).to.throw('rows of 29 points in total; 28');
  });
});
