import { isField, limits, readFields } from '@severe/grib2';
import { expect } from 'chai';
import { BitWriter } from '../../src/write/bits.ts';
import { identificationSection } from '../../src/write/identification.ts';
import { fieldSections } from '../../src/write/index.ts';
import { assembleMessage } from '../../src/write/message.ts';
import { dataSection } from '../../src/write/packing/sections.ts';
import { Octets } from '../../src/write/octets.ts';
import {
  inputOf,
  joined,
  messageOf,
  onlyField,
  patched,
  randomFrom,
  refusalOf,
  sectionAt,
  smallGrid,
  valuesOf,
} from '../support.ts';

/** Groups by hand: a reference and a width each, and the bits of the members as they stand in the file. */
interface Handmade {
  template: 2 | 3;
  missing?: number;
  referenceBits: number;
  groups: { reference: number; width: number; members: number[] }[];
  /** Order, then the first values and the smallest difference, an octet each. */
  differencing?: number[];
}

/** A message of one row whose complex packing is written out number by number. */
function handmade({ template, missing = 0, referenceBits, groups, differencing = [] }: Handmade): Uint8Array {
  const count = groups.reduce((sum, { members }) => sum + members.length, 0);
  const [order, ...descriptors] = differencing;
  const section5 = new Octets(5, template === 2 ? 47 : 49)
    .u32(6, count)
    .u16(10, template)
    .f32(12, 0)
    .u8(20, referenceBits)
    .u8(22, 1)
    .u8(23, missing)
    .u32(32, groups.length)
    .u8(37, 4)
    .u32(38, 0)
    .u8(42, 1)
    .u32(43, groups.at(-1)!.members.length)
    .u8(47, 8);
  if (template === 3) section5.u8(48, order).u8(49, 1);
  const writer = new BitWriter(8 * 1000);
  for (const descriptor of descriptors) writer.write(descriptor < 0 ? 0x80 - descriptor : descriptor, 8);
  for (const group of groups) writer.write(group.reference, referenceBits);
  writer.align();
  for (const group of groups) writer.write(group.width, 4);
  writer.align();
  for (const group of groups) writer.write(group.members.length, 8);
  writer.align();
  for (const { width, members } of groups) if (width > 0) for (const member of members) writer.write(member, width);

  const input = inputOf({
    grid: { ...smallGrid, width: count, height: 1 },
    values: { codes: new Uint16Array(count), reference: 0 },
  });
  const [section3, section4, , section6] = fieldSections(input);
  const sections = [section3, section4, section5.bytes, section6, dataSection(writer.finish())];
  return assembleMessage(209, [identificationSection(input.identification), ...sections]);
}

const read = (parts: Handmade): (number | null)[] => valuesOf(onlyField(handmade(parts)));

