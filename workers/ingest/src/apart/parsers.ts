import { parseNwpsGauges } from '../feeds/gauges/parse-nwps.ts';
import { parseUsgsReadings } from '../feeds/gauges/parse-usgs.ts';
import { parseIemObservations } from '../feeds/observations/parse-iem.ts';
import { readNwsObservations } from '../feeds/observations/read-nws.ts';

/** Parsers of what is sent in megabytes, by name: each takes some tens of milliseconds. */
export const parsers = {
  iemObservations: parseIemObservations,
  nwsObservations: readNwsObservations,
  nwpsGauges: parseNwpsGauges,
  usgsReadings: parseUsgsReadings,
};

export type Parsers = typeof parsers;
