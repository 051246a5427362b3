import { expect } from 'chai';
import { preferences, type PlaceAnswers } from '../../src/place/load-place.ts';
import { placeOfHash, withPlace } from '../../src/place/place-link.ts';
import { chooseUnits } from '../../src/units.ts';
import { shapesOf } from '../../src/place/storm-shapes.ts';

const point = (lon: number, lat: number) => ({ type: 'Point', coordinates: [lon, lat] });
const nothing = { place: { lat: 35, lon: -97 }, summary: undefined, briefing: undefined, timeline: undefined, radar: undefined, county: undefined, warned: undefined, cell: undefined, areCellsKnown: true, isPartial: false }; // prettier-ignore

describe('viewer/place', () => {
  it('keeps the place in the link beside the parts of others', () => {
    const hash = withPlace('#at=7/35.2/-97.5&layer=radar/vil', { lat: 35.22, lon: -97.44 });
    expect(hash).to.equal('#at=7/35.2/-97.5&layer=radar/vil&place=35.22,-97.44');
    expect(placeOfHash(hash)).to.deep.equal({ lat: 35.22, lon: -97.44 });
    expect(placeOfHash('#place=35.22%2C-97.44')).to.deep.equal({ lat: 35.22, lon: -97.44 });
    expect(withPlace(hash, undefined)).to.equal('#at=7/35.2/-97.5&layer=radar/vil');
    expect(withPlace('#place=1,2', undefined)).to.equal('');
  });

  it('ignores a place that is not on the earth', () => {
    for (const text of ['', '#place=', '#place=95,0', '#place=10,200', '#place=x,y', '#place=1']) {
      expect(placeOfHash(text)).to.equal(undefined);
    }
  });

  it('is told in the chosen units', () => {
    expect(preferences()).to.deep.equal({ lang: 'en', units: 'metric' });
    chooseUnits('us');
    expect(preferences()).to.deep.equal({ lang: 'en', units: 'imperial' });
    chooseUnits('metric');
  });

  it('draws the cone of a warned storm, else the track of the nearest cell, else the place alone', () => {
    const kinds = (answers: Partial<PlaceAnswers>) =>
      shapesOf({ lat: 35, lon: -97 }, { ...nothing, ...answers }).map(({ properties }) => properties!.kind as string);
    const cone = { geometry: { type: 'Polygon', coordinates: [] } };
    const warned = { properties: { motion: { location: [-97.5, 35.2] }, cone } } as never;
    const track = { type: 'LineString', coordinates: [[-98, 35], [-97.6, 35.1]] }; // prettier-ignore
    const cell = { km: 40, feature: { geometry: point(-97.6, 35.1), properties: { track } } } as never;
    expect(kinds({ warned, cell })).to.deep.equal(['cone', 'storm', 'place']);
    expect(kinds({ cell })).to.deep.equal(['track', 'storm', 'place']);
    expect(kinds({})).to.deep.equal(['place']);
  });
});
