import { collection } from './stand-in.ts';

const hour = (i: number, risk: string) => ({
  time: `2026-05-20T${22 + i}:00:00Z`,
  risk,
  hrrr: null,
  outlook: null,
  ero: null,
  alerts: [],
  watches: [],
});

/** Answers about a place in a tornado warning, which the panel of a place shows. */
export const placeAnswers = {
  '/locations/summary': {
    status: 'warning',
    status_reason: 'Tornado Warning until 22:45Z',
    place: {
      name: 'Norman',
      label: 'Norman, OK',
      county: 'Cleveland',
      state: 'OK',
      fips: '40027',
      wfo: 'OUN',
      timezone: 'America/Chicago',
    },
  },
  '/briefing/point': {
    generated_at: '2026-05-20T22:18:05Z',
    status: 'warning',
    headline: 'A tornado warning covers this point until 5:45 PM CDT.',
    happening: 'A storm with rotation on radar is about 11 mi to the southwest.',
    meaning: 'Take shelter now. The storm may arrive in about 17 minutes.',
    advice: 'Take shelter now.',
    prospects: 'The storm may arrive in about 17 minutes.',
    storm_eta: { minutes: 17, alert_id: 7 },
  },
  '/briefing/timeline': { hours: [hour(0, 'high'), hour(1, 'moderate')], summary: { text: 'The risk is high.' } },
  '/jurisdiction/summary': { name: 'Cleveland County', status: 'warning', status_reason: 'Tornado Warning until 22:45Z', reports_24h: { tornado: 1, hail: 2, wind: 0, flood: 0 } }, // prettier-ignore
  '/storms': {
    ...collection([
      { type: 'Feature', id: 'c1', geometry: { type: 'Point', coordinates: [-97.6, 35.1] }, properties: { max_dbz: 61, toward_deg: 45, speed_mps: 18, track: null } }, // prettier-ignore
    ]),
    unavailable: [],
  },
  '/storms/7': {
    properties: {
      motion: { location: [-97.6, 35.1] },
      cone: { geometry: { type: 'Polygon', coordinates: [[[-97.7, 35], [-97.2, 35], [-97.2, 35.5], [-97.7, 35]]] } },
    },
  }, // prettier-ignore
};
