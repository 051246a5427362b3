import { expand, expandFloats, readBitmap, type Bitmap } from './bitmap.ts';
import { Grib2Error } from './error.ts';
import type { Grid } from './grid/grid.ts';
import { readGrid } from './grid/index.ts';
import { readIdentification, type Identification } from './identification.ts';
import type { FieldSections } from './message.ts';
import { findParameter, type Parameter } from './parameters/index.ts';
import { packings } from './packing/index.ts';
import type { Packed } from './packing/packing.ts';
import { readProduct, type Product } from './product.ts';
import { constantScaling } from './scaling.ts';
import type { Section } from './section.ts';
import {
  CodedValues,
  ConstantValues,
  FloatValues,
  type FieldValues,
  type PackedValues,
  type Statistics,
} from './values.ts';

/** A field: its quantity, its grid and, decoded on request, its values. */
export class Grib2Field {
  readonly discipline: number;
  readonly identification: Identification;
  readonly product: Product;
  readonly parameter: Parameter;
  readonly grid: Grid;
  /** `5.` and the number of the template in table 5.0. */
  readonly packing: string;
  /** Number of points of the grid, missing ones included. */
  readonly count: number;
  readonly #bitmap: Bitmap | undefined;
  readonly #data: Packed;

  /** @throws {Grib2Error} if a section is missing, unknown or contradicts another; values are not decoded yet */
  constructor(raw: FieldSections) {
    const [section1, section3, section4, section5, section6, section7] = [1, 3, 4, 5, 6, 7].map((number) =>
      sectionOf(raw, number),
    );
    this.discipline = raw.discipline;
    this.identification = readIdentification(section1);
    this.product = readProduct(section4, this.identification.referenceAt);
    this.parameter = findParameter(this.discipline, this.identification.centre, this.product);
    this.grid = readGrid(section3);
    this.packing = packingOf(section5);
    this.count = this.grid.width * this.grid.height;
    this.#bitmap = readBitmap(section6, raw.lastBitmap, this.count);
    this.#data = openPacking(section5, section7.from(6), this.#bitmap?.count ?? this.count);
  }

  /** The valid time of the field; the end of the interval of a statistic. Undefined if the file does not tell. */
  get validAt(): Date | undefined {
    return this.product.validAt;
  }

  /**
   * Decodes the values. Nothing is cached: keep the result as long as needed.
   *
   * @throws {Grib2Error} if the data section is damaged
   */
  decode(): FieldValues {
    const [data, bitmap] = [this.#data, this.#bitmap];
    const { count } = this;
    switch (data.kind) {
      case 'constant':
        if (!bitmap || bitmap.count === count) return new ConstantValues(data.value, count);
        return new CodedValues(expand({ packed: new Uint16Array(bitmap.count) }, bitmap), constantScaling(data.value));
      case 'codes':
        return new CodedValues(bitmap ? expand(data.codes(), bitmap) : data.codes(), data.scaling);
      case 'floats':
        return new FloatValues(bitmap ? expandFloats(data.floats(), bitmap) : data.floats());
    }
  }

  /**
   * The integers as packed: value = offset + packed * scale. Points without a value have `missingCode`.
   *
   * @throws {Grib2Error} as `decode`, and `unsupported` if the field was packed as floats
   */
  packed(): PackedValues {
    const packed = this.decode().packed();
    if (packed) return packed;
    throw new Grib2Error('unsupported', `packing ${this.packing} holds floats, which have no packed form`);
  }

  /** The values, NaN where missing. */
  values(): Float32Array | Float64Array {
    return this.decode().floats();
  }

  /** @param absent values that count as missing */
  statistics(absent?: number[]): Statistics {
    const values = this.decode();
    const statistics = values.statistics(absent);
    values.release();
    return statistics;
  }
}

function sectionOf(raw: FieldSections, number: number): Section {
  const section = raw.sections[number];
  if (!section) throw new Grib2Error('truncated', `section ${number} is missing`);
  return section;
}

/** The packing of section 5. */
export function packingOf(section5: Section): string {
  return `5.${section5.u16(10)}`;
}

function openPacking(section5: Section, payload: Uint8Array, present: number): Packed {
  const declared = section5.u32(6);
  const packing = packings[section5.u16(10)];
  if (!packing) throw new Grib2Error('unsupported', `packing ${packingOf(section5)} is not known`);
  if (declared !== present) {
    throw new Grib2Error('damaged', `section 5 declares ${declared} values, grid and bitmap need ${present}`);
  }
  return present === 0 ? emptyData : packing.open(section5, payload, present);
}

/** Data of a field without values; encoders write arbitrary packings there. */
const emptyData: Packed = { kind: 'codes', scaling: constantScaling(0), codes: () => ({ packed: new Uint16Array(0) }) };
