import type { Parsed } from '../../parse/parsed.ts';
import { decode, type Payload } from '../../parse/payload.ts';
import { parseMetarCache, parseMetars } from './parse-metar.ts';
import { parseNwsObservations } from './parse-nws.ts';
import type { ObservationRow } from './row.ts';

/**
 * Stations of the United States, by the prefix of their identifiers: K for the 48 states, P for Alaska, Hawaii and the
 * Pacific islands, TI and TJ for the Caribbean.
 */
const ofTheCountry = /^(K[A-Z0-9]{3}|P[AFGHKMOPTW][A-Z0-9]{2}|T[IJ][A-Z]{2}|NSTU)$/;

/** Why a report is ignored. */
const elsewhere = 'station of another country';

/**
 * Parses observations in any format of the weather service: the file of all METARs, collectives of METARs, or
 * responses of its API. Stations of other countries are ignored.
 *
 * @throws {DataError} for any other payload
 */
export async function readNwsObservations(text: string, now: Date): Promise<Parsed<ObservationRow>> {
  const parsed = await readAny(text, now);
  const rows = parsed.rows.filter(({ station }) => ofTheCountry.test(station));
  const others = parsed.rows.length - rows.length;
  return { ...parsed, rows, ignored: others > 0 ? { ...parsed.ignored, [elsewhere]: others } : parsed.ignored };
}

async function readAny(text: string, now: Date): Promise<Parsed<ObservationRow>> {
  if (/^\s*\{/.test(text)) return parseNwsObservations(text);
  return /^raw_text,/m.test(text.slice(0, 2000)) ? parseMetarCache(text) : parseMetars(text, now);
}

/** Whether a text is a list of stations, not of observations. */
export function isStationList(payload: Payload): boolean {
  return /^\s*\{/.test(decode(payload.slice(0, 100))) && /"observationStations"\s*:\s*\[/.test(decode(payload));
}
