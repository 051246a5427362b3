import { levelText } from '@severe/grib2';
import { hrrrOrigin, type ProductInput } from '@severe/grib2/write';
import { expect } from 'chai';
import { readProduct } from '../src/product.ts';
import { Section } from '../src/section.ts';
import { Octets } from '../src/write/octets.ts';
import { messageOf, onlyField, patched, valuesOf } from './support.ts';

const identification = { ...hrrrOrigin, referenceAt: new Date('2026-05-20T22:00:00Z') };
const temperature: ProductInput = { category: 0, number: 0, surface: { type: 103, value: 2 } };
const read = (product: Partial<ProductInput>) =>
  onlyField(messageOf({ identification, product: { ...temperature, ...product } }));
const level = (surface: ProductInput['surface'], secondSurface?: ProductInput['surface']): string =>
  levelText(read({ surface, secondSurface }).product.surfaces);

describe('product', () => {
  it('is valid at reference time and forecast time', () => {
    const { product, validAt } = read({ forecast: { unit: 1, value: 18 } });
    expect([product.template, product.forecastSeconds]).to.deep.equal(['4.0', 18 * 3600]);
    expect(validAt).to.deep.equal(new Date('2026-05-21T16:00:00Z'));
    expect(product.over).to.equal(undefined);
  });

  for (const [unit, value, expected] of [
    [0, 90, '2026-05-20T23:30:00Z'],
    [2, 1, '2026-05-21T22:00:00Z'],
    [3, 3, '2026-08-20T22:00:00Z'],
    [4, 1, '2027-05-20T22:00:00Z'],
    [10, 2, '2026-05-21T04:00:00Z'],
    [13, 30, '2026-05-20T22:00:30Z'],
    [255, 0, '2026-05-20T22:00:00Z'],
    [255, 5, undefined],
    [7, 0x7fffffff, undefined],
  ] as const) {
    it(`counts ${value} in unit ${unit} of table 4.4`, () => {
      const at = expected === undefined ? undefined : new Date(expected);
      expect(read({ forecast: { unit, value } }).validAt).to.deep.equal(at);
    });
  }

  it('reads a negative forecast time as sign and magnitude', () => {
    const bytes = patched(messageOf({ identification, product: temperature }), 4, 19, 0x80, 0, 0, 2);
    expect(onlyField(bytes).validAt).to.deep.equal(new Date('2026-05-20T20:00:00Z'));
  });

  it('has no valid time if its forecast time is missing', () => {
    const bytes = patched(messageOf({ identification, product: temperature }), 4, 19, 0xff, 0xff, 0xff, 0xff);
    const { product, validAt } = onlyField(bytes);
    expect([product.forecastSeconds, validAt]).to.deep.equal([undefined, undefined]);
    expect(valuesOf(onlyField(bytes))).to.have.length(12);
  });

  it('of an interval is valid at its end', () => {
    const endsAt = new Date('2026-05-21T04:00:00Z');
    const over = { statistic: 2, endsAt, length: { unit: 1, value: 1 } };
    const { product, validAt } = read({ category: 7, number: 199, forecast: { unit: 1, value: 5 }, over });
    expect([product.template, validAt]).to.deep.equal(['4.8', endsAt]);
    expect(product.over).to.deep.equal({
      types: [2],
      interval: { from: new Date('2026-05-21T03:00:00Z'), until: endsAt },
    });
  });

  // Unit of time, first surface and end of the span by the octets of the manual: an ensemble, aerosols, chemicals, a
  // satellite, waves, reforecasts, tiles
  for (const [template, time, surface, spanEnd] of [
    [11, 18, 23, 38],
    [34, 18, undefined, 27],
    [41, 20, 25, undefined],
    [43, 20, 25, 40],
    [46, 31, 36, 48],
    [48, 42, 47, undefined],
    [79, 21, 26, 41],
    [99, 26, undefined, undefined],
    [90, 23, 28, 44],
    [116, 43, 48, 69],
    [119, 18, 23, undefined],
    [122, 18, 23, 53],
    [134, 18, 23, 39],
  ] as const) {
    it(`reads times and surfaces of template 4.${template}`, () => {
      const section = new Octets(4, 100)
        .u16(8, template)
        .u8(time, 1)
        .u32(time + 1, 6);
      if (surface) section.u8(surface, 103).u8(surface + 1, 0).u32(surface + 2, 2).u8(surface + 6, 255); // prettier-ignore
      if (spanEnd) section.u16(spanEnd, 2026).u8(spanEnd + 2, 5).u8(spanEnd + 3, 22).u8(spanEnd + 7, 1).u8(spanEnd + 12, 1).u8(spanEnd + 14, 1).u32(spanEnd + 15, 20); // prettier-ignore
      const { surfaces, validAt, over } = readProduct(new Section(section.bytes), identification.referenceAt);
      expect(surfaces).to.deep.equal(surface ? [{ type: 103, value: 2 }] : []);
      const later = new Date('2026-05-21T04:00:00Z');
      expect(validAt).to.deep.equal(spanEnd ? new Date('2026-05-22T00:00:00Z') : later);
      expect(over).to.deep.equal(spanEnd ? { types: [1], interval: { from: later, until: validAt } } : undefined);
    });
  }

  // Scale factor and scaled value: the value is the scaled value divided by ten to the power of the factor (table 4.5, note 1).
  for (const [factor, scaled, value] of [
    [3, [0, 0, 0x30, 0xd4], 12.5],
    [0, [0, 0, 0, 7], 7],
    [0x82, [0, 0, 0, 5], 500],
    [0x82, [0x80, 0, 0, 5], -500],
    [0x84, [0, 0, 0, 3], 30_000],
    [1, [0, 0, 0, 3], 0.3],
    [0xff, [0, 0, 0, 5], undefined],
    [0, [0xff, 0xff, 0xff, 0xff], undefined],
  ] as const) {
    it(`has a surface at ${value} for scale factor ${factor} and octets ${scaled.join(' ')}`, () => {
      const bytes = patched(messageOf({ identification, product: temperature }), 4, 24, factor, ...scaled);
      expect(onlyField(bytes).product.surfaces).to.deep.equal([{ type: 103, value }]);
    });
  }

  it('of an unknown template still has its category and number', () => {
    const { product, parameter, validAt } = onlyField(patched(messageOf({ identification }), 4, 8, 0x7f, 0xff));
    expect([product.template, product.surfaces, validAt]).to.deep.equal(['4.32767', [], identification.referenceAt]);
    expect(parameter.id).to.equal('0/10/0');
  });

  it('has local parameter names only for their centre', () => {
    expect(read({ category: 7, number: 199 }).parameter).to.deep.equal({
      id: 'MXUPHL',
      name: 'Maximum updraft helicity of the hour',
      units: 'm^2/s^2',
    });
    const elsewhere = { ...identification, centre: 98 };
    const field = onlyField(
      messageOf({ identification: elsewhere, product: { ...temperature, category: 7, number: 199 } }),
    );
    expect(field.parameter).to.deep.equal({ id: '0/7/199', name: '0/7/199', units: undefined });
  });

  it('formats its level like wgrib2 inventories', () => {
    expect(level({ type: 1 })).to.equal('surface');
    expect(level({ type: 103, value: 2 })).to.equal('2 m above ground');
    expect(level({ type: 100, value: 85000 })).to.equal('850 mb');
    expect(level({ type: 103, value: 5000 }, { type: 103, value: 2000 })).to.equal('5000-2000 m above ground');
    expect(level({ type: 108, value: 9000 }, { type: 108, value: 0 })).to.equal('90-0 mb above ground');
    expect(level({ type: 100, value: 50000 }, { type: 100, value: 100000 })).to.equal('500-1000 mb');
    expect(level({ type: 10 }, { type: 200 })).to.equal('entire atmosphere');
    expect(level({ type: 104, value: 0.5, decimals: 1 }, { type: 104, value: 0.8, decimals: 1 })).to.equal(
      '0.5-0.8 sigma layer',
    );
    expect(level({ type: 77, value: 3 })).to.equal('3 (surface 77)');
    expect(level({ type: 77, value: 3 }, { type: 77, value: 5 })).to.equal('3-5 (surface 77)');
    expect(level({ type: 103, value: 2 }, { type: 1 })).to.equal('2 m above ground');
    expect(levelText([{ type: 77 }])).to.equal('surface 77');
    expect(levelText([{ type: 103 }])).to.equal('0 m above ground');
    expect(levelText([])).to.equal('');
  });
});
