import { expect } from 'chai';
import { messageOf, onlyField, patched, refusalOf, sectionAt, smallGrid, valuesOf } from '../support.ts';

const grid = { ...smallGrid, width: 3, height: 1 };

describe('packing/simple', () => {
  it('applies (R + X * 2^E) / 10^D', () => {
    const values = { codes: Uint16Array.of(0, 3, 15), reference: 10, binaryScale: 1, decimalScale: 1 };
    const field = onlyField(messageOf({ grid, values }));
    expect(valuesOf(field)).to.deep.equal([1, 1.6, 4]);
    expect([...field.values()]).to.deep.equal([1, 1.6, 4].map(Math.fround));
    expect(field.packed()).to.deep.equal({ packed: Int32Array.of(0, 3, 15), scale: 0.2, offset: 1 });
  });

  it('reads negative scales as sign and magnitude', () => {
    const values = { codes: Uint16Array.of(0, 1, 5), reference: -2, binaryScale: -1, decimalScale: -2 };
    const message = messageOf({ grid, values });
    expect([...message.subarray(sectionAt(message, 5) + 15, sectionAt(message, 5) + 19)]).to.deep.equal([
      0x80, 1, 0x80, 2,
    ]);
    expect(valuesOf(onlyField(message))).to.deep.equal([-200, -150, 50]); // (-2 + X / 2) * 100
  });

  for (const bits of [1, 7, 8, 12, 16, 17, 24, 25, 31, 32]) {
    it(`reads codes of ${bits} bits`, () => {
      const codes = Uint32Array.of(2 ** bits - 1, 0, 2 ** (bits - 1));
      const field = onlyField(messageOf({ grid, values: { codes, reference: 0 }, packing: { template: '5.0', bits } }));
      expect(valuesOf(field)).to.deep.equal([...codes]);
      expect(field.statistics().max).to.equal(2 ** bits - 1);
      const { packed, scale, offset } = field.packed();
      expect([...packed].map((code) => offset + code * scale)).to.deep.equal([...codes]);
    });
  }

  it('has no data if all values are R / 10^D', () => {
    const values = { codes: new Uint16Array(3), reference: 25, decimalScale: 1 };
    const field = onlyField(messageOf({ grid, values }));
    expect(field.statistics()).to.deep.equal({ count: 3, missing: 0, min: 2.5, max: 2.5, mean: 2.5 });
    expect([...field.values()]).to.deep.equal([2.5, 2.5, 2.5]);
    expect([...field.packed().packed].map((code) => code * field.packed().scale + field.packed().offset)).to.deep.equal(
      [2.5, 2.5, 2.5],
    );
  });

  it('leaves the values of an absent code out of the statistics', () => {
    const constant = onlyField(messageOf({ grid, values: { codes: new Uint16Array(3), reference: 7 } }));
    expect(constant.statistics([6])).to.deep.equal({ count: 3, missing: 0, min: 7, max: 7, mean: 7 });
    expect(constant.statistics([7])).to.deep.equal({ count: 3, missing: 3, min: null, max: null, mean: null });

    const codes = Uint16Array.of(7, 2, 11, 11, 0, 5, 7, 1, 0, 9, 4, 3); // in tenths, from 0.5 on
    for (const template of ['5.0', '5.41'] as const) {
      const values = { codes, reference: 5, decimalScale: 1 };
      const field = onlyField(messageOf({ values, packing: { template } }));
      expect(field.statistics()).to.deep.equal({ count: 12, missing: 0, min: 0.5, max: 1.6, mean: 1 });
      expect(field.statistics([0.55])).to.include({ missing: 0, min: 0.5 }); // between two codes
      expect(field.statistics([0.5])).to.deep.equal({ count: 12, missing: 2, min: 0.6, max: 1.6, mean: 1.1 });
      expect(field.statistics([0.5, 1.6, 0.6])).to.deep.include({ missing: 5, min: 0.7, max: 1.4 });
    }
  });

  it('has the same statistics for many points as for few', () => {
    const [width, height] = [200, 150];
    const codes = Uint16Array.from({ length: width * height }, (_, i) => 10 + ((i * 7919) % 1000));
    for (const template of ['5.0', '5.41'] as const) {
      const many = { grid: { ...smallGrid, width, height, stepLon: 0.01, stepLat: 0.01 }, packing: { template } };
      const field = onlyField(messageOf({ ...many, values: { codes, reference: 0 } }));
      for (const absent of [[], [10], [10, 1009], [10, 1009, 500], [5]]) {
        const left = codes.filter((code) => !absent.includes(code));
        const mean = left.reduce((sum, code) => sum + code, 0) / left.length;
        const wanted = { count: 30_000, missing: 30_000 - left.length, min: Math.min(...new Set(left)), max: Math.max(...new Set(left)), mean }; // prettier-ignore
        expect(field.statistics(absent)).to.deep.equal(wanted);
      }
    }
  });

  it('has no value after the last point', () => {
    const constant = { codes: new Uint16Array(3), reference: 7 };
    const others = { codes: Uint16Array.of(1, 2, 3), reference: 7 };
    for (const [values, last] of [
      [constant, 7],
      [others, 10],
    ] as const) {
      // prettier-ignore
      const decoded = onlyField(messageOf({ grid, values })).decode();
      expect([decoded.at(2), decoded.at(3)]).to.deep.equal([last, null]);
    }
  });

  it('needs no memory to describe a constant field of 120 million points', () => {
    const before = process.memoryUsage().arrayBuffers;
    const message = messageOf({ grid, values: { codes: new Uint16Array(3), reference: 7 } });
    const [w, h] = [12000, 10000].map((size) => [size >> 24, (size >> 16) & 255, (size >> 8) & 255, size & 255]);
    const points = [0x07, 0x27, 0x0e, 0x00]; // 120,000,000
    const steps = [0, 0, 0, 1]; // a microdegree, so that the grid fits the earth
    let large = patched(message, 3, 31, ...w, ...h);
    large = patched(patched(large, 3, 7, ...points), 5, 6, ...points);
    large = patched(large, 3, 55, 0x30, 2, 98, 90, 0, ...steps, ...steps, ...steps);
    large = patched(large, 3, 55, 0); // no increments: the corners count
    expect(onlyField(large).statistics()).to.deep.equal({ count: 120e6, missing: 0, min: 7, max: 7, mean: 7 });
    expect(process.memoryUsage().arrayBuffers - before).to.be.below(10e6);
  });

  it('refuses data that ends early', () => {
    const message = messageOf({ packing: { template: '5.0', bits: 8 } });
    const longer = patched(message, 5, 20, 9);
    expect(refusalOf(longer).message).to.equal('section 7 has 12 bytes of data, 12 values of 9 bits need 14');
  });

  it('refuses codes of more than 32 bits', () => {
    expect(refusalOf(patched(messageOf(), 5, 20, 33)).message).to.equal('values of 33 bits; at most 32 are read');
  });

  it('refuses scales that result in infinite values', () => {
    expect(refusalOf(patched(messageOf(), 5, 12, 0x7f, 0x80, 0, 0)).message).to.match(/^reference Infinity, /);
    expect(refusalOf(patched(messageOf(), 5, 16, 0x7f, 0xff)).message).to.match(/binary scale 32767/);
  });
});
