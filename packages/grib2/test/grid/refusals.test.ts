import { limits } from '@severe/grib2';
import { expect } from 'chai';
import { gridRefusal, gridOf, sphere, type Entry } from './section3.ts';

const [width, height] = [60, 40];
/** Template 3.0 from 40 north, 100 west, in steps of a tenth of a degree. */
const latLon: Entry[] = [
  sphere,
  ['degrees', 47, 40],
  ['degrees', 51, 260],
  ['u8', 55, 0x30],
  ['degrees', 56, 36.1],
  ['degrees', 60, 265.9],
  ['degrees', 64, 0.1],
  ['degrees', 68, 0.1],
];
/** Template 3.0 with rows of 2 and 3 points. */
const reduced: Entry[] = [
  ['u32', 7, 5],
  ['u8', 11, 1],
  ['u8', 12, 1],
  ['u32', 31, 0xffffffff],
  ['u32', 35, 2],
  ['degrees', 56, -1],
  ['u8', 73, 2],
  ['u8', 74, 3],
];
const cone: Entry[] = [sphere, ['degrees', 39, 24], ['degrees', 66, 29.5], ['degrees', 70, 45.5]];
const transverse: Entry[] = [sphere, ['f32', 48, 1]];
const rotated: Entry[] = [...latLon, ['degrees', 73, -40]];
const space: Entry[] = [sphere, ['u32', 48, 9], ['u32', 52, 9], ['u32', 69, 6e6]];

const refusals: [what: string, code: string, message: string, template: number, length: number, Entry[]][] = [
  ['defined by the centre', 'unsupported', 'the grid is defined elsewhere (source 1 of table 3.0)', 0, 72, [...latLon, ['u8', 6, 1]]], // prettier-ignore
  ['of an unknown template', 'unsupported', 'grid 3.99 is not known', 99, 72, latLon],
  ['of no points', 'damaged', 'a grid of 0 × 40 cannot have the declared 0 points', 0, 72, [...latLon, ['u32', 7, 0], ['u32', 31, 0]]], // prettier-ignore
  ['with another number of points', 'damaged', 'a grid of 60 × 40 cannot have the declared 2401 points', 0, 72, [...latLon, ['u32', 7, 2401]]], // prettier-ignore
  ['with a list of lengths on a plane', 'unsupported', 'the rows of the grid differ in length; this template is read with equal rows only', 30, 81, [...cone, ['u8', 11, 2]]], // prettier-ignore
  ['without a number of rows', 'unsupported', 'the rows of the grid differ in length; this template is read with equal rows only', 30, 81, [...cone, ['u32', 35, 0xffffffff]]], // prettier-ignore
  ['beyond a pole', 'damaged', 'the first point is at latitude 91', 0, 72, [...latLon, ['degrees', 47, 91]]],
  ['whose steps miss the last point', 'damaged', '60 points in steps of 0.25 degrees do not fit the grid', 0, 72, [...latLon, ['degrees', 64, 0.25]]], // prettier-ignore
  ['of shifted rows', 'unsupported', 'scanning mode 8 shifts rows or columns', 0, 72, [...latLon, ['u8', 72, 8]]],
  ['with lengths in 3 octets', 'unsupported', 'lengths of rows in 3 octets with meaning 1 (table 3.11)', 0, 80, [...reduced, ['u8', 11, 3]]], // prettier-ignore
  ['with fewer lengths than rows', 'truncated', 'section 3 has 73 octets, 2 lengths of rows need 74', 0, 73, reduced.slice(0, -1)], // prettier-ignore
  ['with rows of different length scanned northwards', 'unsupported', 'scanning mode 64 in a grid whose rows', 0, 74, [...reduced, ['u8', 72, 64]]], // prettier-ignore
  ['of empty rows', 'damaged', 'rows of 0 points in total; 0 points are declared', 0, 74, [...reduced, ['u32', 7, 0], ['u8', 73, 0], ['u8', 74, 0]]], // prettier-ignore
  ['of parallels that make a cylinder', 'damaged', 'standard parallels 30 and -30 make no cone', 30, 81, [...cone, ['degrees', 66, 30], ['degrees', 70, -30]]], // prettier-ignore
  ['with a parallel at a pole', 'damaged', 'standard parallels 90 and 45.5 make no cone', 31, 81, [...cone, ['degrees', 66, 90]]], // prettier-ignore
  ['true beyond a pole', 'damaged', 'steps are true at latitude 91', 20, 65, [sphere, ['degrees', 48, 91]]],
  ['on a plane, beyond a pole', 'damaged', 'the first point is at latitude -91', 30, 81, [...cone, ['degrees', 39, -91]]], // prettier-ignore
  ['Mercator, true at a pole', 'damaged', 'a Mercator grid from latitude 0, true at 90', 10, 72, [sphere, ['degrees', 48, 90]]], // prettier-ignore
  ['Mercator, rotated', 'unsupported', 'a Mercator grid rotated by 30 degrees', 10, 72, [sphere, ['degrees', 61, 30]]],
  ['transverse, twice too large', 'damaged', 'a scale factor of 2 at latitude 0', 12, 84, [...transverse, ['f32', 48, 2]]], // prettier-ignore
  ['transverse, beyond a pole', 'damaged', 'a scale factor of 1 at latitude 91', 12, 84, [...transverse, ['degrees', 39, 91]]], // prettier-ignore
  ['equal-area beyond a pole', 'damaged', 'an equal-area plane that touches at latitude -91', 140, 64, [sphere, ['degrees', 47, -91]]], // prettier-ignore
  ['around an impossible pole', 'damaged', 'a southern pole at latitude -181, rotated by 0 degrees', 1, 84, [...rotated, ['degrees', 73, -181]]], // prettier-ignore
  ['turned by more than a circle', 'damaged', 'a southern pole at latitude -40, rotated by -361 degrees', 1, 84, [...rotated, ['f32', 81, -361]]], // prettier-ignore
  ['of a turned satellite', 'unsupported', 'a view above latitude 0, rotated by 5 degrees', 90, 80, [...space, ['degrees', 65, 5]]], // prettier-ignore
  ['of a view without height', 'damaged', 'a view from 6 radii of the earth, 9 × 0 points wide', 90, 80, [...space, ['u32', 52, 0]]], // prettier-ignore
  ['Gaussian with too few latitudes', 'damaged', 'a Gaussian grid of 40 rows with 38 from pole to pole', 40, 72, [...latLon, ['u32', 68, 19]]], // prettier-ignore
  ['without structure and points', 'too-large', `a grid of 0 points; from 1 to ${limits.points} are read`, 101, 38, [['u32', 7, 0]]], // prettier-ignore
];

