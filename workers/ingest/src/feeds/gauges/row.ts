import { lookUp } from '../../parse/fields.ts';

/** One measured value of a USGS gauge. */
export interface ReadingRow {
  /** USGS site number, `01646500`. */
  usgsId: string;
  /** The time series of the site. Two instruments can measure the same parameter. */
  series: string;
  parameter: 'stage' | 'discharge' | 'water_temp';
  at: Date;
  value: number;
  unit: 'ft' | 'ft3/s' | 'degC';
  /** `P` provisional, `A` approved, or remarks such as `Ice`. */
  qualifiers: string[];
  /** Name of the site; null if the source does not give it. */
  name: string | null;
  /** FIPS code of the state, two digits. */
  stateFips: string | null;
  lon: number | null;
  lat: number | null;
}

/** A run of observed or forecast stages and flows. */
export interface StageFlowRow {
  lid: string;
  kind: 'observed' | 'forecast';
  issuedAt: Date | null;
  stageUnit: string | null;
  flowUnit: string | null;
  points: { at: Date; stage: number | null; flow: number | null }[];
}

/** Codes of the National Water Prediction Service for missing values. */
export const noStage = [-999, -9999, -99999, -999999];

/** The code of the Geological Survey for a missing value. Smaller negative numbers are flows of the tide. */
export const noReading = -999999;

const parameters: Record<string, Pick<ReadingRow, 'parameter' | 'unit'>> = {
  '00065': { parameter: 'stage', unit: 'ft' },
  '00060': { parameter: 'discharge', unit: 'ft3/s' },
  '00010': { parameter: 'water_temp', unit: 'degC' },
};

/** The parameter and unit of a USGS code; undefined for codes that are not served. */
export function parameterOf(code: unknown): Pick<ReadingRow, 'parameter' | 'unit'> | undefined {
  return typeof code === 'string' ? lookUp(parameters, code) : undefined;
}
