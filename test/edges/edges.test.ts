import { apiEndpoints } from '@severe/api';
import { startTestApi, type TestService } from '@severe/api/testing/service';
import { testDatabase } from '@severe/db/testing/database';
import { alertEvent, squareAt } from '@severe/db/testing/rows/alert-event';
import { newUser } from '@severe/db/testing/rows/new-user';
import { newWebhook } from '@severe/db/testing/rows/new-webhook';
import { report } from '@severe/db/testing/rows/report';
import { boxAround, distanceM } from '@severe/geo';
import type { ShownGeometry } from '@severe/geo/on-earth';
import { expect } from 'chai';
import { problemsOf, sizeOf } from './measures.ts';
import { elsewhere, spatialResources, type SpatialResource } from './resources.ts';
import { circle, placeFrom, sites, type Site } from './sites.ts';

/** What is compared of an answer: geometries, and numbers that do not depend on the place. */
interface Facts {
  geometries: ShownGeometry[];
  numbers: unknown[];
}

/** Sizes may differ by this: edges that are straight on the map run differently on the ground. */
const tolerance = 0.03;

describe('edges of the world', () => {
  let service: TestService;
  before(async function () {
    this.timeout(120_000);
    service = await startTestApi(undefined, testDatabase);
    for (const { store } of spatialResources) await store?.(service.db, sites);
  });
  after(() => service?.close());

  const get = async (path: string): Promise<any> => {
    const answer = await service.ask(`/api/v1${path}`);
    expect(answer.status, `${path}: ${answer.body.toString().slice(0, 300)}`).to.equal(200);
    return answer.json();
  };

  const idOf = async (path: string): Promise<number> => (await get(path)).features[0].id as number;

  async function factsAt({ path, ask, of, facts }: SpatialResource, site: Site): Promise<Facts[]> {
    const all: Facts[] = [];
    for (const query of await ask(site, idOf)) {
      const answer = await get(path.includes('{') ? path.replace(/\{\w+\}/, query) : `${path}?${query}`);
      all.push(facts ? (facts(answer) as Facts) : factsOf(answer.features.filter((one: any) => !of || of(one, site))));
    }
    return all;
  }

  /** Facts of features: shapes and those within properties, in the order of their distance. */
  function factsOf(features: any[]): Facts {
    const geometries = features.flatMap(({ geometry, properties: { outline, track } }) =>
      [geometry, outline, track].filter(Boolean),
    );
    return { geometries, numbers: [features.length] };
  }

  /** Sizes of shapes, and distances of points from a site, in km and sorted. */
  function measuresOf({ geometries }: Facts, { centre }: Site): number[] {
    const measures = geometries.map((geometry) => {
      if (geometry.type !== 'Point') return sizeOf(geometry);
      const [lon, lat] = geometry.coordinates;
      return distanceM(centre, { lat, lon }) / 1000;
    });
    return measures.sort((a, b) => a - b);
  }

  for (const resource of spatialResources) {
    it(`${resource.path} answers at every edge as at home`, async function () {
      this.timeout(60_000);
      const [home] = sites;
      const wanted = await factsAt(resource, home);
      expect(
        wanted.some(({ geometries }) => geometries.length > 0),
        'it finds something at home',
      ).to.equal(true);
      for (const site of sites) {
        const found = await factsAt(resource, site);
        expect(
          found.flatMap(({ geometries }) => geometries.flatMap(problemsOf)),
          site.name,
        ).to.deep.equal([]);
        expect(found.map(({ numbers }) => numbers), site.name).to.deep.equal(wanted.map(({ numbers }) => numbers)); // prettier-ignore
        for (const [i, facts] of found.entries()) {
          const [here, there] = [measuresOf(wanted[i], home), measuresOf(facts, site)];
          expect(there.length, site.name).to.equal(here.length);
          here.forEach((km, k) => expect(there[k], site.name).to.be.closeTo(km, Math.max(0.01, tolerance * km)));
        }
      }
    });
  }

  it('matches geofences, of boxes, areas and points', async function () {
    this.timeout(60_000);
    const user = (await service.db.users.insert(newUser()))!.id;
    const fences = sites.flatMap((site) => {
      const far = { ...site, centre: placeFrom(site, 90, 80) };
      return [
        { bbox: boxAround(site.centre, 20_000), geometry: null },
        { bbox: boxAround(far.centre, 20_000), geometry: null },
        { bbox: null, geometry: uncut(site, 20) },
        { bbox: null, geometry: uncut(far, 20) },
        { bbox: null, geometry: { type: 'Point', coordinates: [site.centre.lon, site.centre.lat] } },
      ];
    });
    const made: number[] = [];
    for (const fence of fences) made.push((await service.db.webhooks.insert(user, newWebhook({ fence }), 100))!.id);
    for (let more = true; more;) more = (await service.db.webhookDeliveries.matchWebhooks(100)).more;
    const counts = await Promise.all(
      made.map(async (id) => (await service.db.webhookDeliveries.pending(id, 10)).length),
    );
    const bySite = sites.map((site) => counts.slice(5 * site.number, 5 * site.number + 5));
    sites.forEach(({ name }, i) => expect(bySite[i], name).to.deep.equal([1, 0, 1, 0, 1]));
  });

  it('finds what lies on the antimeridian under both of its names, and what reaches a pole at all longitudes', async () => {
    const { alerts, reports } = service.db;
    await reports.store([report({ key: 'edge', lat: 61, lon: 180, state: 'OK' })]);
    await alerts.store([
      alertEvent({ eventKey: 'east', polygon: squareAt(-180, 62, 2), zones: [], fips: [] }),
      alertEvent({ eventKey: 'cap', polygon: squareAt(100, 80, 10), zones: [], fips: [] }),
    ]);
    const countOf = async (path: string) => (await get(path)).features.length;
    for (const box of [
      '170,60,180,61.5',
      '-180,60,-170,61.5',
      '170,60,-170,61.5',
      '180,60,180,61.5',
      '-180,60,180,61.5',
    ]) {
      expect(await countOf(`/reports?bbox=${box}`), box).to.equal(1);
    }
    expect(await countOf('/reports?bbox=-179.9,60,-170,61.5')).to.equal(0);
    for (const point of ['63,180', '63,-180']) expect(await countOf(`/alerts?point=${point}`), point).to.equal(1);
    const atPole = await Promise.all(['90,105', '90,0', '90,-180'].map((point) => countOf(`/alerts?point=${point}`)));
    expect(new Set(atPole)).to.deep.equal(new Set([2])); // with the one around the site near the pole
  });

  it('moves every endpoint with positions', () => {
    const listed = [...spatialResources.map(({ path }) => path), ...Object.keys(elsewhere)];
    const spatial = apiEndpoints.filter(({ path, query, response, strict }) => {
      if (!('json' in response) || strict) return listed.includes(path); // tables, feeds and OGC API are other forms of lists
      const takes = ['bbox', 'point', 'lat'].some((name) => name in query);
      return (
        takes || /"(?:lat|geometry|coordinates|location)"/.test(JSON.stringify(response ?? {})) || listed.includes(path)
      );
    });
    expect([...new Set(spatial.map(({ path }) => path))].sort()).to.deep.equal([...listed].sort());
  });
});

/** A circle as a caller may draw it: in one part, with longitudes that jump at the antimeridian. */
function uncut(site: Site, km: number): object {
  const shape = circle(site, km);
  if (shape.type === 'Polygon') return shape;
  const corners = Array.from({ length: 24 }, (_, i) => placeFrom(site, -15 * i, km)).map(({ lat, lon }) => [lon, lat]);
  return { type: 'Polygon', coordinates: [[...corners, corners[0]]] };
}