describe('packing/complex', () => {
  it('adds the reference of its group to every value', () => {
    const groups = [
      { reference: 5, width: 2, members: [0, 3, 1] },
      { reference: 9, width: 0, members: [0, 0] },
      { reference: 1, width: 7, members: [100] },
    ];
    expect(read({ template: 2, referenceBits: 4, groups })).to.deep.equal([5, 8, 6, 9, 9, 101]);
  });

  it('reads values of all ones as missing', () => {
    const groups = [
      { reference: 2, width: 2, members: [0, 3, 2] },
      { reference: 15, width: 0, members: [0, 0] },
      { reference: 14, width: 0, members: [0] },
    ];
    expect(read({ template: 2, missing: 1, referenceBits: 4, groups })).to.deep.equal([2, null, 4, null, null, 14]);
  });

  it('reads all ones except the last bit as a secondary missing value', () => {
    const groups = [
      { reference: 2, width: 2, members: [0, 3, 2, 1] },
      { reference: 14, width: 0, members: [0] },
      { reference: 13, width: 0, members: [0] },
    ];
    expect(read({ template: 2, missing: 2, referenceBits: 4, groups })).to.deep.equal([2, null, null, 3, null, 13]);
  });

  it('sums first differences', () => {
    // 7, +3, -1, +0; the smallest difference is -1
    const groups = [{ reference: 0, width: 3, members: [0, 4, 0, 1] }];
    expect(read({ template: 3, referenceBits: 1, groups, differencing: [1, 7, -1] })).to.deep.equal([7, 10, 9, 9]);
  });

  it('reads order 0, which ecCodes writes, as no differences', () => {
    const groups = [{ reference: 3, width: 3, members: [0, 4, 0, 1] }];
    expect(read({ template: 3, referenceBits: 2, groups, differencing: [0] })).to.deep.equal([3, 7, 3, 4]);
  });

  it('sums differences with a smallest of -0', () => {
    const groups = [{ reference: 0, width: 3, members: [0, 4, 0, 1] }];
    expect(read({ template: 3, referenceBits: 1, groups, differencing: [1, 7, 0x80] })).to.deep.equal([7, 11, 11, 12]);
  });

  it('has the same value everywhere in one group without width', () => {
    const groups = [{ reference: 3, width: 0, members: [0, 0, 0] }];
    expect(read({ template: 2, referenceBits: 2, groups })).to.deep.equal([3, 3, 3]);
  });

  it('sums second differences', () => {
    // 7, 10, then slopes 3+1, 4-2: differences 1 and -2, of which -2 is the smallest
    const groups = [{ reference: 0, width: 2, members: [0, 0, 3, 0] }];
    expect(read({ template: 3, referenceBits: 1, groups, differencing: [2, 7, 10, -2] })).to.deep.equal([
      7, 10, 14, 16,
    ]);
  });

  it('excludes missing values from the differences', () => {
    const members = [7, 0, 7, 0, 3, 7, 0];
    const groups = [{ reference: 0, width: 3, members }];
    const parts = { template: 3, missing: 1, referenceBits: 1, groups } as const;
    expect(read({ ...parts, differencing: [2, 7, 10, -2] })).to.deep.equal([null, 7, null, 10, 14, null, 16]);
    expect(read({ ...parts, differencing: [1, 7, -1] })).to.deep.equal([null, 7, null, 6, 8, null, 7]);
  });

  it('reads smooth and rough fields of its own writer, of all widths', () => {
    const random = randomFrom(20260520);
    for (const bits of [1, 4, 10, 16, 24, 29]) {
      const grid = { ...smallGrid, width: 103, height: 11, stepLon: 0.1 };
      const smooth = Uint32Array.from({ length: 1133 }, (_, i) =>
        Math.floor((1 + Math.sin(i / 90)) * (2 ** (bits - 1) - 1)),
      );
      const rough = Uint32Array.from({ length: 1133 }, () => Math.floor(random() * 2 ** bits));
      for (const codes of [smooth, rough]) {
        const field = onlyField(messageOf({ grid, values: { codes, reference: 0 }, packing: { template: '5.3' } }));
        expect([...field.packed().packed]).to.deep.equal([...codes]);
      }
    }
  });

  it('reads fields of very few points', () => {
    for (const codes of [[4], [4, 9], [4, 9, 2], [0, 0, 0]]) {
      const grid = { ...smallGrid, width: codes.length, height: 1 };
      const values = { codes: Uint16Array.from(codes), reference: 0 };
      expect(valuesOf(onlyField(messageOf({ grid, values, packing: { template: '5.3' } })))).to.deep.equal(codes);
    }
  });

  describe('refuses', () => {
    // quiet, then not: groups of different widths
    const codes = Uint16Array.from({ length: 128 }, (_, i) => (i < 64 ? i >> 3 : (i * 7919) % 10000));
    const grid = { ...smallGrid, width: 16, height: 8 };
    const message = messageOf({ grid, values: { codes, reference: 0 }, packing: { template: '5.3' } });
    const u32 = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];

    it('two billion groups', () => {
      const refusal = refusalOf(patched(message, 5, 32, ...u32(2 ** 31)));
      expect(refusal.code).to.equal('damaged');
      expect(refusal.message).to.match(
        /^section 5 declares 2147483648 groups, there are only 128 values in \d+ bytes$/,
      );
    });

    it('more groups than bits', () => {
      const groups = Array.from({ length: 9 }, () => ({ reference: 0, width: 0, members: [0] }));
      const whole = handmade({ template: 2, referenceBits: 1, groups });
      const cut = joined(whole.subarray(0, sectionAt(whole, 7)), Uint8Array.of(0, 0, 0, 6, 7, 0), '7777');
      cut[15] -= whole.length - cut.length;
      expect(refusalOf(cut).message).to.equal('section 5 declares 9 groups, there are only 9 values in 1 bytes');
    });

    it('more groups than the limit', () => {
      const most = limits.groups;
      const none = { reference: 0, width: 0, members: [0] };
      const three = handmade({ template: 2, referenceBits: 8, groups: [none, none, none] });
      limits.groups = 3;
      try {
        expect(valuesOf(onlyField(three))).to.deep.equal([0, 0, 0]);
        limits.groups = 2;
        expect(refusalOf(three)).to.include({ code: 'too-large', message: '3 groups; at most 2 are read' });
      } finally {
        limits.groups = most;
      }
    });

    it('groups whose lengths do not add up to the values', () => {
      expect(refusalOf(patched(message, 5, 43, ...u32(1000))).message).to.match(
        /^the groups hold \d+ values, 128 are needed$/,
      );
      expect(refusalOf(patched(message, 5, 38, ...u32(4e9))).code).to.equal('damaged');
    });

    it('groups that need more data than there is', () => {
      const parts: Handmade = {
        template: 2,
        referenceBits: 4,
        groups: [{ reference: 0, width: 8, members: [1, 2, 3] }],
      };
      expect(valuesOf(onlyField(handmade(parts)))).to.deep.equal([1, 2, 3]);
      const wider = refusalOf(patched(handmade(parts), 5, 36, 1)); // 9 bits each
      expect(wider).to.include({ code: 'truncated', message: 'the groups need 4 bytes of data, 3 are there' });
      const groups = [{ reference: 0, width: 2, members: [1] }, { reference: 0, width: 0, members: [0] }]; // prettier-ignore
      const tooWide = refusalOf(patched(handmade({ template: 2, referenceBits: 4, groups }), 5, 36, 30));
      expect(tooWide).to.include({ code: 'damaged', message: 'a group has values of 32 bits, at most 31 are read' });
    });

    it('heads that need more data than there is', () => {
      expect(refusalOf(patched(message, 5, 49, 4, 0)).code).to.be.oneOf(['truncated', 'damaged']);
      expect(refusalOf(patched(message, 5, 20, 31)).code).to.be.oneOf(['truncated', 'damaged']);
      const heads = refusalOf(patched(message, 5, 32, 0, 0, 0, 128));
      expect(heads.code).to.equal('truncated');
      expect(heads.message).to.match(/^section 7 has \d+ bytes of data, the heads of 128 groups need \d+$/);
      const bits = refusalOf(patched(message, 5, 20, 32));
      expect(bits).to.include({ code: 'unsupported', message: 'referenceBits is 32, at most 31 are read' });
    });

    it('unsupported orders and kinds of missing values', () => {
      for (const [octet, value, what] of [
        [48, 3, 'spatial differencing of order 3 is not known'],
        [49, 5, 'descriptors of 5 octets, at most 4 are read'],
        [23, 3, 'missing value management 3 is not known'],
      ] as const) {
        expect(refusalOf(patched(message, 5, octet, value))).to.include({ code: 'unsupported', message: what });
      }
    });
  });

  it('is constant without groups', () => {
    const message = messageOf({ packing: { template: '5.3' } });
    const [entry] = readFields(patched(patched(message, 5, 32, 0, 0, 0, 0), 5, 20, 0));
    expect(isField(entry) && entry.statistics()).to.include({ count: 12, min: 0.5, max: 0.5 });
  });
});
