import { parseNwpsGauges } from '../feeds/gauges/parse-nwps.ts';
import { parseUsgsReadings } from '../feeds/gauges/parse-usgs.ts';
import { parseIemObservations } from '../feeds/observations/parse-iem.ts';
import { readNwsObservations } from '../feeds/observations/read-nws.ts';
import { readIemSoundings, readUwyoSounding } from '../feeds/soundings/read.ts';

/** Parsers of large or costly payloads, by name. Each takes tens of milliseconds. */
export const parsers = {
  iemObservations: parseIemObservations,
  nwsObservations: readNwsObservations,
  nwpsGauges: parseNwpsGauges,
  usgsReadings: parseUsgsReadings,
  iemSoundings: readIemSoundings,
  uwyoSounding: readUwyoSounding,
};

export type Parsers = typeof parsers;
