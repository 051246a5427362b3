import { expect } from 'chai';
import { packetStatistics, readProduct, type Packet, type RadialPacket } from '../../src/index.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { halfwords, productBytes, words } from '../support/product.ts';

/** Values in the external representation: texts have their length before them and are filled up to four bytes. */
function xdr(...values: (number | string | { float: number })[]): Buffer {
  return Buffer.concat(
    values.map((value) => {
      if (typeof value === 'number') return words(value);
      if (typeof value === 'string') {
        const text = Buffer.alloc(Math.ceil(value.length / 4) * 4);
        text.write(value, 'latin1');
        return Buffer.concat([words(value.length), text]);
      }
      const bytes = Buffer.alloc(4);
      bytes.writeFloatBE(value.float);
      return bytes;
    }),
  );
}

const float = (value: number): { float: number } => ({ float: value });

/** Two parameters, with what was an address once. */
const parameterWords = [2, 0xbeef, 'units', 'in/h', 0xbeef, 'note', 'made up'];

const descriptionWords = [
  'DPR',
  'Digital Precipitation Rate',
  176,
  1,
  1_779_315_519,
  'KTLX',
  float(35.3),
  float(-97.3),
  float(390),
  1,
  2,
  float(0.5),
  41,
  2,
  212,
  3,
  0,
  0,
  ...parameterWords,
];

const radial = (azimuth: number, ...codes: number[]): (number | string | { float: number })[] => [
  float(azimuth),
  float(0.5),
  float(1),
  codes.length,
  'type=uint',
  codes.length,
  ...codes,
];

const radialWords = [
  1,
  'radials',
  float(250),
  float(500),
  ...parameterWords,
  2,
  ...radial(0, 0, 1, 65_535),
  ...radial(1, 2000),
];

function packets(...content: (number | string | { float: number })[]): Packet[] {
  const body = xdr(...content);
  const packet = Buffer.concat([halfwords(28, 0), words(body.length), body]);
  // Scale 1000, offset 0, codes up to 65535, one flag
  const thresholds = [0x447a, 0, 0, 0, 0, 65_535, 1, 0];
  const product = readProduct(productBytes({ code: 176, thresholds, layers: [[packet]] }));
  for (const read of product.packets) {
    if (read.kind !== 'radial') continue;
    expect(packetStatistics(read, product.levels)).to.deep.equal({
      count: 6,
      missing: 3,
      min: 0.001,
      max: 65.535,
      mean: (0.001 + 65.535 + 2) / 3,
    });
  }
  return product.packets;
}

describe('level3/packets/generic', () => {
  it('reads radials of 16 bits', () => {
    const [packet] = packets(...descriptionWords, 1, 0xbeef, ...radialWords) as RadialPacket[];
    expect(packet).to.include({ kind: 'radial', code: 28, radials: 2, gates: 3, firstGate: 2 });
    expect([...packet.packed]).to.deep.equal([0, 1, 65_535, 2000, 0, 0]);
    expect([...packet.startsDeg, ...packet.widthsDeg]).to.deep.equal([0, 1, 1, 1]);
  });

  it('reads several components as a group, as far as they are known', () => {
    const text = [4, ...parameterWords, 'words'];
    const [group] = packets(...descriptionWords, 3, 0xbeef, ...radialWords, 0xbeef, ...text, 0xbeef, 99);
    expect(group).to.include({ kind: 'group', code: 28, name: 'DPR' });
    expect((group as { packets: Packet[] }).packets.map(({ kind }) => kind)).to.deep.equal(['radial', 'text', 'other']);
  });

  it('reads as many components as the bytes hold, such as the texts of a status log', () => {
    const text = (i: number) => [4, 0, 0, `line ${i}`];
    const texts = Array.from({ length: 1500 }, (_, i) => (i < 1499 ? [...text(i), 0xbeef] : text(i))).flat();
    const [group] = packets(...descriptionWords, 1500, 0xbeef, ...texts);
    const lines = (group as { packets: { kind: string; text: string }[] }).packets;
    expect(lines.map(({ kind }) => kind)).to.deep.equal(Array(1500).fill('text'));
    expect([lines[0].text, lines[1499].text]).to.deep.equal(['line 0', 'line 1499']);
  });

  it('limits the gates of all components together, whose packets declare more than they have', () => {
    const empty = [float(0), float(0), float(1), 2000, '', 0];
    const component = [1, '', float(250), float(0), 0, 0, 800, ...Array.from({ length: 800 }, () => empty).flat()];
    const many = Array.from({ length: 12 }, (_, i) => (i < 11 ? [...component, 0] : component)).flat();
    expectRefusal(() => packets(...descriptionWords, 12, 0, ...many), 'too-large', 'gates');
  });

  it('refuses counts beyond the limits, and texts and arrays beyond the end', () => {
    const many = [1, 'radials', float(250), float(0), 0, 0];
    expectRefusal(() => packets(...descriptionWords, 1, 0, ...many, 801), 'too-large', '801 radials');
    expectRefusal(
      () => packets(...descriptionWords, 1, 0, ...many, 1, float(0), float(0), float(1), 2001),
      'too-large',
      '2001 gates',
    );
    expectRefusal(() => packets(...descriptionWords, 1_000_000, 0), 'truncated', '1000000 components');
    expectRefusal(() => packets(...descriptionWords, 1, 0, 4, 2000, 0), 'truncated', '2000 parameters');
    expectRefusal(
      () => packets(...descriptionWords, 1, 0, ...many, 1, float(0), float(0), float(1), 5, 'x', 5, 1),
      'truncated',
    );
    expectRefusal(() => packets(0xffffffff), 'truncated');
  });
});
