export type ReportType = 'tornado' | 'hail' | 'wind' | 'flood';

/** One storm report, by whichever way it came. */
export interface ReportRow {
  /**
   * The same for the same event in SPC's table, in the local storm report and in its corrections: type, minute and
   * place to the hundredth of a degree.
   */
  key: string;
  type: ReportType;
  /** `spc` is the weather service's own, from SPC's tables or the local storm reports that they are made of. */
  source: 'spc' | 'mping' | 'spotter_network';
  /** Hail in inches, wind in miles an hour, tornadoes on the enhanced Fujita scale; null for floods and where unknown. */
  magnitude: number | null;
  units: 'in' | 'mph' | 'EF' | null;
  qualifier: 'measured' | 'estimated' | null;
  at: Date;
  /** When the report was issued; null where the source does not say. */
  receivedAt: Date | null;
  place: string | null;
  county: string | null;
  state: string | null;
  wfo: string | null;
  /** Who saw it: `Trained Spotter`. */
  reportedBy: string | null;
  remarks: string | null;
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
