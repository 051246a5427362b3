import type { Parsed } from '../../parse/parsed.ts';
import { parseMetarCache, parseMetars } from './parse-metar.ts';
import { parseNwsObservations } from './parse-nws.ts';
import type { ObservationRow } from './row.ts';

/**
 * Stations whose reports are those of the weather service, by the first letters of their names: K for the states between
 * the oceans, P for Alaska, Hawaii and the islands of the Pacific, TI and TJ for those of the Caribbean.
 */
const ofTheCountry = /^(K[A-Z0-9]{3}|P[AFGHKMOPTW][A-Z0-9]{2}|T[IJ][A-Z]{2}|NSTU)$/;

/**
 * Observations in whichever form the weather service sends them: the file of all METARs, a collective of METARs, or the
 * answers of its API. Those of other countries are left out.
 *
 * @throws {DataError} when it is none of these
 */
export async function readNwsObservations(text: string, now: Date): Promise<Parsed<ObservationRow>> {
  const parsed = await readAny(text, now);
  const rows = parsed.rows.filter(({ station }) => ofTheCountry.test(station));
  return { ...parsed, rows };
}

async function readAny(text: string, now: Date): Promise<Parsed<ObservationRow>> {
  if (/^\s*\{/.test(text)) return parseNwsObservations(text);
  return /^raw_text,/m.test(text.slice(0, 2000)) ? parseMetarCache(text) : parseMetars(text, now);
}

/** Whether it is a list of stations, and not of what was observed at them. */
export function isStationList(text: string): boolean {
  return /^\s*\{/.test(text) && /"observationStations"\s*:\s*\[/.test(text);
}
