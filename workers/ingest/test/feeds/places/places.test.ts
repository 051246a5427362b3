import { expect } from 'chai';
import { bundledEdition, bundledPlaces, cityPlace, postcodePlace } from '../../../src/feeds/places/bundled.ts';
import { places } from '../../../src/feeds/places/feed.ts';
import { Bucket, feedContext } from '../../support/stand-ins.ts';

const city = {
  cityId: 7,
  name: 'Norman',
  altName: '',
  country: 'US',
  featureCode: 'PPL',
  adminCode: 'OK',
  population: 120_284,
  loc: { coordinates: [-97.43948, 35.22257] as [number, number] },
};
const postcode = { zip: '73069', latitude: 35.2, longitude: -97.5, city: 'Norman', state: 'OK', country: 'US' };

describe('feeds/places', () => {
  it('selects cities of the states and territories only', () => {
    expect(cityPlace(city)).to.deep.include({ id: 'geonames/7', state: 'OK', country: 'us', lat: 35.22257 });
    expect(cityPlace({ ...city, country: 'PR', adminCode: '099' })).to.deep.include({ state: 'PR', country: 'us' });
    expect(cityPlace({ ...city, country: 'CA', adminCode: '01' })).to.equal(undefined);
  });

  it('selects postcodes, except those of the armed forces abroad', () => {
    expect(postcodePlace(postcode)).to.deep.include({ id: 'zip/73069', name: '73069', town: 'Norman' });
    expect(postcodePlace({ ...postcode, state: 'AE' })).to.equal(undefined);
    expect(postcodePlace({ ...postcode, country: 'Canada' })).to.equal(undefined);
  });

  it('has each place once, with a name and a valid position', () => {
    const ids = new Set<string>();
    for (const { id, name, lat, lon, kind, terms } of bundledPlaces()) {
      expect(ids.has(id), id).to.equal(false);
      ids.add(id);
      expect(name.trim(), id).to.not.equal('');
      expect(Math.abs(lat) <= 90 && Math.abs(lon) <= 180, id).to.equal(true);
      expect(terms.length > 0 || kind === 'postcode', id).to.equal(true);
    }
    expect(ids.size).to.be.greaterThan(55_000);
  });

  it('has airports and radars by their codes, and names without accents', () => {
    const idsOf = (term: string) =>
      [...bundledPlaces()].filter(({ terms }) => terms.some((each) => each.term === term)).map(({ id }) => id);
    for (const code of ['okc', 'kokc', 'will rogers international airport']) {
      expect(idsOf(code), code).to.include('airport/KOKC');
    }
    for (const code of ['ktlx', 'tlx', 'ktlx radar']) expect(idsOf(code), code).to.include('radar/KTLX');
    for (const name of ['canon city', 'espanola', 'mayaguez', 'kapaa']) {
      expect(
        idsOf(name).filter((id) => id.startsWith('geonames/')),
        name,
      ).to.have.length.above(0);
    }
  });

  it('stops loading when the service stops, and loads the rest later', async function () {
    this.timeout(60_000);
    const { context, close } = await feedContext(new Bucket('http://nowhere'), () => new Date('2026-05-20T22:18:00Z'));
    try {
      const ending = new AbortController();
      const { places: table } = context.db;
      let batches = 0;
      const put: typeof table.put = async (rows) => {
        if (++batches === 2) ending.abort();
        return table.put(rows);
      };
      const db = { ...context.db, places: { ...table, put } };
      const stopped = places.run({ ...context, db, signal: ending.signal }).catch((error: Error) => error.name);
      expect([await stopped, batches]).to.deep.equal(['AbortError', 2]);
      expect(await context.db.places.edition('bundled')).to.equal(undefined);
    } finally {
      await close();
    }
  });

  it('loads a version once', async function () {
    this.timeout(120_000);
    const at = new Date('2026-05-20T22:18:00Z');
    const { context, close } = await feedContext(new Bucket('http://nowhere'), () => at);
    try {
      const first = await places.run(context);
      expect(first.new).to.be.greaterThan(55_000);
      expect(await context.db.places.edition('bundled')).to.equal(bundledEdition());
      const [found] = await context.db.places.search({ term: 'norman', country: 'us', limit: 1 });
      expect(found).to.deep.include({ name: 'Norman', state: 'OK' });
      expect(await places.run(context)).to.deep.include({ new: 0, refused: [] });
    } finally {
      await close();
    }
  });
});
