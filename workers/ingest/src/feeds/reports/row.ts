import type { ReportContent } from '@severe/db';

export type ReportType = ReportContent['type'];

/** One storm report, by whichever way it came. */
export interface ReportRow extends ReportContent {
  /**
   * The same for the same event in SPC's table, in the local storm report and in its corrections: type, minute and
   * place to the hundredth of a degree.
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

/**
 * Event names of local storm reports that are served, as they are written in capitals. Only thunderstorm winds are
 * wind: gradient winds are another thing.
 */
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

export function reportTypeOf(event: string): ReportType | undefined {
  return types[event.trim().toUpperCase()];
}

/** The highest number on the EF scale in a surveyor's words; null when none or "EF-Unknown". */
export function efOf(remarks: string | null): number | null {
  const numbers = [...(remarks ?? '').matchAll(/\bEF-?\s?([0-5])\b/gi)].map(([, ef]) => Number(ef));
  return numbers.length > 0 ? Math.max(...numbers) : null;
}

/** `M` measured, `E` estimated, in either case. */
export function qualifierOf(letter: unknown): ReportRow['qualifier'] {
  const upper = typeof letter === 'string' ? letter.toUpperCase() : '';
  return upper === 'M' ? 'measured' : upper === 'E' ? 'estimated' : null;
}
