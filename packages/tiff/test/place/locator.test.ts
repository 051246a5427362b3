import { expect } from 'chai';
import { openGeotiff } from '../../src/index.ts';
import { plainTags, tiff, type TagValue } from '../support/tiff.ts';

/** An image of 4 × 2 pixels with the tags that place it. */
function locatorOf(tags: Record<number, TagValue>) {
  return openGeotiff(tiff({ tags: { ...plainTags(4, 2, 8), ...tags }, blocks: [new Uint8Array(8)] })).locator;
}

const keys = (...list: [key: number, value: number][]): TagValue => [
  1,
  1,
  0,
  list.length,
  ...list.flatMap(([key, value]) => [key, 0, 1, value]),
];
const wgs84 = { 34735: keys([1024, 2], [2048, 4326]) };
const byTiePoint = { 33550: [0.5, 0.25, 0], 33922: [0, 0, 0, -100, 40, 0] };

describe('place/locator', () => {
  it('reads a tie point as the corner of a pixel, or as its centre if the keys say so', () => {
    expect(locatorOf({ ...wgs84, ...byTiePoint })?.positionOf(0, 0)).to.deep.equal({ lat: 39.875, lon: -99.75 });
    const points = { 34735: keys([1024, 2], [1025, 2], [2048, 4326]) };
    expect(locatorOf({ ...points, ...byTiePoint })?.positionOf(0, 0)).to.deep.equal({ lat: 40, lon: -100 });
  });

  it('reads a tie point inside the image', () => {
    const tags = { ...byTiePoint, 33922: [2, 1, 0, -99, 39.75, 0] };
    expect(locatorOf({ ...wgs84, ...tags })?.positionOf(0, 0)).to.deep.equal({ lat: 39.875, lon: -99.75 });
  });

  it('applies a rotation matrix', () => {
    // columns run south, rows run east
    const matrix = [0, 0.5, 0, -100, -0.25, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0, 1];
    const locator = locatorOf({ ...wgs84, 34264: matrix });
    expect(locator?.positionOf(3, 0)).to.deep.equal({ lat: 40 - 3.5 * 0.25, lon: -99.75 });
    expect(locator?.pixelAt({ lat: 39.2, lon: -99.3 })).to.deep.equal({ column: 3, row: 1 });
  });

  it('finds the pixel of a place at any equivalent longitude, and none outside', () => {
    const locator = locatorOf({ ...wgs84, ...byTiePoint, 33922: [0, 0, 0, 260, 40, 0] });
    expect(locator?.pixelAt({ lat: 39.6, lon: -98.1 })).to.deep.equal({ column: 3, row: 1 });
    expect(locator?.positionOf(3, 1)?.lon).to.equal(-98.25);
    expect(locator?.pixelAt({ lat: 39.6, lon: -97.9 })).to.equal(undefined);
    expect(locator?.pixelAt({ lat: 40.1, lon: -99 })).to.equal(undefined);
  });

  it('tells of an old datum, whichever key names it, and of one that is not known', () => {
    const noteOf = (...list: [key: number, value: number][]) =>
      openGeotiff(
        tiff({ tags: { ...plainTags(4, 2, 8), ...byTiePoint, 34735: keys(...list) }, blocks: [new Uint8Array(8)] }),
      ).datumNote;
    expect(noteOf([1024, 2], [2048, 4267])).to.match(/^NAD27: positions are moved to WGS 84 .* up to 200 m$/);
    expect(noteOf([1024, 1], [3072, 28992])).to.match(/^Amersfoort/);
    expect(noteOf([1024, 1], [3072, 26714])).to.match(/^NAD27/);
    expect(noteOf([1024, 2], [2050, 6289])).to.match(/^Amersfoort/);
    expect(noteOf([1024, 2], [2048, 4301])).to.equal('the datum of EPSG:4301 is not known: pixels have no positions');
    for (const code of [4326, 4269, 4258]) expect(noteOf([1024, 2], [2048, code])).to.equal(undefined);
    expect([noteOf([1024, 1], [3072, 32614]), noteOf([1024, 2], [2048, 32767])]).to.deep.equal([undefined, undefined]);
  });

  const unknown: [what: string, tags: Record<number, TagValue>][] = [
    ['that has no keys', byTiePoint],
    ['that has no place', wgs84],
    ['with several tie points and no size', { ...wgs84, 33922: [0, 0, 0, 1, 2, 0, 3, 3, 0, 5, 6, 0] }],
    ['whose pixels have no area', { ...wgs84, ...byTiePoint, 33550: [0, 0.5, 0] }],
    ['in a system that nobody knows', { 34735: keys([1024, 1], [3072, 5]), ...byTiePoint }],
    ['in UTM told in feet', { 34735: keys([1024, 1], [3072, 32614], [3076, 9002]), ...byTiePoint }],
    ['on a datum that nobody knows', { 34735: keys([1024, 2], [2048, 4999]), ...byTiePoint }],
    ['whose keys point outside of the file', { 34735: { type: 'short', values: [1, 1, 0, 9] }, ...byTiePoint }],
  ];
  for (const [what, tags] of unknown) {
    it(`places no image ${what}`, () => {
      expect(locatorOf(tags)).to.equal(undefined);
    });
  }
});
