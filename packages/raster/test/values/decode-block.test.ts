import { deflateSync } from 'node:zlib';
import { DataError } from '@severe/base';
import { expect } from 'chai';
import { decodeBlock, decodeCell } from '../../src/values/decode-block.ts';
import type { ValueLayout } from '../../src/values/layout.ts';

const cells = 256 * 256;
const samples = { rowBytes: 512, bits: 16, blockBands: 1 };
const layout = { kind: 'uint16', differences: false, blockBytes: 2 * cells, side: 256, samples } as ValueLayout;
const read = (values: Uint16Array, of = layout) => decodeBlock(of, 7, deflateSync(new Uint8Array(values.buffer)));

describe('values/decode-block', () => {
  it('returns the cells of a block, or a single one if all are equal', () => {
    const values = Uint16Array.from({ length: cells }, (_, i) => i);
    expect(read(values)).to.deep.equal(values);
    expect([...read(new Uint16Array(cells).fill(9))]).to.deep.equal([9]);
    expect(read(new Uint16Array(cells).fill(9, 0, cells - 1))).to.have.length(cells); // the last one differs
    expect(read(new Uint16Array(cells).fill(9, 1))).to.have.length(cells); // the first one differs
  });

  it('returns one cell of a block as the whole block has it', () => {
    const differences = { ...layout, differences: true };
    const values = Uint16Array.from({ length: cells }, (_, i) => (i * 7919) % 65_521);
    const packed = deflateSync(new Uint8Array(values.buffer));
    for (const of of [layout, differences] as ValueLayout[]) {
      const whole = decodeBlock(of, 7, packed);
      for (const cell of [0, 1, 255, 256, 40_000, cells - 256, cells - 1]) {
        expect([...decodeCell(of, 7, packed, cell)], `${cell}`).to.deep.equal([whole[cell]]);
      }
    }
  });

  it('refuses a block that is too short, too long or damaged', () => {
    const refusal = (packed: Uint8Array) => expect(() => decodeBlock(layout, 7, packed));
    const packed = (bytes: number) => deflateSync(new Uint8Array(bytes));
    refusal(packed(2 * cells - 2)).to.throw(DataError, /block 7 .* has 131070 bytes when unpacked, needed are 131072/);
    refusal(packed(2 * cells + 2)).to.throw(DataError, /block 7 .* cannot be unpacked/);
    refusal(packed(2 * cells).subarray(0, -8)).to.throw(DataError, /cannot be unpacked/);
  });
});
