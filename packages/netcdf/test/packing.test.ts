import { expect } from 'chai';
import type { Attributed } from '../src/attributes.ts';
import { readPacking, valueOf } from '../src/packing.ts';

/** An object with these attributes. */
function attributed(values: Record<string, unknown>): Attributed {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    { value, metadata: { total_size: 1, size: 1 } },
  ]);
  return { attrs: Object.fromEntries(entries) };
}

const short = { bits: 16, signed: true, floating: false };
const float = { bits: 32, signed: true, floating: true };

describe('packing', () => {
  it('compares fill values and ranges with stored numbers', () => {
    const packing = readPacking(
      attributed({
        _FillValue: Int16Array.of(-1),
        valid_range: Int16Array.of(0, 4095),
        scale_factor: Float64Array.of(0.5),
        add_offset: Float64Array.of(100),
      }),
      short,
    );
    expect([-1, -2, 0, 10, 4095, 4096].map((stored) => valueOf(stored, packing))).to.deep.equal([
      null, // the fill value
      null,
      100,
      105,
      2147.5,
      null,
    ]);
  });

  it('applies _Unsigned to numbers and attributes', () => {
    const packing = readPacking(
      attributed({ _Unsigned: 'true', _FillValue: Int16Array.of(-1), valid_range: Int16Array.of(0, -6) }),
      short,
    );
    expect(packing).to.include({ unsigned: true, lowest: 0, highest: 65530 });
    expect([65535, 65531, 65530].map((stored) => valueOf(stored, packing))).to.deep.equal([null, null, 65530]);
  });

  it('takes a floating-point range of packed integers as a range of values', () => {
    const attributes = { valid_range: Float32Array.of(0, 10), scale_factor: Float32Array.of(-0.5) };
    const packing = readPacking(attributed(attributes), short);
    expect([1, 0, -20, -21].map((stored) => valueOf(stored, packing))).to.deep.equal([null, 0, 10, null]);
  });

  it('uses the default fill values of 64 bits', () => {
    for (const [signed, fill] of [
      [true, -9223372036854775806n],
      [false, 18446744073709551614n],
    ] as const) {
      const packing = readPacking(attributed({}), { bits: 64, signed, floating: false });
      expect([Number(fill), 7].map((stored) => valueOf(stored, packing))).to.deep.equal([null, 7]);
    }
  });

  it('uses the default fill value, except for variables with one of their own and for 8 bits', () => {
    expect(readPacking(attributed({}), short).fills).to.deep.equal([-32767]);
    expect(readPacking(attributed({ missing_value: Int16Array.of(5) }), short).fills).to.deep.equal([-32767, 5]);
    const both = attributed({ _FillValue: Int16Array.of(-1), missing_value: Int16Array.of(5) });
    expect(readPacking(both, short).fills).to.deep.equal([-1, 5]);
    expect(readPacking(attributed({}), { ...short, bits: 8 }).fills).to.deep.equal([]);
    expect(valueOf(Math.fround(9.969209968386869e36), readPacking(attributed({}), float))).to.equal(null);
  });

  it('treats numbers that are not finite as missing', () => {
    const packing = readPacking(attributed({}), float);
    expect([NaN, Infinity, 1.5].map((stored) => valueOf(stored, packing))).to.deep.equal([null, null, 1.5]);
  });
});