describe('grids are refused', () => {
  for (const [what, code, message, template, length, entries] of refusals) {
    it(what, () => {
      const refusal = gridRefusal(template, length, entries);
      expect(refusal.message).to.include(message);
      expect(refusal.code).to.equal(code);
    });
  }

  it('beyond the limit of points, and read up to it', () => {
    const most = limits.points;
    limits.points = width * height;
    try {
      expect(gridOf(0, 72, latLon).width).to.equal(width);
      expect(gridOf(0, 74, reduced).width).to.equal(5);
      expect(gridOf(101, 38, []).width).to.equal(width * height);
      limits.points = 4;
      expect(gridRefusal(0, 72, latLon)).to.include({ code: 'too-large', message: 'a grid of 2400 points; at most 4 are read' }); // prettier-ignore
      expect(gridRefusal(0, 74, reduced).message).to.equal('rows of 5 points in total; 5 points are declared');
      expect(gridRefusal(101, 38, []).code).to.equal('too-large');
    } finally {
      limits.points = most;
    }
  });
});

describe('grids are read', () => {
  it('with each template under its own number', () => {
    const templates: [number, number, Entry[]][] = [
      [0, 72, latLon],
      [1, 84, rotated],
      [10, 72, [sphere]],
      [12, 84, transverse],
      [20, 65, [sphere, ['degrees', 48, 90]]],
      [30, 81, cone],
      [31, 81, cone],
      [40, 72, [...latLon, ['u32', 68, 20]]],
      [41, 84, [...rotated, ['u32', 68, 20]]],
      [90, 80, space],
      [101, 38, []],
      [140, 64, [sphere]],
      [32769, 80, [...latLon, ['degrees', 60, 254]]],
    ];
    for (const [template, length, entries] of templates) {
      expect(gridOf(template, length, entries).template).to.equal(`3.${template}`);
    }
  });

  it('with vectors to the east and north unless the flag says along the grid', () => {
    expect(gridOf(30, 81, cone).vectorsAlongGrid).to.equal(false);
    expect(gridOf(30, 81, [...cone, ['u8', 47, 8]]).vectorsAlongGrid).to.equal(true);
    expect(gridOf(101, 38, []).vectorsAlongGrid).to.equal(false);
  });

  it('without structure, with the identifier of their points', () => {
    const octets = Array.from({ length: 16 }, (_, i): Entry => ['u8', 20 + i, 5 + i * 16]);
    const { geometry } = gridOf(101, 38, octets);
    expect(geometry).to.deep.include({ uuid: '05152535455565758595a5b5c5d5e5f5' });
  });

  it('in the default unit if one of the basic angle and its subdivisions is not given', () => {
    for (const entries of [[], [['u32', 39, 1]], [['u32', 43, 1000]]] as Entry[][]) {
      expect(gridOf(0, 72, [...latLon, ...entries]).geometry).to.include({ firstLat: 40 });
    }
  });

  it('of one point, at its corner', () => {
    const single: Entry[] = [...latLon, ['u32', 7, 1], ['u32', 31, 1], ['u32', 35, 1], ['u8', 55, 0]];
    expect(gridOf(0, 72, single).geometry).to.include({ firstLat: 40, firstLon: -100, stepLat: -0, stepLon: 0 });
    expect(gridOf(40, 72, [...single, ['u32', 68, 1]]).geometry).to.include({ stepLon: 0 });
  });
});
