import { putDerivation, templateOf, type DerivationInput } from './derivation.ts';
import { putTime } from './identification.ts';
import { Octets } from './octets.ts';

/** A surface of table 4.5 and its value, in the unit of that table (m, Pa, K m² kg⁻¹ s⁻¹ …). */
export interface SurfaceInput {
  type: number;
  value?: number;
  /** Power of ten that divides the stored integer; default 0. */
  decimals?: number;
}

export interface ProductInput {
  category: number;
  number: number;
  /** Table 4.3: 2 forecast, 8 observation. */
  process?: number;
  /** Background and forecast (or analysis) process, numbers of the centre. */
  processIds?: [background: number, forecast: number];
  /** From the reference time to the forecast, or to the start of the interval. Table 4.4: 0 minute, 1 hour. */
  forecast?: { unit: number; value: number };
  surface: SurfaceInput;
  secondSurface?: SurfaceInput;
  /** What the values are of the quantity; default: it itself. */
  derivation?: DerivationInput;
  /** A statistic over an interval that ends at `endsAt`. */
  over?: {
    /** Table 4.10: 0 average, 1 accumulation, 2 maximum, 3 minimum. */
    statistic: number;
    endsAt: Date;
    length: { unit: number; value: number };
  };
}

const hourUnit = 1;
const missingSurface = 255;

const commonOctets = 34;
const octetsOfInterval = 24;

/**
 * Section 4: template 4.0 for an instant, 4.8 for an interval, or the pair of a derivation.
 *
 * @throws {RangeError} if there is no template for the derivation over an interval
 */
export function productSection(product: ProductInput): Uint8Array {
  const { over, derivation, forecast = { unit: hourUnit, value: 0 } } = product;
  const { template, octets } = templateOf(derivation, over !== undefined);
  const section = new Octets(4, commonOctets + octets + (over ? octetsOfInterval : 0))
    .u16(8, template)
    .u8(10, product.category)
    .u8(11, product.number)
    .u8(12, product.process ?? 2)
    .u8(13, product.processIds?.[0] ?? 0)
    .u8(14, product.processIds?.[1] ?? 0)
    .u8(18, forecast.unit)
    .u32(19, forecast.value);
  putSurface(section, 23, product.surface);
  putSurface(section, 29, product.secondSurface ?? { type: missingSurface });
  if (derivation) putDerivation(section, commonOctets + 1, derivation);
  if (over) putInterval(section, commonOctets + octets + 1, over);
  return section.bytes;
}

function putSurface(section: Octets, octet: number, { type, value = 0, decimals = 0 }: SurfaceInput): void {
  section
    .u8(octet, type)
    .s8(octet + 1, decimals)
    .s32(octet + 2, Math.round(value * 10 ** decimals));
}

function putInterval(section: Octets, octet: number, over: NonNullable<ProductInput['over']>): void {
  putTime(section, octet, over.endsAt)
    .u8(octet + 7, 1) // one range of time
    .u32(octet + 8, 0) // no value is missing from the statistic
    .u8(octet + 12, over.statistic)
    .u8(octet + 13, 2) // table 4.11: same start of forecast, forecast time grows
    .u8(octet + 14, over.length.unit)
    .u32(octet + 15, over.length.value)
    .u8(octet + 19, 255) // no increment between successive fields
    .u32(octet + 20, 0);
}
