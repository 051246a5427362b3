import type { ReportContent } from '@severe/db';
import { lookUp } from '../../parse/fields.ts';
import { knownWord, noteUnknownWord } from '../../parse/unknown-words.ts';

export type ReportType = ReportContent['type'];

/** One storm report from any source. */
export interface ReportRow extends ReportContent {
  /**
   * Equal for the same event in the SPC table, in the local storm report and in its corrections: type, minute, and
   * position in hundredths of a degree.
   */
  key: string;
  lon: number;
  lat: number;
}

export const reportUnits: Record<ReportType, ReportRow['units']> = {
  hail: 'in',
  wind: 'mph',
  tornado: 'EF',
  flood: null,
};

export function reportKey(type: ReportType, at: Date, lon: number, lat: number): string {
  return `${type} ${at.toISOString().slice(0, 16)}Z ${lat.toFixed(2)} ${lon.toFixed(2)}`;
}

/** Served event names of local storm reports, in capitals. Only thunderstorm wind is served, not gradient wind. */
const types: Record<string, ReportType> = {
  TORNADO: 'tornado',
  HAIL: 'hail',
  'MARINE HAIL': 'hail',
  'TSTM WND GST': 'wind',
  'TSTM WND DMG': 'wind',
  'MARINE TSTM WIND': 'wind',
  'FLASH FLOOD': 'flood',
  FLOOD: 'flood',
};

/** Event names that are not served. @see NWS Instruction 10-517, appendix A */
const notServed = new Set([
  'AVALANCHE', 'BLIZZARD', 'BLOWING DUST', 'COASTAL FLOOD', 'DEBRIS FLOW', 'DENSE FOG', 'DOWNBURST', 'DROUGHT', 'DUST DEVIL',
  'DUST STORM', 'EXCESSIVE HEAT', 'EXTREME COLD', 'EXTR WIND CHILL', 'FOG', 'FREEZE', 'FREEZING DRIZZLE', 'FREEZING RAIN',
  'FROST', 'FUNNEL CLOUD', 'HEAT', 'HEAVY RAIN', 'HEAVY SLEET', 'HEAVY SNOW', 'HIGH ASTR TIDES', 'HIGH SURF',
  'HIGH SUST WINDS', 'HURRICANE', 'ICE JAM', 'ICE STORM', 'LAKESHORE FLOOD', 'LANDSLIDE', 'LIGHTNING', 'LOW ASTR TIDES',
  'MISC MRN/SRF HZD', 'NON-TSTM WND DMG', 'NON-TSTM WND GST', 'RAIN', 'RIP CURRENTS', 'SEICHE', 'SLEET', 'SNEAKER WAVE', 'SNOW',
  'SNOW SQUALL', 'SNOW/ICE DMG', 'STORM SURGE', 'TROPICAL CYCLONE', 'TROPICAL STORM', 'TSUNAMI', 'VOLCANIC ASHFALL',
  'WALL CLOUD', 'WATER SPOUT', 'WATERSPOUT', 'WILDFIRE', 'WIND CHILL',
]); // prettier-ignore

/** What is served of events with other names. */
const hints: [RegExp, ReportType][] = [
  [/\bTORNADO|\bLANDSPOUT/, 'tornado'],
  [/\bHAIL\b/, 'hail'],
  [/^(?!NON\b).*\b(?:TSTM|THUNDERSTORM)S?\b.*\bWI?ND/, 'wind'],
  [/\bFLOOD/, 'flood'],
];

/** The type of an event by its name; undefined if it is not served. Names that are not known are counted. */
export function reportTypeOf(event: string): ReportType | undefined {
  const name = event.trim().toUpperCase();
  const known = lookUp(types, name);
  if (known || name === '' || notServed.has(name)) return known;
  noteUnknownWord('event', name);
  return hints.find(([pattern]) => pattern.test(name))?.[1];
}

/** The highest EF number in the remarks of a survey; null if there is none. */
export function efOf(remarks: string | null): number | null {
  const numbers = [...(remarks ?? '').matchAll(/\bEF-?\s?([0-5])\b/gi)].map(([, ef]) => Number(ef));
  return numbers.length > 0 ? Math.max(...numbers) : null;
}

const qualifiers: Record<string, ReportRow['qualifier']> = { M: 'measured', E: 'estimated', U: null };

/** `M` is measured, `E` is estimated, `U` is unknown, in any case. */
export function qualifierOf(letter: unknown): ReportRow['qualifier'] {
  return knownWord(qualifiers, typeof letter === 'string' ? letter.trim().toUpperCase() : '', 'qualifier') ?? null;
}
