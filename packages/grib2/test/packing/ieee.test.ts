import { expect } from 'chai';
import { identificationSection } from '../../src/write/identification.ts';
import { fieldSections } from '../../src/write/index.ts';
import { assembleMessage } from '../../src/write/message.ts';
import { Octets } from '../../src/write/octets.ts';
import { dataSection } from '../../src/write/packing/sections.ts';
import { inputOf, onlyField, refusalOf, valuesOf } from '../support.ts';

const present = [1, 0, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1]; // 8 of 12
const numbers = [1.5, -0.1, 1e-30, 3e8, 0, -7, 2 / 3, 1000.25];

/** A message of those numbers under that bitmap. */
function messageOf(precision: number, octets: 4 | 8): Uint8Array {
  const section5 = new Octets(5, 12).u32(6, 8).u16(10, 4).u8(12, precision);
  const payload = new DataView(new ArrayBuffer(8 * octets));
  numbers.forEach((number, i) =>
    octets === 4 ? payload.setFloat32(i * 4, number) : payload.setFloat64(i * 8, number),
  );
  const input = inputOf({ present, values: { codes: new Uint16Array(8), reference: 0 } });
  const [section3, section4, , section6] = fieldSections(input);
  const sections = [section3, section4, section5.bytes, section6, dataSection(new Uint8Array(payload.buffer))];
  return assembleMessage(209, [identificationSection(input.identification), ...sections]);
}

const spread = (values: number[]): (number | null)[] => {
  const rest = [...values];
  return present.map((bit) => (bit ? (rest.shift() as number) : null));
};

describe('packing/ieee', () => {
  it('reads singles and doubles', () => {
    expect(valuesOf(onlyField(messageOf(1, 4)))).to.deep.equal(spread(numbers.map(Math.fround)));
    expect(valuesOf(onlyField(messageOf(2, 8)))).to.deep.equal(spread(numbers));
  });

  it('counts missing values and values of an absent code', () => {
    const field = onlyField(messageOf(2, 8));
    const mean = numbers.reduce((sum, number) => sum + number) / 8;
    expect(field.statistics()).to.deep.equal({ count: 12, missing: 4, min: -7, max: 3e8, mean });
    expect(field.statistics([3e8, -7])).to.include({ missing: 6, min: -0.1, max: 1000.25 });
    expect(field.statistics(numbers)).to.deep.equal({ count: 12, missing: 12, min: null, max: null, mean: null });
    expect(field.values()).to.be.instanceOf(Float64Array);
    expect(field.decode().at(12)).to.equal(null);
  });

  it('has no integer codes', () => {
    expect(() => onlyField(messageOf(1, 4)).packed()).to.throw('packing 5.4 holds floats, which have no packed form');
  });

  it('refuses data that ends early, and precisions of 128 bits', () => {
    expect(refusalOf(messageOf(2, 4)).message).to.equal('section 7 has 32 bytes of data, 8 floats of 8 bytes need 64');
    expect(refusalOf(messageOf(3, 8)).message).to.equal('floats of precision 3 (table 5.7) are not read');
  });
});
