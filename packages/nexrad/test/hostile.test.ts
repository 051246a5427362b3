import { expect } from 'chai';
import { momentStatistics, packetStatistics, readProduct, readVolume } from '../src/index.ts';
import { encodeVolume } from '../src/write/index.ts';
import { answerOf } from './support/expect-refusal.ts';
import { digitalRadials, halfwords, wmoHeading, productBytes, raster, runRadials, sized } from './support/product.ts';
import { moment, smallVolume, sweep, volume } from './support/volume.ts';

/** Reads all there is to read; anything thrown that is not the package's own error fails the test. */
function readAll(bytes: Uint8Array): void {
  answerOf(() => {
    for (const { moments } of readVolume(bytes).sweeps) moments.forEach(momentStatistics);
  });
  answerOf(() => {
    const { packets, levels } = readProduct(bytes);
    for (const packet of packets) {
      if (packet.kind === 'radial' || packet.kind === 'raster') packetStatistics(packet, levels);
    }
  });
}

const tiny = volume(sweep(0.5, 4, [moment('REF', 4, 6, () => 80), moment('PHI', 4, 6, () => 900)]));
const runs: [number, number][][] = [
  [
    [3, 2],
    [4, 9],
  ],
];

const seedFiles: [name: string, bytes: Uint8Array][] = [
  ['a plain volume', encodeVolume(tiny, 'plain')],
  ['a packed volume', encodeVolume(smallVolume(), 'records')],
  [
    'a digital product',
    productBytes({ code: 94, thresholds: [-320, 5, 254], layers: [[digitalRadials([[1, 2, 3]])]] }),
  ],
  [
    'a packed product',
    productBytes({ code: 94, layers: [[digitalRadials([[1, 2, 3]])]], isPacked: true, heading: wmoHeading }),
  ],
  [
    'a product of many packets',
    productBytes({
      code: 58,
      layers: [
        [runRadials(runs, 7), raster(runs), sized(15, halfwords(4, 4, 0x4134)), sized(23, sized(2, halfwords(1, 1)))],
      ],
      graphic: [[sized(8, halfwords(3, 8, 12, 0x4142))]],
      tabular: [['one', 'two'], ['three']],
    }),
  ],
];

/** Numbers that come out the same each time. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const wildBytes = [0, 1, 0x7f, 0x80, 0xff];

describe('hostile bytes', () => {
  seedFiles.forEach(([name, seed], n) => {
    it(`are refused at worst: ${name}, changed here and there`, () => {
      const pick = randomFrom(n + 1);
      for (let round = 0; round < 400; round++) {
        const bytes = Uint8Array.from(seed);
        for (let change = 0; change <= pick(4); change++) {
          // mostly at the start, where the numbers are that sizes follow from
          const at = pick(pick(2) ? Math.min(bytes.length, 300) : bytes.length);
          bytes[at] = pick(2) ? wildBytes[pick(wildBytes.length)] : pick(256);
        }
        readAll(pick(4) === 0 ? bytes.subarray(0, pick(bytes.length)) : bytes);
      }
    });
  });

  it('do not affect a valid volume read after them', () => {
    const good = encodeVolume(smallVolume(), 'records');
    const before = readVolume(good);
    const bad = Uint8Array.from(good).fill(0x55, 200, 400);
    readAll(bad);
    expect(readVolume(good)).to.deep.equal(before);
  });
});
