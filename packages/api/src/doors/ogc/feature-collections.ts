import type { Endpoint } from '@severe/http';
import type { ApiContext } from '../../context.ts';
import { listAlerts } from '../../resources/alerts/endpoints.ts';
import { listDamageTracks } from '../../resources/damage-tracks/endpoints.ts';
import { listDiscussions } from '../../resources/discussions/endpoints.ts';
import { listEros } from '../../resources/eros/endpoints.ts';
import { listGauges } from '../../resources/gauges/endpoints.ts';
import { listLightning } from '../../resources/lightning/endpoints.ts';
import { listObservations } from '../../resources/observations/endpoints.ts';
import { listOutlooks } from '../../resources/outlooks/endpoints.ts';
import { listReports } from '../../resources/reports/endpoints.ts';
import { listSoundings } from '../../resources/soundings/endpoints.ts';
import { listStormCells } from '../../resources/storm-cells/endpoints.ts';
import { listWatches } from '../../resources/watches/endpoints.ts';

/** A list as a collection of features. */
export interface FeatureCollection {
  id: string;
  title: string;
  list: Endpoint<ApiContext>;
  /**
   * What an instant of `datetime` selects. `state`: what was known and in force at that moment (`as_of`); `events`: records of that
   * moment.
   */
  instant: 'state' | 'events';
  /** Parameters of the list, unless the request has them or a period. */
  usual: Record<string, string>;
  /** Parameters of the list beside a period. */
  during: Record<string, string>;
}

/** A call of a list. */
export type ListCall = Parameters<Endpoint<ApiContext>['handle']>[0];

interface ListSchema {
  title: string;
  required: string[];
  properties: { features: { items: Record<string, unknown> } } & Record<string, unknown>;
}

/** The JSON schema of what a list answers. */
export const responseOf = ({ response }: Endpoint<ApiContext>): ListSchema =>
  (response as { json: unknown }).json as ListSchema;

const inForce = { instant: 'state', usual: {}, during: { active: 'false' } } as const;
const state = { instant: 'state', usual: {}, during: {} } as const;
const newestOfEach = { instant: 'events', usual: { latest: 'true' }, during: { latest: 'false' } } as const;
const events = { instant: 'events', usual: {}, during: {} } as const;

/** The collections of features, in the order in which they are listed. */
export const featureCollections: FeatureCollection[] = [
  { id: 'alerts', title: 'Warnings, watches, advisories and statements in force', list: listAlerts, ...inForce },
  { id: 'outlooks', title: 'Convective outlooks', list: listOutlooks, ...state },
  { id: 'rainfall-outlooks', title: 'Excessive rainfall outlooks', list: listEros, ...inForce },
  { id: 'watches', title: 'Tornado and severe thunderstorm watches in force', list: listWatches, ...inForce },
  { id: 'discussions', title: 'Mesoscale discussions in force', list: listDiscussions, ...inForce },
  { id: 'reports', title: 'Storm reports', list: listReports, ...events },
  { id: 'damage-tracks', title: 'Surveyed tornado tracks', list: listDamageTracks, ...events },
  { id: 'observations', title: 'Surface observations, the newest of each station', list: listObservations, ...newestOfEach }, // prettier-ignore
  { id: 'soundings', title: 'Soundings, the newest of each station', list: listSoundings, ...newestOfEach },
  { id: 'gauges', title: 'River gauges with their newest readings', list: listGauges, ...events },
  { id: 'storm-cells', title: 'Storm cells on the radar', list: listStormCells, ...state },
  { id: 'lightning', title: 'Lightning flashes', list: listLightning, ...events },
];
