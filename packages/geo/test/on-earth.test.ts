import { expect } from 'chai';
import { geometryText, onEarth, placeOnEarth, textOnEarth } from '@severe/geo/on-earth';
import type { Position } from '../src/index.ts';

const ring = (west: number, east: number, south = 50, north = 52): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

describe('onEarth', () => {
  it('folds the longitude of a point, and keeps both edges', () => {
    const lonOf = (lon: number) => onEarth({ type: 'Point', coordinates: [lon, 10] }).coordinates[0];
    expect([-180.05, 180.05, 180, -180, 0].map(lonOf)).to.deep.equal([179.95, -179.95, 180, -180, 0]);
  });

  it('cuts lines and areas, whichever way they write the other side', () => {
    const lines = [
      [[179, 10], [181, 12]],
      [[179, 10], [-179, 12]],
      [[-181, 10], [-179, 12]],
    ] as Position[][]; // prettier-ignore
    for (const coordinates of lines) {
      expect(onEarth({ type: 'LineString', coordinates })).to.deep.equal({
        type: 'MultiLineString',
        coordinates: [[[179, 10], [180, 11]], [[-180, 11], [-179, 12]]],
      }); // prettier-ignore
    }
    for (const coordinates of [ring(179, 181), ring(179, -179), ring(-181, -179)]) {
      const { type, coordinates: parts } = onEarth({ type: 'Polygon', coordinates: [coordinates] });
      expect(type).to.equal('MultiPolygon');
      const lons = (parts as Position[][][]).flat(2).map(([lon]) => lon);
      expect([Math.min(...lons), Math.max(...lons)]).to.deep.equal([-180, 180]);
      expect(lons.every((lon) => Math.abs(lon) >= 179)).to.equal(true);
    }
  });

  it('keeps a geometry that is as it should be', () => {
    for (const geometry of [
      { type: 'Polygon' as const, coordinates: [ring(-98, -97)] },
      { type: 'Polygon' as const, coordinates: [ring(170, 180)] },
      { type: 'LineString' as const, coordinates: [[170, 1], [180, 2]] as Position[] }, // prettier-ignore
      { type: 'LineString' as const, coordinates: [[5, 5], [5, 5]] as Position[] }, // prettier-ignore
    ]) {
      expect(onEarth(geometry)).to.deep.equal(geometry);
    }
  });
});

describe('textOnEarth', () => {
  it('returns text as it is, without parsing it, unless a position is beyond', () => {
    const text = '{"type":"Polygon","coordinates":[[[170,50],[180,50],[180.00000,52],[-97.440001,35],[170,50]]]}';
    expect(textOnEarth(text)).to.equal(text);
    expect(textOnEarth('{"type":"Point","coordinates":[-180.05,52]}')).to.equal('{"type":"Point","coordinates":[179.95,52]}'); // prettier-ignore
    expect(textOnEarth('{"type":"Point","coordinates":[189.7,52]}')).to.equal('{"type":"Point","coordinates":[-170.3,52]}'); // prettier-ignore
    expect(textOnEarth('{"type":"LineString","coordinates":[[179.5,10],[-179.5,11]]}')).to.equal(
      '{"type":"MultiLineString","coordinates":[[[179.5,10],[180,10.5]],[[-180,10.5],[-179.5,11]]]}',
    );
  });

  it('takes time proportional to the text', () => {
    const positions = Array.from({ length: 200_000 }, () => '[-97.44000,35.22000]').join();
    const text = `{"type":"Polygon","coordinates":[[${positions}]]}`;
    const before = process.cpuUsage();
    expect(textOnEarth(text)).to.equal(text);
    expect(process.cpuUsage(before).user).to.be.lessThan(1e6);
  });
});

describe('geometryText and placeOnEarth', () => {
  it('write five decimals', () => {
    expect(geometryText({ type: 'Point', coordinates: [-97.123456789, 35.0000049] })).to.equal('{"type":"Point","coordinates":[-97.12346,35]}'); // prettier-ignore
    expect(placeOnEarth({ lat: 35.1234567, lon: 181.5 })).to.deep.equal({ lat: 35.12346, lon: -178.5 });
    expect(Object.is(placeOnEarth({ lat: -1e-9, lon: 0 }).lat, 0)).to.equal(true);
  });
});
