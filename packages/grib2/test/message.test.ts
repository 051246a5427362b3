import { Grib2Error, isField, limits, readFields, readMessages } from '@severe/grib2';
import { expect } from 'chai';
import { gridSection } from '../src/write/grid.ts';
import { identificationSection } from '../src/write/identification.ts';
import { fieldSections } from '../src/write/index.ts';
import { assembleMessage } from '../src/write/message.ts';
import {
  inputOf,
  joined,
  messageOf,
  onlyField,
  patched,
  refusalOf,
  sectionAt,
  smallGrid,
  valuesOf,
} from './support.ts';

const names = (bytes: Uint8Array): string[] =>
  readFields(bytes).map((entry) => (isField(entry) ? entry.parameter.id : entry.error.message));

describe('messages of a file', () => {
  const message = messageOf();

  it('are found behind a heading and before garbage', () => {
    const messages = readMessages(joined('YAUS01 KWBC 202218\r\r\n', message, 'GRIB and 7777 are only words here'));
    expect(messages.map(({ offset, length }) => [offset, length])).to.deep.equal([[21, message.length]]);
    expect(messages[0].fields.map(isField)).to.deep.equal([true]);
  });

  it('are found one after another', () => {
    const other = messageOf({ product: { category: 3, number: 41, surface: { type: 102 } } });
    expect(names(joined(message, '\r\r\n', other))).to.deep.equal(['MergedReflectivityQCComposite', 'VIL']);
  });

  it('of edition 1 keep their place as refusals', () => {
    const grib1 = Buffer.alloc(40, 0);
    grib1.write('GRIB', 0, 'latin1');
    grib1.writeUIntBE(40, 4, 3);
    grib1[7] = 1;
    grib1.write('7777', 36, 'latin1');
    const found = names(joined(message, grib1, message));
    expect(found[1]).to.equal(`the message at byte ${message.length} is of edition 1, not 2`);
    expect([found[0], found[2]]).to.deep.equal(Array(2).fill('MergedReflectivityQCComposite'));
  });

  it('of edition 1 must have a length and end with 7777', () => {
    const head = Buffer.from('GRIB\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
    expect(names(joined(message, head))).to.have.length(1); // length 0, and the end of the message before it
    expect(names(joined(message, head, message))).to.have.length(2);
  });

  it('of another edition keep their place, with a length of eight octets', () => {
    const other = Buffer.alloc(40, 0);
    other.write('GRIB', 0, 'latin1');
    other[7] = 3;
    other.writeBigUInt64BE(40n, 8);
    other.write('7777', 36, 'latin1');
    const messages = readMessages(joined(other, message));
    expect(messages.map(({ edition, offset, length }) => [edition, offset, length])).to.deep.equal([[3, 0, 40], [2, 40, message.length]]); // prettier-ignore
    expect(names(other)).to.deep.equal(['the message at byte 0 is of edition 3, not 2']);
    expect(refusalOf(other).code).to.equal('unsupported');
  });

  it('of several fields repeat sections 3 to 7, or 4 to 7 on the same grid', () => {
    const input = inputOf();
    const wide = { ...smallGrid, width: 6, height: 2 };
    const [, ...fourToSeven] = fieldSections(inputOf({ product: { category: 3, number: 41, surface: { type: 1 } } }));
    const bytes = assembleMessage(209, [
      identificationSection(input.identification),
      ...fieldSections(input),
      ...fourToSeven,
      Uint8Array.of(0, 0, 0, 6, 2, 1), // a local section
      ...fieldSections({ ...input, grid: wide }),
      ...fourToSeven,
    ]);
    const fields = readFields(bytes).filter(isField);
    expect(fields.map(({ grid, parameter }) => [grid.width, parameter.id])).to.deep.equal([
      [4, 'MergedReflectivityQCComposite'],
      [4, 'VIL'],
      [6, 'MergedReflectivityQCComposite'],
      [6, 'VIL'],
    ]);
    expect(valuesOf(fields[3])).to.deep.equal(valuesOf(fields[0]));
  });

  it('are read before the point at which one is cut short', () => {
    const input = inputOf();
    const sections = [identificationSection(input.identification), ...fieldSections(input), ...fieldSections(input)];
    const bytes = assembleMessage(209, sections);
    const [first, second] = readFields(bytes.subarray(0, bytes.length - 8));
    expect(isField(first)).to.equal(true);
    if (isField(second)) throw new Error('a field without its data was read');
    expect(second.error.code).to.equal('truncated');
    const at = bytes.length - 4 - 11; // 5 octets of head and 12 values of 4 bits
    expect(second.error.message).to.equal(`section 7 at byte ${at} has length 11, 7 bytes are left in the message`);
    expect([second.grid?.width, second.packing]).to.deep.equal([4, '5.0']);
  });

  it('are read when the file ends before their 7777', () => {
    const constant = messageOf({ values: { codes: new Uint16Array(12), reference: 7 } }); // section 7 has only its head
    for (const bytes of [message, constant]) {
      const [field, end] = readFields(bytes.subarray(0, bytes.length - 4));
      if (!isField(field) || isField(end)) throw new Error('a field and a refusal were needed');
      expect(end.error.code).to.equal('truncated');
      expect(end.error.message).to.match(/^a section was needed at byte \d+, where the message ends$/);
    }
  });

  it('that declare more bytes than the file has are read, and refused at their end', () => {
    const longer = Uint8Array.from(message);
    longer[15] += 10;
    const [field, end] = readFields(longer);
    if (!isField(field) || isField(end)) throw new Error('a field and a refusal were needed');
    const declared = message.length + 10;
    expect(end.error).to.include({
      code: 'truncated',
      message: `the message at byte 0 declares ${declared} bytes, ${message.length} are there`,
    });
  });

  it('need the sixteen octets of section 0', () => {
    expect(() => readFields(message.subarray(0, 15))).to.throw('no GRIB message in 15 bytes');
    expect(names(message.subarray(0, 16))).to.deep.equal(['a section was needed at byte 16, where the message ends']);
  });

  it('inside a section of a damaged one are not read', () => {
    const input = inputOf();
    const local = Uint8Array.from([0, 0, 0, 5 + message.length, 2, ...message]);
    const [section3, section4] = fieldSections(input);
    const broken = assembleMessage(209, [identificationSection(input.identification), local, section4, section3]);
    broken.fill(0, broken.length - 4); // with a valid end it would be skipped whole
    expect(names(broken)).to.have.length(1);
    expect(names(broken)[0]).to.match(/^after section 2 section 4 follows at byte \d+; section 3 was needed$/);
  });

  it('may not have more fields than the limit', () => {
    const most = limits.fields;
    limits.fields = 2;
    try {
      expect(readFields(joined(message, message))).to.have.length(2);
      expect(() => readFields(joined(message, message, message)))
        .to.throw('more than 2 fields in one file')
        .with.property('code', 'too-large');
    } finally {
      limits.fields = most;
    }
  });

  it('are found again after a damaged one', () => {
    const cut = message.subarray(0, message.length - 10);
    expect(readFields(joined(cut, message)).map(isField)).to.deep.equal([false, true]);
  });

  it('end at a section of length 0', () => {
    const bytes = patched(message, 4, 1, 0, 0, 0, 0);
    expect(refusalOf(bytes)).to.include({
      code: 'damaged',
      message: `the section at byte ${sectionAt(message, 4)} has length 0, at least 5 is needed`,
    });
  });

  it('end at a message of length 0 that ends where the previous one does', () => {
    const empty = Uint8Array.from(message).fill(0, 8, 16);
    const found = names(joined(message, empty));
    expect(found).to.have.length(2);
    expect(found[1]).to.equal(`a section was needed at byte ${message.length + 16}, where the message ends`);
  });

  it('are refused when their sections are out of order', () => {
    const input = inputOf();
    const bytes = assembleMessage(209, [identificationSection(input.identification), gridSection(smallGrid)]);
    expect(refusalOf(bytes).message).to.match(/^after section 3 the message ends at byte \d+; section 4 was needed$/);
    expect(refusalOf(bytes).code).to.equal('damaged');
    expect(refusalOf(patched(message, 5, 5, 6)).message).to.match(/after section 4 section 6 follows/);
    expect(refusalOf(patched(message, 3, 5, 4)).message).to.match(
      /^after section 1 section 4 .*; section 2, 3 was needed$/,
    );
    const [, , section5, , section7] = fieldSections(input);
    const whole = [identificationSection(input.identification), ...fieldSections(input)];
    expect(names(assembleMessage(209, [...whole, section5, section7]))[0]).to.match(
      /^after section 7 section 5 follows .*; section 2, 3, 4 was needed$/,
    );
  });

  it('are refused when they do not end with 7777', () => {
    const bytes = Uint8Array.from(message);
    bytes.set([0, 0, 0, 0], bytes.length - 4);
    expect(refusalOf(bytes).code).to.equal('truncated');
  });

  it('are refused when a section ends before an octet that is needed', () => {
    const input = inputOf();
    const [section3, section4, , section6, section7] = fieldSections(input);
    const short = Uint8Array.of(0, 0, 0, 11, 5, 0, 0, 0, 12, 0, 0);
    const sections = [identificationSection(input.identification), section3, section4, short, section6, section7];
    expect(refusalOf(assembleMessage(209, sections))).to.include({
      code: 'truncated',
      message: 'section 5 has 11 octets, octet 20 was needed',
    });
  });

  it('cost time proportional to the length of the file, whatever number of headers it claims', () => {
    const start = Buffer.from('GRIB\0\0\0\x02\0\0\0\0\x7f\xff\xff\xff', 'latin1');
    const sections = Buffer.alloc(5 * 1000);
    for (let at = 0; at < sections.length; at += 5) sections.set([0, 0, 0, 5, 1], at);
    const bytes = joined(...Array.from({ length: 500 }, () => [start, sections]).flat());
    expect(readFields(bytes)).to.have.length(500); // one refusal each, and the search goes on behind it
  });

  it('must be there', () => {
    expect(() => readFields(Buffer.from('<html>GRIB</html>'))).to.throw(Grib2Error, 'no GRIB message in 17 bytes');
    expect(() => readFields(new Uint8Array(0)))
      .to.throw(Grib2Error, 'no GRIB message in 0 bytes')
      .with.property('code', 'not-grib2');
  });

  it('may not be larger than the limit', () => {
    const most = limits.packedBytes;
    const view = Object.defineProperty(new Uint8Array(0), 'length', { value: most + 1 }); // without the bytes
    expect(() => readFields(view))
      .to.throw(Grib2Error, `the file has ${most + 1} bytes, at most ${most} are read`)
      .with.property('code', 'too-large');
  });

  it('are refused, in one field, for an unknown packing or grid, with what could be read', () => {
    const [packing] = readFields(patched(message, 5, 10, 0, 99));
    const [grid] = readFields(patched(message, 3, 13, 0, 99));
    if (isField(packing) || isField(grid)) throw new Error('an unknown template was read');
    expect([packing.error.message, packing.packing, packing.grid?.height]).to.deep.equal([
      'packing 5.99 is not known',
      '5.99',
      3,
    ]);
    expect([grid.error.message, grid.packing, grid.grid]).to.deep.equal(['grid 3.99 is not known', '5.0', undefined]);
  });

  it('have their centre and time, to the second', () => {
    const { discipline, identification } = onlyField(message);
    expect(discipline).to.equal(209);
    expect(identification).to.deep.equal({
      centre: 161,
      subcentre: 0,
      masterTables: 255,
      localTables: 1,
      significance: 3,
      referenceAt: new Date('2026-05-20T22:18:39Z'),
    });
  });

  // Octets 13 to 19 of section 1: year (two), month, day, hour, minute, second
  for (const [octets, iso] of [
    [[1, 1, 0, 0, 0], '2026-01-01T00:00:00Z'],
    [[12, 31, 23, 59, 59], '2026-12-31T23:59:59Z'],
    [[12, 31, 23, 59, 60], '2027-01-01T00:00:00Z'], // a leap second
  ] as const) {
    it(`have the time ${octets.join(' ')} as ${iso}`, () => {
      const { referenceAt } = onlyField(patched(message, 1, 15, ...octets)).identification;
      expect(referenceAt).to.deep.equal(new Date(iso));
    });
  }

  for (const [month, day, hour, minute, second] of [
    [0, 20, 22, 18, 39],
    [13, 20, 22, 18, 39],
    [13, 20, 22, 18, 60],
    [2, 29, 0, 0, 0],
    [5, 0, 0, 0, 0],
    [5, 20, 24, 0, 0],
    [5, 20, 23, 60, 0],
    [5, 20, 23, 59, 61],
  ]) {
    const found = `2026-${month}-${day} ${hour}:${minute}:${second}`;
    it(`are refused at the time ${found}`, () => {
      const bytes = patched(message, 1, 15, month, day, hour, minute, second);
      expect(refusalOf(bytes)).to.include({
        code: 'damaged',
        message: `section 1 holds the time ${found}, which does not exist`,
      });
    });
  }
});
