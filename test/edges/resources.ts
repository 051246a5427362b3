import type { Database } from '@severe/db';
import { alertEvent } from '@severe/db/testing/rows/alert-event';
import { county } from '@severe/db/testing/rows/county';
import { damageTrack } from '@severe/db/testing/rows/damage-track';
import { facility } from '@severe/db/testing/rows/facility';
import { gauge } from '@severe/db/testing/rows/gauge';
import { flash, granule } from '@severe/db/testing/rows/granule';
import { listedWatch } from '@severe/db/testing/rows/listed-watch';
import { newForecast } from '@severe/db/testing/rows/new-forecast';
import { newSounding } from '@severe/db/testing/rows/new-sounding';
import { observation } from '@severe/db/testing/rows/observation';
import { outlookArea, rainfallArea } from '@severe/db/testing/rows/outlook-area';
import { report } from '@severe/db/testing/rows/report';
import { stormCell } from '@severe/db/testing/rows/storm-cell';
import { toldDiscussion } from '@severe/db/testing/rows/told-discussion';
import { basinOutlook, coneOf, drawnArea, listedStorm, toldArea, trackOf } from '@severe/db/testing/rows/tropical';
import { bearingDeg, boxAround, type Area, type Line } from '@severe/geo';
import { circle, lineOver, placeFrom, placesAround, type Site } from './sites.ts';

/** A resource with positions or geometries, and the situation of it that is moved. */
export interface SpatialResource {
  /** The path of its endpoint. */
  path: string;
  /** Stores the situations of all sites at once. Without it, other resources make the answer. */
  store?: (db: Database, sites: Site[]) => Promise<unknown>;
  /** Requests about the situation of a site. `id` looks up what the database gave a row. */
  ask: (site: Site, id: (path: string) => Promise<number>) => Promise<string[]> | string[];
  /** Features of one site, where the endpoint has no spatial filter. */
  of?: (feature: { id: unknown }, site: Site) => boolean;
  /** The numbers of an answer that stay equal; default: of a feature collection. */
  facts?: (answer: any) => unknown;
}

/** Searches that find some of the five places of `placesAround`, or the areas of `circle` in 30 km. */
function searches(site: Site): string[] {
  const { lat, lon } = site.centre;
  const beside = placeFrom(site, 90, 60);
  const box = boxAround(site.centre, 45_000).map((degrees) => degrees.toFixed(5));
  const [centre, aside] = [`${lat},${lon}`, `${beside.lat},${beside.lon}`];
  return [
    `bbox=${box.join()}`,
    `point=${centre}`,
    `point=${centre}&radius=25km`,
    `point=${aside}&radius=15km`,
    `point=${aside}&radius=50km`,
  ].map((query) => `${query}&limit=100`);
}

const here = ({ centre: { lat, lon } }: Site): string[] => [`lat=${lat}&lon=${lon}`];
const areaOf = (site: Site): Area => circle(site, 30) as Area;

/** Rows of all sites. */
const all = <Row>(sites: Site[], rowOf: (site: Site) => Row): Row[] => sites.map(rowOf);
/** Rows of the places around all sites. */
const each = <Row>(sites: Site[], rowOf: (at: { lat: number; lon: number }, key: string) => Row): Row[] =>
  sites.flatMap((site) => placesAround(site).map((at, i) => rowOf(at, `${site.number}${i}`)));

