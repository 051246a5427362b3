import { gaussianLatitude } from '@severe/projection';
import { expect } from 'chai';
import { nearest, positionOf } from '../support.ts';
import { gridOf, type Entry } from './section3.ts';

const regularEntries: Entry[] = [
  ['u32', 7, 128 * 64],
  ['u32', 31, 128],
  ['u32', 35, 64],
  ['degrees', 47, 87.863799],
  ['u8', 55, 0x30],
  ['degrees', 56, -87.863799],
  ['degrees', 60, 357.1875],
  ['degrees', 64, 2.813], // rounded, as many are
  ['u32', 68, 32],
];

describe('grid/gaussian', () => {
  it('has rows at Gaussian latitudes and columns between its corners', () => {
    const grid = gridOf(40, 72, regularEntries);
    expect(grid.template).to.equal('3.40');
    expect(positionOf(grid, 0).lat).to.be.closeTo(87.863799, 1e-6);
    const last = positionOf(grid, 128 * 64 - 1);
    expect(last.lat).to.be.closeTo(-87.863799, 1e-6);
    expect(last.lon).to.be.closeTo(-2.8125, 1e-9);
    for (const index of [0, 127, 128, 4000, 8191]) expect(nearest(grid, positionOf(grid, index))).to.equal(index);
    expect(nearest(grid, { lat: 90, lon: 0 }), 'the pole, beyond half a row above the first').to.equal(0);
  });

  it('may be a part of the earth, and run northwards', () => {
    const part: Entry[] = [
      ...regularEntries,
      ['u32', 7, 128 * 3],
      ['u32', 35, 3],
      ['u8', 72, 0x40],
      ['degrees', 47, 1.395],
    ];
    const grid = gridOf(40, 72, part);
    expect(grid.geometry).to.deep.include({ kind: 'gaussian', rows: 64, firstLat: 1.395, stepRow: -1 });
    expect(positionOf(grid, 256).lat).to.be.closeTo(gaussianLatitude(29, 64), 1e-9);
    expect(nearest(grid, { lat: 12, lon: 0 })).to.equal(undefined);
    expect(nearest(grid, { lat: 90, lon: 0 }), 'the pole').to.equal(undefined);
  });

  it('refuses rows that are not among the latitudes', () => {
    const refusal =
      (...entries: Entry[]) =>
      () =>
        positionOf(gridOf(40, 72, [...regularEntries, ...entries]), 0);
    expect(refusal(['degrees', 47, 86.5])).to.throw(
      '64 rows from latitude 86.5 are not among the 64 Gaussian latitudes',
    );
    expect(refusal(['degrees', 47, 85.0965])).to.throw('are not among the 64');
    expect(refusal(['u32', 68, 16])).to.throw('a Gaussian grid of 64 rows with 32 from pole to pole; from 64 to 20000');
    expect(refusal(['u32', 68, 2 ** 31])).to.throw('from 64 to 20000 are needed');
  });
});

describe('grid/reduced-gaussian', () => {
  const lengths = [20, 27, 36, 36, 27, 20]; // N3
  const points = 166;
  const entries: Entry[] = [
    ['u32', 7, points],
    ['u8', 11, 2],
    ['u8', 12, 1],
    ['u32', 31, 0xffffffff],
    ['u32', 35, 6],
    ['degrees', 47, gaussianLatitude(0, 6)],
    ['u32', 68, 3],
    ...lengths.map((length, row): Entry => ['u16', 73 + 2 * row, length]),
  ];

  it('uses a separate step for each row', () => {
    const grid = gridOf(40, 84, entries);
    expect([grid.width, grid.height]).to.deep.equal([points, 1]);
    expect(positionOf(grid, 20)).to.deep.equal({ lat: gaussianLatitude(1, 6), lon: 0 });
    expect(positionOf(grid, 21).lon).to.be.closeTo(360 / 27, 1e-9);
    for (let index = 0; index < points; index++) expect(nearest(grid, positionOf(grid, index))).to.equal(index);
    expect(nearest(grid, { lat: gaussianLatitude(0, 6), lon: -1 }), 'around the earth').to.equal(0);
  });

  it('refuses lengths that do not add up, and those of another meaning', () => {
    const refusal =
      (...more: Entry[]) =>
      () =>
        gridOf(40, 84, [...entries, ...more]);
    expect(refusal(['u16', 73, 21])).to.throw('rows of 167 points in total; 166 points are declared');
    expect(refusal(['u8', 12, 2])).to.throw('lengths of rows in 2 octets with meaning 2 (table 3.11)');
    expect(refusal(['u32', 35, 60])).to.throw('section 3 has 84 octets, 60 lengths of rows need 192');
    expect(refusal(['u8', 72, 0x40])).to.throw('scanning mode 64 in a grid whose rows differ in length');
  });
});

describe('grid/rotated-gaussian', () => {
  const turned: Entry[] = [
    ['degrees', 73, -40],
    ['degrees', 77, 10],
  ];
  it('moves the points with the pole: those of longitude 0 along their meridian', () => {
    const grid = gridOf(41, 84, [...regularEntries, ...turned]);
    expect(grid.template).to.equal('3.41');
    const row = 40; // 50 degrees further north, for so far the southern pole went
    expect(positionOf(grid, 128 * row).lat).to.be.closeTo(gaussianLatitude(row, 64) + 50, 1e-9);
    expect(positionOf(grid, 128 * row).lon).to.be.closeTo(10, 1e-9);
    for (const index of [0, 127, 4000, 8191]) expect(nearest(grid, positionOf(grid, index))).to.equal(index);
  });

  it('may have rows that differ in length', () => {
    const lengths = [20, 27, 27, 20]; // N2
    const list = lengths.map((length, row): Entry => ['u8', 85 + row, length]);
    const rows: Entry[] = [
      ['u32', 7, 94],
      ['u8', 11, 1],
      ['u8', 12, 1],
      ['u32', 35, 4],
      ['degrees', 47, gaussianLatitude(0, 4)],
      ['u32', 68, 2],
    ];
    const grid = gridOf(41, 88, [...rows, ...turned, ...list]);
    expect(grid.width).to.equal(94);
    expect(positionOf(grid, 47).lat).to.be.closeTo(gaussianLatitude(2, 4) + 50, 1e-9);
    for (let index = 0; index < 94; index++) expect(nearest(grid, positionOf(grid, index))).to.equal(index);
  });
});
