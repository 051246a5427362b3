import { deflateSync } from 'node:zlib';
import { DataError } from '@severe/base';
import { expect } from 'chai';
import { decodeBlock } from '../../src/values/decode-block.ts';
import type { ValueLayout } from '../../src/values/layout.ts';

const cells = 256 * 256;
const layout = { kind: 'uint16', differences: false, blockBytes: 2 * cells } as ValueLayout;
const read = (values: Uint16Array, of = layout) => decodeBlock(of, 7, deflateSync(new Uint8Array(values.buffer)));

describe('values/decode-block', () => {
  it('returns the cells of a block, or a single one if all are equal', () => {
    const values = Uint16Array.from({ length: cells }, (_, i) => i);
    expect(read(values)).to.deep.equal(values);
    expect([...read(new Uint16Array(cells).fill(9))]).to.deep.equal([9]);
    expect(read(new Uint16Array(cells).fill(9, 0, cells - 1))).to.have.length(cells); // the last one differs
    expect(read(new Uint16Array(cells).fill(9, 1))).to.have.length(cells); // the first one differs
  });

  it('refuses a block that is too short, too long or damaged', () => {
    const refusal = (packed: Uint8Array) => expect(() => decodeBlock(layout, 7, packed));
    const packed = (bytes: number) => deflateSync(new Uint8Array(bytes));
    refusal(packed(2 * cells - 2)).to.throw(DataError, /block 7 .* has 131070 bytes when unpacked, needed are 131072/);
    refusal(packed(2 * cells + 2)).to.throw(DataError, /block 7 .* cannot be unpacked/);
    refusal(packed(2 * cells).subarray(0, -8)).to.throw(DataError, /cannot be unpacked/);
  });
});
