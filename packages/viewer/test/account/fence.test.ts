import { expect } from 'chai';
import {
  boundsOf,
  fenceOf,
  handlesOf,
  moved,
  readFence,
  shapeOfFence,
  sketchOf,
  textOfFence,
  wordsOfFence,
  type Fence,
  type Sketch,
} from '../../src/account/map/fence.ts';

const box = (...corners: [number, number][]): Sketch => ({ kind: 'box', corners, isClosed: true });
const area = (...corners: [number, number][]): Sketch => ({ kind: 'area', corners, isClosed: true });

describe('viewer/account/fence', () => {
  it('a box has its sides in order, whichever corners were set', () => {
    for (const sketch of [box([-98, 35], [-97, 36]), box([-97, 36], [-98, 35]), box([-98, 36], [-97, 35])])
      expect(fenceOf(sketch)).to.deep.equal({ bbox: [-98, 35, -97, 36] });
  });

  it('a box across 180° has its west above its east, and is one shape on the map', () => {
    const fence = fenceOf(box([175, 50], [190, 55]))!;
    expect(fence).to.deep.equal({ bbox: [175, 50, -170, 55] });
    expect(boundsOf(shapeOfFence(fence))).to.deep.equal([175, 50, 190, 55]);
    expect(fenceOf(sketchOf(fence)!)).to.deep.equal(fence);
  });

  it('a box around the world has no sides in the middle of it', () => {
    expect(fenceOf(box([-300, -80], [200, 80]))).to.deep.equal({ bbox: [-180, -80, 180, 80] });
  });

  it('an area is a closed ring, rounded to 10 m', () => {
    const fence = fenceOf(area([-98.123456, 35], [-97, 35], [-97, 36]));
    const ring = [[-98.1235, 35], [-97, 35], [-97, 36], [-98.1235, 35]]; // prettier-ignore
    expect(fence).to.deep.equal({ geometry: { type: 'Polygon', coordinates: [ring] } });
  });

  it('an area that was set on another copy of the world is moved to ours', () => {
    const fence = fenceOf(area([262, 35], [263, 35], [263, 36])) as { geometry: GeoJSON.Polygon };
    expect(fence.geometry.coordinates[0][0]).to.deep.equal([-98, 35]);
  });

  it('a sketch that is not finished is no fence', () => {
    expect(fenceOf({ kind: 'area', corners: [[0, 0]], isClosed: false })).to.equal(undefined); // prettier-ignore
  });

  it('a moved corner of a box leaves the opposite one, and of an area all others', () => {
    expect(handlesOf(box([0, 0], [2, 1]))).to.deep.equal([[0, 0], [2, 0], [2, 1], [0, 1]]); // prettier-ignore
    expect(fenceOf(moved(box([0, 0], [2, 1]), 1, [3, -1]))).to.deep.equal({ bbox: [0, -1, 3, 1] });
    expect(moved(area([0, 0], [1, 0], [1, 1]), 1, [2, 0]).corners).to.deep.equal([[0, 0], [2, 0], [1, 1]]); // prettier-ignore
  });

  it('text is read back as the same fence', () => {
    for (const fence of [
      { bbox: [-98, 35, -97, 36] },
      { geometry: { type: 'Point', coordinates: [-97.5, 35.5] } },
      fenceOf(area([-98, 35], [-97, 35], [-97, 36]))!,
    ] as Fence[])
      expect(readFence(textOfFence(fence))).to.deep.equal(fence);
    expect(readFence(' -98 35,-97  36 ')).to.deep.equal({ bbox: [-98, 35, -97, 36] });
  });

  it('reads the geometry of a feature', () => {
    const geometry = { type: 'Point', coordinates: [-97.5, 35.5] };
    expect(readFence(JSON.stringify({ type: 'Feature', properties: {}, geometry }))).to.deep.equal({ geometry });
  });

  for (const [text, message] of [
    ['', 'Draw the geofence'],
    ['1, 2, 3', 'Draw the geofence'],
    ['1, 2, 3, x', 'Draw the geofence'],
    ['{"type"', 'no JSON'],
    ['{"type":"LineString","coordinates":[]}', 'not LineString'],
    ['{"type":"Feature","geometry":null}', 'not nothing'],
    ['{}', 'not nothing'],
  ]) {
    it(`refuses ${text || 'an empty text'}`, () => {
      expect(() => readFence(text)).to.throw(message);
    });
  }

  it('points and areas with holes cannot be changed by their corners', () => {
    const ring = [[0, 0], [1, 0], [1, 1], [0, 0]]; // prettier-ignore
    expect(sketchOf({ geometry: { type: 'Point', coordinates: [0, 0] } })).to.equal(undefined);
    expect(sketchOf({ geometry: { type: 'Polygon', coordinates: [ring, ring] } })).to.equal(undefined);
  });

  it('is described in a few words', () => {
    expect(wordsOfFence({ bbox: [-98, 35, -97, 36] })).to.equal('box -98, 35, -97, 36');
    expect(wordsOfFence({ geometry: { type: 'Point', coordinates: [-97.5, 35.5] } })).to.equal('point -97.5, 35.5');
    expect(wordsOfFence(fenceOf(area([-98, 35], [-97, 35], [-97, 36]))!)).to.equal('area within -98, 35, -97, 36');
  });
});
