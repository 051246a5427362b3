import type { Model } from '@severe/catalogue';
import type { ProductInput, SurfaceInput } from '@severe/grib2/write';
import * as make from './fields.ts';
import type { FieldMaker } from './fields.ts';

/** The time span of a record: the hour itself, the hour before it, or the run so far. */
export type Span = 'instant' | 'hour-max' | 'hour-sum' | 'run-sum';

/** One record of a file: its name in the index, its GRIB2 codes, its packing and its field. */
export interface ModelRecord {
  parameter: string;
  level: string;
  span: Span;
  discipline: 0;
  product: Pick<ProductInput, 'category' | 'number' | 'surface' | 'secondSurface'>;
  /**
   * Simple packing with a fixed number of bits: value = minimum + code * 2^binaryScale. The size of every record is
   * known before its values, so the index needs no field. With 0 bits every value is `minimum`.
   */
  packing: { minimum: number; binaryScale: number; bits: number };
  field?: FieldMaker;
}

type Numbers = [category: number, number: number];
type Packing = [minimum: number, binaryScale: number, bits: number];

// Table 4.5.
const surface: SurfaceInput = { type: 1 };
const column: SurfaceInput = { type: 10 };
const aboveGround = (value: number): SurfaceInput => ({ type: 103, value });
const isobaric = (hPa: number): SurfaceInput => ({ type: 100, value: hPa * 100 });
const pressureAboveGround = (hPa: number): SurfaceInput => ({ type: 108, value: hPa * 100 });

/** The levels by their names in the index. */
const levels: Record<string, SurfaceInput[]> = {
  surface: [surface],
  'entire atmosphere': [column],
  'entire atmosphere (considered as a single layer)': [{ type: 200 }],
  'cloud top': [{ type: 3 }],
  'mean sea level': [{ type: 101 }],
  '2 m above ground': [aboveGround(2)],
  '10 m above ground': [aboveGround(10)],
  '80 m above ground': [aboveGround(80)],
  '3000-0 m above ground': [aboveGround(3000), aboveGround(0)],
  '1000-0 m above ground': [aboveGround(1000), aboveGround(0)],
  '0-1000 m above ground': [aboveGround(0), aboveGround(1000)],
  '0-6000 m above ground': [aboveGround(0), aboveGround(6000)],
  '5000-2000 m above ground': [aboveGround(5000), aboveGround(2000)],
  '500-1000 mb': [isobaric(500), isobaric(1000)],
  '90-0 mb above ground': [pressureAboveGround(90), pressureAboveGround(0)],
  '255-0 mb above ground': [pressureAboveGround(255), pressureAboveGround(0)],
};

function record(
  parameter: string,
  level: string,
  [category, number]: Numbers,
  [minimum, binaryScale, bits]: Packing,
  field?: FieldMaker,
  span: Span = 'instant',
): ModelRecord {
  const [first, second] = levels[level];
  return {
    parameter,
    level,
    span,
    discipline: 0,
    product: { category, number, surface: first, secondSurface: second },
    packing: { minimum, binaryScale, bits },
    field,
  };
}

const kelvin: Packing = [200, -4, 11];
const metresPerSecond: Packing = [-64, -4, 11];
const energy: Packing = [0, 0, 13];
const inhibition: Packing = [-1023, 0, 10];
const helicity: Packing = [-512, -1, 12];
const never: Packing = [0, 0, 0];

/** The records of a file of HRRR in order: the ones that severe reads, and some that a reader must skip. */
const hrrrRecords: ModelRecord[] = [
  record('REFC', 'entire atmosphere', [16, 196], [-10, -3, 10], make.reflectivity),
  record('RETOP', 'cloud top', [16, 197], [-999, 4, 11], make.echoTop),
  record('var discipline=0 center=7 local_table=1 parmcat=16 parm=201', 'entire atmosphere', [16, 201], never),
  record('GUST', 'surface', [2, 22], [0, -4, 11], make.gust),
  record('MSLMA', 'mean sea level', [3, 198], [90_000, 2, 12], make.airField('pressure')),
  record('MXUPHL', '5000-2000 m above ground', [7, 199], [0, -3, 13], make.updraftHelicity, 'hour-max'),
  record('UGRD', '80 m above ground', [2, 2], metresPerSecond, make.airField('u10', 1.35)),
  record('VGRD', '80 m above ground', [2, 3], metresPerSecond, make.airField('v10', 1.35)),
  record('HGT', 'surface', [3, 5], [-128, -2, 15], make.ground),
  record('TMP', '2 m above ground', [0, 0], kelvin, make.temperature),
  record('DPT', '2 m above ground', [0, 6], kelvin, make.dewPoint),
  record('RH', '2 m above ground', [1, 1], [0, -1, 8], make.relativeHumidity),
  record('UGRD', '10 m above ground', [2, 2], metresPerSecond, make.airField('u10')),
  record('VGRD', '10 m above ground', [2, 3], metresPerSecond, make.airField('v10')),
  record('APCP', 'surface', [1, 8], [0, -5, 14], make.runRain, 'run-sum'),
  record('APCP', 'surface', [1, 8], [0, -5, 13], make.hourlyRain, 'hour-sum'),
  record('CFRZR', 'surface', [1, 34], never),
  record('LFTX', '500-1000 mb', [7, 192], [-20, -4, 10], make.liftedIndex),
  record('CAPE', 'surface', [7, 6], energy, make.cape),
  record('CIN', 'surface', [7, 7], inhibition, make.inhibition),
  record('PWAT', 'entire atmosphere (considered as a single layer)', [1, 3], [0, -3, 10], make.airField('water')),
  record('HLCY', '3000-0 m above ground', [7, 8], helicity, make.airField('helicity')),
  record('HLCY', '1000-0 m above ground', [7, 8], helicity, make.airField('helicity', 0.6)),
  record('VUCSH', '0-1000 m above ground', [2, 15], metresPerSecond, make.airField('shearU6', 0.42)),
  record('VVCSH', '0-1000 m above ground', [2, 16], metresPerSecond, make.airField('shearV6', 0.42)),
  record('VUCSH', '0-6000 m above ground', [2, 15], metresPerSecond, make.airField('shearU6')),
  record('VVCSH', '0-6000 m above ground', [2, 16], metresPerSecond, make.airField('shearV6')),
  record('CAPE', '90-0 mb above ground', [7, 6], energy, make.scaled(make.cape, 0.86)),
  record('CIN', '90-0 mb above ground', [7, 7], inhibition, make.scaled(make.inhibition, 0.8)),
  record('CAPE', '255-0 mb above ground', [7, 6], energy, make.scaled(make.cape, 1.08)),
  record('CIN', '255-0 mb above ground', [7, 7], inhibition, make.scaled(make.inhibition, 0.6)),
];

/** The records of a file of a model. Those of all models are the same, but for names of levels. */
export function modelRecordsOf({ levels: renamed }: Model): ModelRecord[] {
  return hrrrRecords.map((each) => {
    const level = Object.hasOwn(renamed, each.parameter) ? renamed[each.parameter] : each.level;
    const [first, second] = levels[level] ?? [];
    return first ? { ...each, level, product: { ...each.product, surface: first, secondSurface: second } } : each;
  });
}
