import { expect } from 'chai';
import * as fc from 'fast-check';
import { AreaError, areaOf, parseBbox, parsePoint, parseRadius, uncrossed } from '../src/index.ts';

describe('spatial-text', () => {
  const refused = (read: () => unknown, sentence: string) => expect(read, sentence).to.throw(AreaError, sentence);

  it('reads a box, with spaces and in any notation of numbers', () => {
    expect(parseBbox('-100,30,-90,40')).to.deep.equal([-100, 30, -90, 40]);
    expect(parseBbox(' -1e2, +30.0 ,-90.,.5e2')).to.deep.equal([-100, 30, -90, 50]);
    expect(parseBbox('0,0,0,0')).to.deep.equal([0, 0, 0, 0]);
    expect(parseBbox('175,-20,-175,-10')).to.deep.equal([175, -20, -175, -10]);
  });

  it('reports what is wrong with a box', () => {
    refused(() => parseBbox('1,2,3'), 'Invalid bbox: expected west,south,east,north as four numbers, got 3');
    refused(() => parseBbox('1,2,3,4,5'), 'got 5');
    refused(() => parseBbox('1,2,3,x'), 'got "x"');
    refused(() => parseBbox('1,2,3,'), 'got ""');
    refused(() => parseBbox('1,2,3,NaN'), 'got "NaN"');
    refused(() => parseBbox('1,2,3,1e999'), 'got "1e999"');
    refused(() => parseBbox('-100,40,-99,95'), 'Invalid bbox: latitude 95 is not between -90 and 90');
    refused(
      () => parseBbox('30,-100,40,-91'),
      'Invalid bbox: latitude -100 is not between -90 and 90; the order is west,south,east,north: did you mean -100,30,-91,40?',
    );
    refused(() => parseBbox('-200,40,-99,41'), 'Invalid bbox: longitude -200 is not between -180 and 180');
    refused(() => parseBbox('0,10,1,9'), 'Invalid bbox: south 10 is greater than north 9');
  });

  it('reads a point, and recognises swapped numbers', () => {
    expect(parsePoint('35.22,-97.44')).to.deep.equal({ lat: 35.22, lon: -97.44 });
    expect(parsePoint('-90,180')).to.deep.equal({ lat: -90, lon: 180 });
    refused(() => parsePoint('-97.44,35.22'), 'did you mean 35.22,-97.44?');
    refused(() => parsePoint('91,181'), 'Invalid point: latitude 91 is not between -90 and 90');
    refused(() => parsePoint('35,181'), 'Invalid point: longitude 181 is not between -180 and 180');
    refused(() => parsePoint('35'), 'Invalid point: expected lat,lon as two numbers, got 1');
    expect(() => parsePoint('200,200'))
      .to.throw(AreaError)
      .with.property('message')
      .that.does.not.include('did you mean');
  });

  it('reads a radius in metres, with its unit and up to 1000 km', () => {
    expect(
      ['50km', '50 KM', '1mi', '1nmi', '250m', '.5km', '1e2 km', '5E+3m', '1000km'].map(parseRadius),
    ).to.deep.equal([50_000, 50_000, 1609.344, 1852, 250, 500, 100_000, 5000, 1_000_000]);
    for (const text of ['50', 'km', '', '50ft', '5 0km', '50kmx', 'constructor', '1,5km', 'Infinitykm']) {
      refused(() => parseRadius(text), 'Invalid radius: expected a number with a unit (km, mi, nmi or m)');
    }
    for (const text of ['0km', '-5km', '1000.1km', '700mi', '1000001m']) {
      refused(() => parseRadius(text), 'Invalid radius: expected more than 0 and at most 1000 km');
    }
  });

  it('accepts the edges of the earth, and nothing beyond', () => {
    expect(parseBbox('-180,-90,180,90')).to.deep.equal([-180, -90, 180, 90]);
    expect(parsePoint('90,-180')).to.deep.equal({ lat: 90, lon: -180 });
    expect(Object.is(parsePoint('-0,0').lat, 0)).to.equal(true);
    refused(() => parseBbox('0,-90.1,1,1'), 'latitude -90.1 is not');
    refused(() => parseBbox('0,0,180.1,1'), 'longitude 180.1 is not');
    refused(() => parsePoint('-90.1,181'), 'latitude -90.1 is not between -90 and 90');
    refused(() => parsePoint('0,-180.1'), 'longitude -180.1 is not');
  });

  it('takes numbers for swapped only if they make a point the other way round', () => {
    for (const text of ['180,90', '-180,-90', '91,0']) expect(() => parsePoint(text)).to.throw('did you mean');
    for (const text of ['181,0', '91,91']) expect(() => parsePoint(text)).to.throw(/-90 and 90$/);
  });

  it('quotes words and numbers only, and their beginning only', () => {
    refused(() => parsePoint('35,abc'), 'Invalid point: expected lat,lon as two numbers, got "abc"');
    refused(() => parsePoint('35,a b'), 'got "a b"');
    refused(() => parsePoint('35,<b>'), 'got text of 3 characters');
    refused(() => parsePoint(`35,${'x'.repeat(50)}`), `got "${'x'.repeat(40)}"`);
    refused(() => parseRadius('1 e 5 km'), 'got text of 8 characters');
    expect(parseRadius(' 50 km ')).to.equal(50_000);
  });

  it('throws only its own error, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.array(fc.double()).map(String)), (text) => {
        for (const read of [parseBbox, parsePoint, parseRadius]) {
          try {
            expect([read(text)].flat().every((value) => typeof value !== 'number' || Number.isFinite(value))).to.equal(
              true,
            );
          } catch (error) {
            if (!(error instanceof AreaError)) throw error;
          }
        }
      }),
    );
  }).timeout(120_000);

  it('combines the parameters of an area', () => {
    expect(areaOf({})).to.equal(undefined);
    expect(areaOf({ point: { lat: 1, lon: 2 }, radius: 5 })).to.deep.equal({ point: { lat: 1, lon: 2 }, radiusM: 5 });
    refused(() => areaOf({ radius: 5 }), 'it needs a point');
    refused(() => areaOf({ radius: 5, bbox: [0, 0, 1, 1] }), 'it needs a point');
  });

  it('cuts a box at the antimeridian', () => {
    expect(uncrossed([1, 2, 3, 4])).to.deep.equal([[1, 2, 3, 4]]);
    expect(uncrossed([175, 2, -175, 4])).to.deep.equal([
      [175, 2, 180, 4],
      [-180, 2, -175, 4],
    ]);
  });
});
