import { expect } from 'chai';
import { areaFromEsriRings, GeometryError, repairLine } from '../src/index.ts';

const line = (...coordinates: number[][]) => repairLine({ type: 'LineString', coordinates });

describe('repairLine', () => {
  it('cuts a line at the antimeridian, in both directions', () => {
    expect(line([170, 0], [-170, 10])).to.deep.equal({
      type: 'MultiLineString',
      coordinates: [[[170, 0], [180, 5]], [[-180, 5], [-170, 10]]],
    }); // prettier-ignore
    expect(line([-170, 10], [170, 0])).to.deep.equal({
      type: 'MultiLineString',
      coordinates: [[[-170, 10], [-180, 5]], [[180, 5], [170, 0]]],
    }); // prettier-ignore
  });

  it('has no area or line of a single place', () => {
    for (const none of [null, undefined]) expect(repairLine(none)).to.equal(undefined);
    expect(line([5, 5], [5, 5])).to.equal(undefined);
    expect(line([5, 5], [5, 6])).to.deep.equal({ type: 'LineString', coordinates: [[5, 5], [5, 6]] }); // prettier-ignore
    expect(line([5, 5], [6, 5])).to.deep.equal({ type: 'LineString', coordinates: [[5, 5], [6, 5]] }); // prettier-ignore
  });

  it('refuses what is no line', () => {
    expect(() => repairLine({})).to.throw(GeometryError, 'got no type');
    expect(() => repairLine({ type: 'Point' })).to.throw(GeometryError, 'got "Point"');
    expect(() => repairLine({ type: 'LineString', coordinates: 7 })).to.throw(GeometryError, 'a line');
    expect(() => repairLine({ type: 'MultiLineString', coordinates: 7 })).to.throw(GeometryError, 'a line');
  });
});

describe('areaFromEsriRings', () => {
  /** Clockwise shells, counter-clockwise holes. */
  const shell = (x: number, y: number, size: number) =>
    [[x, y], [x, y + size], [x + size, y + size], [x + size, y], [x, y]]; // prettier-ignore
  const hole = (x: number, y: number, size: number) => shell(x, y, size).toReversed();

  it('puts holes into the shells around them, and drops rings without an area', () => {
    const { coordinates } = areaFromEsriRings([shell(0, 0, 10), shell(20, 0, 10), hole(22, 2, 2), [[1, 1], [2, 2]]]); // prettier-ignore
    expect(coordinates.map((rings) => rings.length)).to.deep.equal([1, 2]);
  });

  it('names what is wrong', () => {
    expect(() => areaFromEsriRings(7)).to.throw(GeometryError, 'an Esri polygon');
    expect(() => areaFromEsriRings([7])).to.throw(GeometryError, 'a ring');
  });
});
