import { expect } from 'chai';
import { normaliseTerm, termsOf, type Database, type Place } from '@severe/db';
import { onEachDatabase } from '../support/each-database.ts';

const city = (id: string, name: string, state: string, population: number, lat: number, lon: number) => {
  const place: Place = { id, kind: 'city', name, town: null, state, country: 'us', population, lat, lon };
  return { ...place, terms: termsOf([name]) };
};

const square = (west: number, south: number, size: number) =>
  JSON.stringify({
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [west + size, south],
        [west + size, south + size],
        [west, south + size],
        [west, south],
      ],
    ],
  });

describe('tables/place-terms', () => {
  it('compares names without case, accents, signs and short forms', () => {
    expect(normaliseTerm('  Coeur d’Alene ')).to.equal('coeur dalene');
    expect(normaliseTerm('St. Paul')).to.equal('saint paul');
    expect(normaliseTerm('Mayagüez')).to.equal('mayaguez');
    expect(normaliseTerm('Winston-Salem')).to.equal('winston salem');
  });

  it('finds a name by each of its words', () => {
    expect(termsOf(['Oklahoma City', 'OKC'])).to.deep.equal([
      { term: 'oklahoma city', whole: true },
      { term: 'city', whole: false },
      { term: 'okc', whole: true },
    ]);
  });
});

onEachDatabase('tables/places', (open) => {
  let db: Database;
  before(async () => {
    db = await open();
    await db.zones.put([
      {
        kind: 'county',
        ugc: 'OKC027',
        name: 'Cleveland',
        state: 'OK',
        wfo: 'OUN',
        simplified: true,
        shape: square(-97.7, 35, 0.6),
      },
      {
        kind: 'forecast',
        ugc: 'OKZ029',
        name: 'Cleveland',
        state: 'OK',
        wfo: 'OUN',
        simplified: true,
        shape: square(-97.7, 35, 0.6),
      },
    ]);
    await db.places.put([
      city('geonames/1', 'Norman', 'OK', 120_284, 35.22257, -97.43948),
      city('geonames/2', 'Norman Park', 'GA', 975, 31.26908, -83.68683),
      city('geonames/3', 'Lake Norman', 'NC', 9000, 35.5, -80.9),
      city('geonames/4', 'Oklahoma City', 'OK', 631_346, 35.46756, -97.51643),
      { ...city('zip/73069', '73069', 'OK', 0, 35.2204, -97.4577), kind: 'postcode', town: 'Norman' },
    ]);
  });
  const namesOf = async (term: string, state?: string) =>
    (await db.places.search({ term, ...(state ? { state } : {}), country: 'us', limit: 10 })).map(({ name }) => name);

  it('finds by the beginning of a name or of a word in it, the whole name first', async () => {
    expect(await namesOf('norman')).to.deep.equal(['Norman', 'Norman Park', 'Lake Norman']);
    expect(await namesOf('norm')).to.deep.equal(['Norman', 'Norman Park', 'Lake Norman']);
    expect(await namesOf('city')).to.deep.equal(['Oklahoma City']);
    expect(await namesOf('norman', 'GA')).to.deep.equal(['Norman Park']);
    expect(await namesOf('%')).to.deep.equal([]);
  });

  it('names the county, as far as its shape is known', async () => {
    const [norman, park] = await db.places.search({ term: 'norman', country: 'us', limit: 2 });
    expect(norman.county).to.deep.equal({ ugc: 'OKC027', name: 'Cleveland', state: 'OK', wfo: 'OUN' });
    expect(park.county).to.equal(null);
    expect(await db.places.postcode('73069')).to.deep.include({ kind: 'postcode', town: 'Norman', lat: 35.2204 });
    expect(await db.places.postcode('00000')).to.equal(undefined);
  });

  it('stores a place once, under its latest names', async () => {
    await db.places.put([city('geonames/3', 'Mooresville', 'NC', 9000, 35.5, -80.9)]);
    expect(await namesOf('lake')).to.deep.equal([]);
    expect(await namesOf('moores')).to.deep.equal(['Mooresville']);
    await db.places.put([city('geonames/3', 'Lake Norman', 'NC', 9000, 35.5, -80.9)]);
  });

  it('finds the nearest city, with distance and bearing on the ellipsoid', async () => {
    // PROJ (pyproj.Geod, WGS84): 10,061.7727 m, at an azimuth of -89.9681 degrees
    const near = await db.places.nearest({ lat: 35.22257, lon: -97.55 });
    expect(near).to.deep.include({ name: 'Norman', state: 'OK' });
    expect(near!.distanceM).to.be.closeTo(10_061.7727, 0.001);
    expect(near!.bearing).to.be.closeTo(270.0319, 0.0001);
    expect(await db.places.nearest({ lat: 35.22257, lon: -97.43948 })).to.deep.include({ bearing: null, distanceM: 0 });
    expect(await db.places.nearest({ lat: 0, lon: 0 })).to.equal(undefined);
  });

  it('finds county, zone and office at a point', async () => {
    const { county, zone, wfo } = await db.places.around({ lat: 35.2, lon: -97.4 });
    expect([county?.ugc, zone, wfo]).to.deep.equal(['OKC027', 'OKZ029', 'OUN']);
    expect(await db.places.around({ lat: 30, lon: -90 })).to.deep.equal({ county: null, zone: null, wfo: null });
  });

  it('remembers which edition it has', async () => {
    expect(await db.places.edition('cities')).to.equal(undefined);
    await db.places.finishEdition('cities', '1');
    await db.places.finishEdition('cities', '2');
    expect(await db.places.edition('cities')).to.equal('2');
  });
});
