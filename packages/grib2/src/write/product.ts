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
  /** Selects template 4.8: a statistic over an interval that ends at `endsAt`. */
  over?: {
    /** Table 4.10: 0 average, 1 accumulation, 2 maximum, 3 minimum. */
    statistic: number;
    endsAt: Date;
    length: { unit: number; value: number };
  };
}

const hourUnit = 1;
const missingSurface = 255;

/** Section 4: template 4.0 for an instant, 4.8 for an interval. */
export function productSection(product: ProductInput): Uint8Array {
  const { over, forecast = { unit: hourUnit, value: 0 } } = product;
  const section = new Octets(4, over ? 58 : 34)
    .u16(8, over ? 8 : 0)
    .u8(10, product.category)
    .u8(11, product.number)
    .u8(12, product.process ?? 2)
    .u8(13, product.processIds?.[0] ?? 0)
    .u8(14, product.processIds?.[1] ?? 0)
    .u8(18, forecast.unit)
    .u32(19, forecast.value);
  putSurface(section, 23, product.surface);
  putSurface(section, 29, product.secondSurface ?? { type: missingSurface });
  if (over) putInterval(section, over);
  return section.bytes;
}

function putSurface(section: Octets, octet: number, { type, value = 0, decimals = 0 }: SurfaceInput): void {
  section
    .u8(octet, type)
    .s8(octet + 1, decimals)
    .s32(octet + 2, Math.round(value * 10 ** decimals));
}

function putInterval(section: Octets, over: NonNullable<ProductInput['over']>): void {
  putTime(section, 35, over.endsAt)
    .u8(42, 1) // one range of time
    .u32(43, 0) // no value is missing from the statistic
    .u8(47, over.statistic)
    .u8(48, 2) // table 4.11: same start of forecast, forecast time grows
    .u8(49, over.length.unit)
    .u32(50, over.length.value)
    .u8(54, 255) // no increment between successive fields
    .u32(55, 0);
}
