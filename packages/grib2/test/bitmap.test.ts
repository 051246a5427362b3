import { isField, limits, readFields } from '@severe/grib2';
import { expect } from 'chai';
import { expand, readBitmap } from '../src/bitmap.ts';
import { Section } from '../src/section.ts';
import { identificationSection } from '../src/write/identification.ts';
import { fieldSections } from '../src/write/index.ts';
import { assembleMessage } from '../src/write/message.ts';
import { inputOf, messageOf, onlyField, patched, refusalOf, valuesOf } from './support.ts';

const present = [1, 0, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1]; // 8 of 12
const values = { codes: Uint16Array.of(1, 2, 3, 4, 5, 6, 7, 8), reference: 0 };
const expected = [1, null, 2, 3, null, null, 4, 5, 6, 7, null, 8];

describe('bitmap', () => {
  for (const template of ['5.0', '5.3', '5.41'] as const) {
    it(`spreads the values of packing ${template}`, () => {
      const field = onlyField(messageOf({ present, values, packing: { template } }));
      expect(valuesOf(field)).to.deep.equal(expected);
      expect(field.statistics()).to.deep.equal({ count: 12, missing: 4, min: 1, max: 8, mean: 4.5 });
      expect([...field.values()].map((value) => (Number.isNaN(value) ? null : value))).to.deep.equal(expected);
      const { packed, missingCode } = field.packed();
      expect([...packed].filter((code) => code === missingCode)).to.have.length(4);
    });
  }

  it('spreads a constant', () => {
    const constant = { codes: new Uint16Array(8), reference: 3 };
    const field = onlyField(messageOf({ present, values: constant }));
    expect(valuesOf(field)).to.deep.equal(expected.map((value) => (value === null ? null : 3)));
  });

  it('may leave no value at all', () => {
    const field = onlyField(
      messageOf({ present: Array(12).fill(0), values: { codes: new Uint16Array(0), reference: 0 } }),
    );
    expect(field.statistics()).to.deep.equal({ count: 12, missing: 12, min: null, max: null, mean: null });
  });

  for (const template of ['5.0', '5.41'] as const) {
    it(`keeps the lowest of the codes of 32 bits of packing ${template} apart from points without a value`, () => {
      const full = { codes: Uint32Array.of(0, 2 ** 32 - 1, 0, 1, 2 ** 31, 7, 0, 5), reference: 0 };
      const field = onlyField(messageOf({ present, values: full, packing: { template, bits: 32 } }));
      expect(valuesOf(field)).to.deep.equal([0, null, 2 ** 32 - 1, 0, null, null, 1, 2 ** 31, 7, 0, null, 5]);
      expect(field.statistics()).to.include({ count: 12, missing: 4, min: 0, max: 2 ** 32 - 1 });
    });
  }

  it('makes section 5 irrelevant if there are no values', () => {
    const none = { present: Array(12).fill(0), values: { codes: new Uint16Array(0), reference: 0 } };
    const wide = patched(messageOf({ ...none, packing: { template: '5.3' } }), 5, 20, 32); // as ecCodes writes it
    expect(onlyField(wide).statistics()).to.include({ count: 12, missing: 12 });
    const refusal = refusalOf(patched(wide, 5, 10, 0, 99));
    expect(refusal).to.include({ code: 'unsupported', message: 'packing 5.99 is not known' });
  });

  it('is that of the previous field with indicator 254', () => {
    const input = inputOf({ present, values });
    const [section3, section4, section5, section6, section7] = fieldSections(input);
    const again = Uint8Array.of(0, 0, 0, 6, 6, 254);
    const none = Uint8Array.of(0, 0, 0, 6, 6, 255);
    const [, , whole5, , whole7] = fieldSections(inputOf());
    const first = [identificationSection(input.identification), section3, section4, section5, section6, section7];
    const second = [section4, whole5, none, whole7];
    const third = [section4, section5, again, section7];
    const bytes = assembleMessage(209, [...first, ...second, ...third]);
    const fields = readFields(bytes).filter(isField);
    expect(fields.map((field) => field.statistics().missing)).to.deep.equal([4, 0, 4]);
    expect(valuesOf(fields[2])).to.deep.equal(expected);

    const alone = [identificationSection(input.identification), section3, section4, section5, again, section7];
    const refusal = refusalOf(assembleMessage(209, alone));
    expect(refusal.code).to.equal('damaged');
    expect(refusal.message).to.match(/reuses the bitmap before it .* there is none/);
  });

  it('must cover the grid and fit the number of values', () => {
    const message = messageOf({ present, values });
    expect(refusalOf(patched(message, 6, 7, 0xff))).to.include({
      code: 'damaged',
      message: 'section 5 declares 8 values, grid and bitmap need 11',
    });
    const input = inputOf({ present, values });
    const [section3, section4, section5, , section7] = fieldSections(input);
    const short = Uint8Array.of(0, 0, 0, 7, 6, 0, 0xff);
    const sections = [identificationSection(input.identification), section3, section4, section5, short, section7];
    expect(refusalOf(assembleMessage(209, sections))).to.include({
      code: 'truncated',
      message: 'the bitmap has 1 bytes, 12 points need 2',
    });
    expect(readBitmap(new Section(short), undefined, 8)).to.include({ points: 8, count: 8 }); // it ends with the octet
  });

  it('must not cover more points than the limit', () => {
    const points = limits.pointsUnderBitmap;
    const section6 = new Section(new Uint8Array(6 + points / 8));
    expect(readBitmap(section6, undefined, points)?.count).to.equal(0);
    expect(() => readBitmap(section6, undefined, points + 1))
      .to.throw(`a bitmap over ${points + 1} points; at most 60000000`)
      .with.property('code', 'too-large');
  });

  it('has a code of its own for points without a value, as long as the codes of 32 bits leave one', () => {
    const used: number[] = [];
    const missingCodeOf = (packed: number[]) => {
      const bits = new Uint8Array(8).fill(0xff); // room for one more point than there are values
      const points = packed.length + 1;
      bits[packed.length >>> 3] &= ~(0x80 >>> (packed.length & 7));
      const expanded = expand({ packed: Int32Array.from(packed) }, { bits, points, count: packed.length });
      expect([...expanded.packed]).to.deep.equal([...packed, expanded.missingCode]);
      return expanded.missingCode!;
    };
    for (let i = 0; i < 17; i++) used.push(missingCodeOf(used));
    expect([used[0], new Set(used).size]).to.deep.equal([-(2 ** 31), 17]);
    expect(() => missingCodeOf(used))
      .to.throw('the codes of 32 bits leave none for the points without a value')
      .with.property('code', 'unsupported');
  });

  it('predefined by the centre is refused', () => {
    const refusal = refusalOf(patched(messageOf(), 6, 6, 1));
    expect(refusal.code).to.equal('unsupported');
    expect(refusal.message).to.match(/^bitmap 1 is kept by the originating centre/);
  });
});