export const spatialResources: SpatialResource[] = [
  {
    path: '/alerts',
    store: (db, sites) =>
      db.alerts.store(
        all(sites, (site) => {
          const storm = placeFrom(site, 270, 20);
          const fromDeg = (bearingDeg(storm, site.centre) + 180) % 360; // towards the site: near a pole, north is elsewhere
          const points: [number, number][] = [[storm.lon, storm.lat]];
          const motion = { fromDeg, speedKt: 60, observedAt: '2026-05-20T22:17:00Z', points };
          return alertEvent({
            eventKey: `OUN.TO.W.${site.number}`,
            polygon: areaOf(site),
            motion,
            zones: [],
            fips: [],
          });
        }),
      ),
    ask: searches,
  },
  {
    path: '/watches',
    store: (db, sites) =>
      db.watches.store(
        all(sites, (site) => listedWatch({ number: 200 + site.number, area: areaOf(site) })),
        true,
      ),
    ask: searches,
  },
  {
    path: '/discussions',
    store: (db, sites) =>
      db.discussions.store(all(sites, (site) => toldDiscussion({ number: 800 + site.number, area: areaOf(site) }))),
    ask: searches,
  },
  {
    path: '/outlooks',
    store: (db, sites) =>
      db.outlooks.replace(
        'day1otlk_cat',
        all(sites, (site) => outlookArea({ area: areaOf(site) })),
      ),
    ask: searches,
  },
  {
    path: '/eros',
    store: (db, sites) =>
      db.eros.replace(
        'Day1_Latest',
        all(sites, (site) => rainfallArea({ area: areaOf(site) })),
      ),
    ask: searches,
  },
  {
    path: '/reports',
    store: (db, sites) => db.reports.store(each(sites, (at, key) => report({ ...at, key, state: 'OK' }))),
    ask: searches,
  },
  {
    path: '/observations',
    store: (db, sites) => db.observations.store(each(sites, (at, key) => observation({ ...at, station: `K${key}X` }))),
    ask: searches,
  },
  {
    path: '/gauges',
    store: (db, sites) => db.gauges.store(each(sites, (at, key) => gauge({ ...at, lid: `X${key}`, usgsId: null }))),
    ask: searches,
  },
  {
    path: '/soundings',
    store: (db, sites) => db.soundings.store(each(sites, (at, key) => newSounding({ ...at, station: `K${key}X` }))),
    ask: searches,
  },
  {
    path: '/lightning',
    store: (db, sites) =>
      db.lightning.store(granule({ flashes: each(sites, (at, key) => flash({ ...at, number: Number(key) })) })),
    ask: (site) => searches(site).slice(0, 1),
  },
  {
    path: '/facilities',
    store: (db, sites) => db.facilities.put(each(sites, (at, key) => facility({ ...at, key, state: 'OK' }))),
    ask: (site) => searches(site).slice(0, 1),
  },
  {
    path: '/damage-tracks',
    store: (db, sites) =>
      db.damageTracks.store(
        all(sites, (site) => damageTrack({ sourceId: site.number + 1, state: null, line: lineOver(site, 20) as Line })),
      ),
    ask: (site) => searches(site).slice(0, 1),
  },
  {
    path: '/storms',
    async store(db, sites) {
      const cells = (km: number) =>
        all(sites, (site) => {
          const outline = circle({ ...site, centre: placeFrom(site, 90, km) }, 5) as Area;
          return stormCell({ ...placeFrom(site, 90, km), cell: `2026-${site.number}`, outline });
        });
      await db.stormCells.store({ frameAt: new Date('2026-05-20T22:14:00Z'), state: {} }, cells(-10));
      await db.stormCells.store({ frameAt: new Date('2026-05-20T22:16:00Z'), state: {} }, cells(3));
    },
    ask: searches,
  },
  {
    path: '/zones',
    store: (db, sites) =>
      db.zones.put(
        all(sites, (site) => {
          const shape = JSON.stringify(circle(site, 35));
          return county({
            ugc: `ZZC00${site.number}`,
            state: null,
            wfo: null,
            name: site.name,
            shape,
            simplified: false,
          });
        }),
      ),
    ask: (site) => [`ids=ZZC00${site.number}`],
  },
  {
    path: '/tropical/storms',
    async store(db, sites) {
      await db.tropicalStorms.store(
        all(sites, (site) => listedStorm({ storm: stormOf(site), ...placeFrom(site, 270, 15) })),
        true,
      );
      await db.tropicalStorms.storeOutlines(
        sites.flatMap((site) => [
          coneOf({ storm: stormOf(site), shape: circle(site, 300) as Area }),
          trackOf({ storm: stormOf(site), shape: lineOver(site, 250) as Line }),
        ]),
      );
    },
    ask: () => [''],
    of: ({ id }, site) => String(id).startsWith(stormOf(site)),
  },
  {
    path: '/tropical/outlook',
    async store(db, sites) {
      await db.tropicalOutlooks.storeText(
        basinOutlook(),
        all(sites, ({ number }) => toldArea({ area: number + 1 })),
      );
      await db.tropicalOutlooks.storeMap(
        all(sites, (site) => drawnArea({ area: site.number + 1, shape: circle(site, 200) as Area })),
      );
    },
    ask: () => [''],
    of: ({ id }, site) => id === `al/${site.number + 1}`,
  },
  {
    path: '/storms/{id}',
    ask: async (site, id) => [String(await alertOf(site, id))],
    facts: ({ geometry, properties: { motion, cone, reports } }) => ({
      geometries: [geometry, cone.geometry, { type: 'Point', coordinates: motion.location }],
      numbers: [reports.length, motion.speed_kt],
    }),
  },
  {
    path: '/facilities/impact',
    ask: async (site, id) => [`alert_id=${await alertOf(site, id)}`],
    facts: ({ total, facilities }) => ({ geometries: facilities.map(pointOf), numbers: [total] }),
  },
  {
    path: '/alerts/{alert_id}',
    ask: async (site, id) => [String(await alertOf(site, id))],
    facts: ({ geometry }) => ({ geometries: [geometry], numbers: [] }),
  },
  {
    path: '/alerts/point',
    ask: here,
    facts: (answer) => ({
      geometries: [pointOf(answer)],
      numbers: [answer.count, answer.alerts.length, answer.is_current],
    }),
  },
  {
    path: '/locations/summary',
    ask: here,
    facts: (answer) => ({
      geometries: [pointOf(answer)],
      numbers: [
        answer.status,
        ...['alerts', 'watches', 'discussions', 'outlooks', 'reports'].map((name) => answer[name].length),
        answer.observation !== null,
      ],
    }),
  },
  {
    path: '/briefing/point',
    ask: (site) => [0, 15].flatMap((km) => here({ ...site, centre: placeFrom(site, 90, km) })),
    facts: (answer) => {
      const { minutes, earliest_minutes: earliest, latest_minutes: latest, distance_km: km } = answer.storm_eta;
      return { geometries: [pointOf(answer)], numbers: [minutes, earliest, latest, Math.round(km), answer.status] };
    },
  },
  {
    path: '/briefing/timeline',
    ask: here,
    facts: (answer) => ({ geometries: [pointOf(answer)], numbers: [answer.hours.map(({ risk }: any) => risk).join()] }),
  },
  {
    path: '/geocode/reverse',
    ask: here,
    facts: (answer) => ({ geometries: [pointOf(answer)], numbers: [answer.county === null] }),
  },
  {
    path: '/forecast/point',
    store: (db, sites) =>
      Promise.all(
        sites.map((site) => db.forecasts.store(newForecast({ gridX: site.number, area: circle(site, 2) as Area }))),
      ),
    ask: (site) => [...here(site), ...here({ ...site, centre: placeFrom(site, 250, 1.5) })],
    facts: (answer) => ({ geometries: [pointOf(answer)], numbers: [answer.office, answer.periods.length] }),
  },
];

