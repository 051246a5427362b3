import { encodeGrib2, hrrrOrigin, quantize, withHeadings } from '@severe/grib2/write';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { inputOf, messageOf, onlyField, smallGrid, valuesOf } from '../support.ts';

describe('write', () => {
  it('writes any message so that it is read back unchanged', () => {
    const codes = fc
      .integer({ min: 1, max: 24 })
      .chain((bits) => fc.array(fc.integer({ min: 0, max: 2 ** bits - 1 }), { minLength: 1, maxLength: 300 }));
    const template = fc.constantFrom('5.0', '5.3', '5.41');
    fc.assert(
      fc.property(codes, template, fc.integer({ min: -3, max: 3 }), (given, packing, decimalScale) => {
        const grid = { ...smallGrid, width: given.length, height: 1, stepLon: 0.1 };
        const values = { codes: Uint32Array.from(given), reference: -16, decimalScale };
        const field = onlyField(messageOf({ grid, values, packing: { template: packing } }));
        const scale = 10 ** Math.abs(decimalScale);
        const wanted = given.map((code) => (decimalScale < 0 ? (code - 16) * scale : (code - 16) / scale));
        valuesOf(field).forEach((value, i) => expect(value).to.be.closeTo(wanted[i], 1e-9 * Math.abs(wanted[i])));
      }),
      { numRuns: 200 },
    );
  });

  it('quantizes to within half a step', () => {
    const series = fc.array(fc.float({ min: -1e5, max: 1e5, noNaN: true }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(
        series,
        fc.integer({ min: -4, max: 2 }),
        fc.integer({ min: 0, max: 2 }),
        (given, binaryScale, decimalScale) => {
          const values = quantize(given, { binaryScale, decimalScale });
          const field = onlyField(messageOf({ values }));
          const half = 2 ** binaryScale / 10 ** decimalScale / 2;
          valuesOf(field).forEach((value, i) => expect(value).to.be.closeTo(given[i], half * 1.001));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('gives packed values another identification and product', () => {
    const input = (day: number, hours: number) =>
      inputOf({
        identification: { ...hrrrOrigin, referenceAt: new Date(Date.UTC(2026, 4, day)) },
        product: {
          category: 1,
          number: 8,
          surface: { type: 1 },
          forecast: { unit: 1, value: hours },
          ...(hours > 1
            ? { over: { statistic: 1, endsAt: new Date(Date.UTC(2026, 4, day, 9)), length: { unit: 1, value: 1 } } }
            : {}),
        },
      });
    const redated = withHeadings(encodeGrib2(input(20, 1)), input(21, 8)); // section 4 becomes longer
    expect(redated).to.deep.equal(encodeGrib2(input(21, 8)));
  });

  it('quantizes a constant to no bits', () => {
    const values = quantize(new Float64Array(12).fill(0.1), { decimalScale: 2 });
    expect([...new Set(values.codes)]).to.deep.equal([0]);
    expect(valuesOf(onlyField(messageOf({ values })))[0]).to.be.closeTo(0.1, 1e-8);
  });

  it('takes the next 32-bit float below the least value for the reference, where that is none itself', () => {
    const floats: [least: number, reference: number][] = [
      [0.5, 0.5],
      [0.1, 0.09999999403953552],
      [-0.7, -0.7000000476837158],
      [-0.1, -0.10000000149011612],
      [-1e-50, -1.401298464324817e-45],
    ];
    for (const [least, reference] of floats)
      expect(quantize([1, least], { decimalScale: 0 }).reference).to.equal(reference);
  });

  it('quantizes no value', () => {
    expect(quantize([], {})).to.deep.include({ codes: new Uint32Array(0), reference: 0 });
  });

  it('refuses NaN and values that need too many bits', () => {
    expect(() => quantize([1, NaN], {})).to.throw('value 1 is NaN; give missing points by a bitmap');
    const long = 'values from 0 to 1000000000 in steps of 0.001 need more than 31 bits';
    for (const values of [[0, 1e9], [1e9, 0]]) expect(() => quantize(values, { decimalScale: 3 })).to.throw(long); // prettier-ignore
    expect(quantize([1, 2 ** 31], {}).codes).to.deep.equal(Uint32Array.of(0, 2 ** 31 - 1));
    expect(() => quantize([0, 2 ** 31], {})).to.throw('more than 31 bits');
  });

  it('refuses values and bitmaps that do not fill the grid', () => {
    const values = { codes: new Uint16Array(11), reference: 0 };
    expect(() => messageOf({ values })).to.throw('11 values were given, 12 are needed');
    expect(() => messageOf({ present: [1, 1] })).to.throw('the bitmap has 2 points, the grid 12');
    expect(() => messageOf({ present: Array(12).fill(0) })).to.throw('12 values were given, 0 are needed');
  });

  it('refuses numbers that do not fit their octets', () => {
    const product = { category: 300, number: 0, surface: { type: 1 } };
    expect(() => messageOf({ product })).to.throw('octet 10 takes a whole number from 0 to 255, not 300');
    expect(() => messageOf({ values: { codes: new Uint16Array(12), reference: 0.1 } })).to.throw(
      '0.1 is no 32-bit float',
    );
    expect(() => messageOf({ packing: { template: '5.0', bits: 3 } })).to.throw('codes need 4 bits, not 3');
    const wide = Uint32Array.from({ length: 12 }, () => 2 ** 30);
    const input = inputOf({ values: { codes: wide, reference: 0 }, packing: { template: '5.3' } });
    expect(() => encodeGrib2(input)).to.throw('codes need 31 bits, at most 29 can be differenced');
  });
});
