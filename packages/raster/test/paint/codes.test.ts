import { expect } from 'chai';
import type { Look } from '@severe/raster';
import { paint } from '../../src/paint/codes.ts';
import { latLon } from '../support/fields.ts';

const look: Look = {
  nothing: [],
  missing: [],
  reduce: 'maximum',
  palette: [[10, '#0000ff'], [20, '#00ff00']], // prettier-ignore
  maxPrerenderedZoom: 8,
};

function fieldOf(packed: Uint16Array | Int32Array, absent: number[] = []) {
  const codes = absent.map((code) => ({ code, means: 'missing' as const }));
  return { width: packed.length, height: 1, packed, scale: 1, offset: 0, absent: codes, geometry: latLon };
}

describe('paint/codes', () => {
  it('gives codes in the order of values, and 0 to absent cells', () => {
    const { codes, bandOfCode } = paint(fieldOf(Uint16Array.of(99, 0, 10, 19, 20), [99]), look);
    expect([...codes]).to.deep.equal([0, 0, 1, 1, 2]);
    expect([...codes].map((code) => bandOfCode[code])).to.deep.equal([0, 0, 1, 1, 2]);
  });

  it('turns the order round for a minimum, so that the largest code is the least value and absent ones still lose', () => {
    const { codes, bandOfCode } = paint(fieldOf(Uint16Array.of(99, 0, 10, 20), [99]), { ...look, reduce: 'minimum' });
    expect([...codes]).to.deep.equal([0, 3, 2, 1]);
    expect([...codes].map((code) => bandOfCode[code])).to.deep.equal([0, 0, 1, 2]);
  });

  it('paints 32-bit values by the same rules, also negative ones and a range too wide for a table', () => {
    const narrow = paint(fieldOf(Int32Array.of(-5, 10, 25, 7), [7]), look);
    const wide = paint(fieldOf(Int32Array.of(-(2 ** 31), 10, 2 ** 31 - 1, 7), [7]), look);
    expect([...narrow.codes]).to.deep.equal([0, 1, 2, 0]);
    expect([...wide.codes]).to.deep.equal([0, 1, 2, 0]);
  });

  it('marks every stretch of cells in which something is drawn, and no other', () => {
    const packed = new Uint16Array(70_000);
    packed[64] = 15;
    packed[69_999] = 15;
    const { marks } = paint(fieldOf(packed), look);
    expect([...marks.keys()].filter((i) => marks[i])).to.deep.equal([1, Math.floor(69_999 / 64)]);
  });

  it('paints the few cells of a window as it paints them in the whole field', () => {
    const whole = fieldOf(
      Uint16Array.from({ length: 70_000 }, (_, i) => i % 41),
      [7],
    );
    const { codes, codeOf } = paint(whole, look);
    const window = paint(fieldOf(whole.packed.slice(1000, 1100), [7]), look);
    expect([...window.codes]).to.deep.equal([...codes.subarray(1000, 1100)]);
    expect([...window.marks]).to.not.include(0);
    for (const mean of [9.99, 10, 12.5, 19.99, 20.01]) expect(window.codeOf(mean)).to.equal(codeOf(mean));
  });
});
