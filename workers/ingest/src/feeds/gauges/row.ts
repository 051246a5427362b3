import { lookUp } from '../../parse/fields.ts';

/** One measured value of a gauge of the Geological Survey. */
export interface ReadingRow {
  /** The number of the site, `01646500`. */
  usgsId: string;
  /** The series within a site: two instruments may measure the same. */
  series: string;
  parameter: 'stage' | 'discharge' | 'water_temp';
  at: Date;
  value: number;
  unit: 'ft' | 'ft3/s' | 'degC';
  /** `P` provisional, `A` approved, and remarks such as `Ice`. */
  qualifiers: string[];
  /** What the source says of the site; null where it leaves that to another. */
  name: string | null;
  /** Two digits of the census, `24`. */
  stateFips: string | null;
  lon: number | null;
  lat: number | null;
}

/** A run of stages and flows, observed or forecast. */
export interface StageFlowRow {
  lid: string;
  kind: 'observed' | 'forecast';
  issuedAt: Date | null;
  stageUnit: string | null;
  flowUnit: string | null;
  points: { at: Date; stage: number | null; flow: number | null }[];
}

/** What the water prediction service writes for no value. */
export const noStage = [-999, -9999];

const parameters: Record<string, Pick<ReadingRow, 'parameter' | 'unit'>> = {
  '00065': { parameter: 'stage', unit: 'ft' },
  '00060': { parameter: 'discharge', unit: 'ft3/s' },
  '00010': { parameter: 'water_temp', unit: 'degC' },
};

/** What a parameter code of the Geological Survey stands for; undefined for those that are not served. */
export function parameterOf(code: unknown): Pick<ReadingRow, 'parameter' | 'unit'> | undefined {
  return typeof code === 'string' ? lookUp(parameters, code) : undefined;
}
