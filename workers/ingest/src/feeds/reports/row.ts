import type { ReportContent } from '@severe/db';

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

export function reportTypeOf(event: string): ReportType | undefined {
  return types[event.trim().toUpperCase()];
}

/** The highest EF number in the remarks of a survey; null if there is none. */
export function efOf(remarks: string | null): number | null {
  const numbers = [...(remarks ?? '').matchAll(/\bEF-?\s?([0-5])\b/gi)].map(([, ef]) => Number(ef));
  return numbers.length > 0 ? Math.max(...numbers) : null;
}

/** `M` is measured, `E` is estimated, in any case. */
export function qualifierOf(letter: unknown): ReportRow['qualifier'] {
  const upper = typeof letter === 'string' ? letter.toUpperCase() : '';
  return upper === 'M' ? 'measured' : upper === 'E' ? 'estimated' : null;
}