const stormOf = ({ number }: Site): string => `al0${number + 1}2026`;
const pointOf = ({ lat, lon }: { lat: number; lon: number }) => ({ type: 'Point', coordinates: [lon, lat] });

/** The id of the alert of a site, by its polygon. */
async function alertOf({ centre: { lat, lon } }: Site, id: (path: string) => Promise<number>): Promise<number> {
  return id(`/alerts?point=${lat},${lon}`);
}

/** Endpoints with positions that cannot be moved, and why. */
export const elsewhere: Record<string, string> = {
  '/jurisdiction/boundary': 'counties have their place; its own tests have the Aleutians',
  '/jurisdiction/summary': 'counties have their place, and rows are matched with the shape of /zones',
  '/geocode/search': 'the places of the bundled lists',
  '/afd': 'texts of an office; the place selects it',
  '/hwo': 'texts of an office; the place selects it',
  '/soundings/{station}/latest': 'the row of /soundings',
  '/soundings/{id}': 'the row of /soundings',
  '/alerts/changes': 'the rows of /alerts',
  '/placefiles/{subject}.txt': 'the rows of lists in another form',
  '/account/locations': 'gives back what it got, within -180 to 180',
  '/account/locations/{loc_id}': 'gives back what it got',
  '/account/webhooks': 'gives back what it got; the matching has a test of its own',
  '/account/webhooks/{id}': 'gives back what it got',
};
