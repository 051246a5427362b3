import type { BasinOutlook, MapArea, ListedStorm, StormOutline, TextArea } from '../../../src/index.ts';
import { squareAt } from './alert-event.ts';

/** A hurricane south of Oklahoma's storms, as advisory 12 lists it; `change` overrides fields. */
export function listedStorm(change: Partial<ListedStorm> = {}): ListedStorm {
  return {
    storm: 'al052026',
    basin: 'al',
    name: 'Ernesto',
    classification: 'HU',
    advisory: '12',
    issuedAt: new Date('2026-05-20T21:00:00Z'),
    maxWindKt: 100,
    gustKt: 120,
    pressureHpa: 955,
    movementDirDeg: 290,
    movementKt: 12,
    category: 3,
    url: 'https://www.nhc.noaa.gov/text/MIATCPAT5.shtml',
    lon: -80,
    lat: 25,
    ...change,
  };
}

/** Its cone. */
export function coneOf(change: Partial<StormOutline> = {}): StormOutline {
  const issuedAt = new Date('2026-05-20T21:00:00Z');
  return { storm: 'al052026', kind: 'cone', advisory: '12', issuedAt, shape: squareAt(-85, 25, 5)!, ...change };
}

/** Its track. */
export function trackOf(change: Partial<StormOutline> = {}): StormOutline {
  const shape: StormOutline['shape'] = { type: 'LineString', coordinates: [[-80, 25], [-83, 28]] }; // prettier-ignore
  return { ...coneOf(), kind: 'track', shape, ...change };
}

/** The Atlantic's outlook. */
export function basinOutlook(change: Partial<BasinOutlook> = {}): BasinOutlook {
  const headline = 'One area may become a tropical cyclone within seven days; the highest chance is 60 percent.';
  return { basin: 'al', issuedAt: new Date('2026-05-20T17:40:00Z'), headline, ...change };
}

const disturbance = {
  basin: 'al',
  area: 1,
  probability2day: 20,
  probability7day: 60,
  risk2day: 'Low',
  risk7day: 'Medium',
  issuedAt: new Date('2026-05-20T17:40:00Z'),
};

/** Its disturbance, as the text tells of it. */
export function toldArea(change: Partial<TextArea> = {}): TextArea {
  return { ...disturbance, text: 'Central Atlantic: a tropical wave.', ...change };
}

/** The same, as the map draws it. */
export function drawnArea(change: Partial<MapArea> = {}): MapArea {
  return { ...disturbance, shape: squareAt(-50, 10, 5)!, ...change };
}
