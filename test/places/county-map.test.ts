import { fipsOfZone, states } from '@severe/catalogue';
import { alertEvent } from '@severe/db/testing/rows/alert-event';
import { facility } from '@severe/db/testing/rows/facility';
import { flash, granule } from '@severe/db/testing/rows/granule';
import { report } from '@severe/db/testing/rows/report';
import { areaHolds, boxAround, type Area, type Bounds } from '@severe/geo';
import { bundledCounties } from '@severe/ingest/testing/parsers';
import { seeded } from '@severe/testing/seeded';
import { startTestApi, type TestService } from '@severe/api/testing/service';
import { expect } from 'chai';
import { readTwkb } from '../../scripts/basemap/twkb.ts';

interface County {
  fips: string;
  ugc: string;
  area: Area;
  bounds: Bounds;
}

/** A place, and the county that contains it by the bundled file; undefined outside all. */
interface Border {
  lat: number;
  lon: number;
  county: County | undefined;
}

const placesCount = 1000;
const offsetM = 1000;

/**
 * Places within a kilometre of the borders of counties, for which every endpoint must name the same county: that of the bundled
 * file, which the test reads by itself.
 */
describe('the map of counties', function () {
  this.timeout(600_000);
  let service: TestService;
  const counties: County[] = [];
  let places: Border[];

  before(async () => {
    service = await startTestApi();
    for await (const batch of bundledCounties(1 << 18)) {
      await service.db.zones.putBundled(batch);
      for (const { ugc, shape } of batch) {
        const coordinates = readTwkb(Buffer.from(shape, 'base64'));
        const bounds = boundsOf(coordinates.flatMap(([shell]) => shell));
        counties.push({ ugc, fips: fipsOfZone(ugc)!, area: { type: 'MultiPolygon', coordinates }, bounds });
      }
    }
    places = drawPlaces(counties, seeded(31));
    const { db } = service;
    const zoneOnly = counties
      .filter(({ fips, bounds }) => !isPlanningRegion(fips) && places.some((place) => isIn(bounds, place)))
      .map(({ ugc, fips }) =>
        alertEvent({ eventKey: ugc, polygon: null, zones: [`county/${ugc}`], fips: [fips], headline: ugc }),
      );
    for (let i = 0; i < zoneOnly.length; i += 250) await db.alerts.store(zoneOnly.slice(i, i + 250));
    for (let i = 0; i < places.length; i += 250) {
      const some = places.slice(i, i + 250);
      const flashes = some.map(({ lat, lon }, j) => flash({ number: i + j, lat, lon }));
      await db.lightning.store(granule({ name: `g${i}`, flashes }));
      await db.reports.store(some.map(({ lat, lon }, j) => report({ key: `r${i + j}`, lat, lon, state: null })));
      await db.facilities.put(some.map(({ lat, lon }, j) => facility({ key: String(i + j), lat, lon, state: null, fips: null }))); // prettier-ignore
    }
  });
  after(() => service?.close());

  const json = async (path: string) => (await service.ask(`/api/v1${path}`)).json();
  const stateOf = (place: Border) => place.county?.ugc.slice(0, 2);

  it('names the county of the file in reverse geocoding, and finds the alerts of its zone', async () => {
    const wrong: string[] = [];
    for (const { lat, lon, county } of places) {
      const { fips, state } = await json(`/geocode/reverse?lat=${lat}&lon=${lon}`);
      const { features } = await json(`/alerts?point=${lat},${lon}`);
      const found = (features as { properties: { headline: string } }[]).map(({ properties }) => properties.headline);
      const all = [fips ?? 'none', state ?? 'none', ...found].join();
      const wanted = county ? [county.fips, county.ugc.slice(0, 2), county.ugc].join() : 'none,none';
      if (all !== wanted) wrong.push(`${lat},${lon}: ${all} instead of ${wanted}`);
    }
    expect(wrong).to.deep.equal([]);
  });

  it('files flashes and reports under the state of that county', async () => {
    for (const { code } of states) {
      const wanted = places.filter((place) => stateOf(place) === code).length;
      for (const list of ['/lightning', '/reports']) {
        const { features } = await json(`${list}?state=${code}&limit=1000`);
        expect(features.length, `${list} in ${code}`).to.equal(wanted);
      }
    }
  });

  it('counts reports, names facilities and draws boundaries by the same map', async () => {
    const drawn = [...new Set(places.flatMap(({ county }) => county ?? []))].slice(0, 60);
    for (const { fips } of drawn) {
      const inside = places.filter(({ county }) => county?.fips === fips);
      const { reports_24h: reports } = await json(`/jurisdiction/summary?fips=${fips}`);
      expect(reports.hail, fips).to.equal(inside.length);
      const { geometry } = (await json(`/jurisdiction/boundary?fips=${fips}`)) as { geometry: Area };
      for (const { lat, lon, county } of places) {
        expect(areaHolds(geometry, [lon, lat]), `${lat},${lon} in ${fips}`).to.equal(county?.fips === fips);
      }
    }
    const { rows } = await service.db.facilities.search({ area: { bbox: [-180, -90, 180, 90] }, limit: placesCount });
    const named = rows.map(({ geometry, state, fips }) => {
      const { coordinates } = JSON.parse(geometry) as { coordinates: number[] };
      return `${coordinates.join()} ${state} ${fips}`;
    });
    const wanted = places.map(
      (place) => `${place.lon},${place.lat} ${stateOf(place) ?? null} ${place.county?.fips ?? null}`,
    );
    expect(named.toSorted()).to.deep.equal(wanted.toSorted());
  });

  it('has the place of two maps in Alfalfa County', async () => {
    expect((await json('/geocode/reverse?lat=36.68168&lon=-98.53912')).fips).to.equal('40003');
  });
});

/** Connecticut's planning regions lie over its counties, for which the weather service issues alerts. */
function isPlanningRegion(fips: string): boolean {
  return /^091[1-9]0$/.test(fips);
}

/** Places within a kilometre of a vertex of a random county. */
function drawPlaces(all: County[], random: () => number): Border[] {
  const counties = all.filter(({ fips }) => !isPlanningRegion(fips));
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)];
  return Array.from({ length: placesCount }, () => {
    const { area } = pick(counties);
    const [lon, lat] = pick(pick((area as Area & { type: 'MultiPolygon' }).coordinates)[0]);
    const [west, south, east, north] = boxAround({ lat, lon }, offsetM / Math.SQRT2);
    const place = {
      lat: round(south + random() * (north - south)),
      lon: round(west + random() * (east - west)),
    };
    return { ...place, county: counties.find(({ bounds, area }) => isIn(bounds, place) && areaHolds(area, [place.lon, place.lat])) }; // prettier-ignore
  });
}

const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

function isIn([west, south, east, north]: Bounds, { lat, lon }: { lat: number; lon: number }): boolean {
  return lon >= west && lon <= east && lat >= south && lat <= north;
}

function boundsOf(positions: [lon: number, lat: number][]): Bounds {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [lon, lat] of positions) {
    [west, east] = [Math.min(west, lon), Math.max(east, lon)];
    [south, north] = [Math.min(south, lat), Math.max(north, lat)];
  }
  return [west, south, east, north];
}
