import { expect } from 'chai';
import { bandOf, compilePalette } from '../../src/paint/palette.ts';

/** Packed tenths, as radar mosaics are: value = packed / 10 − 999. */
const tenths = { scale: 0.1, offset: -999 };
const packed = (value: number) => Math.round((value + 999) * 10);

describe('paint/palette', () => {
  const palette = compilePalette({ palette: [[5, '#0000ff'], [20, '#00ff00'], [35, '#ff000080']] }, tenths); // prettier-ignore
  const bandAt = (value: number) => bandOf(palette, packed(value));

  it('makes stop i cover [value_i, value_i+1), and values below the first transparent', () => {
    expect([-999, 4.9, 5, 19.9, 20, 34.9, 35, 300].map(bandAt)).to.deep.equal([0, 0, 1, 1, 2, 2, 3, 3]);
  });

  it('reads colours with and without alpha', () => {
    expect(palette.colours).to.deep.equal([
      [0, 0, 255, 255],
      [0, 255, 0, 255],
      [255, 0, 0, 128],
    ]);
  });

  it('puts every packed value that is a stop into the band of that stop, whatever the rounding of the scale', () => {
    for (let value = -300; value <= 300; value++) {
      const { from } = compilePalette({ palette: [[value / 10, '#000000']] }, tenths);
      expect(bandOf({ from, colours: [] }, packed(value / 10)), `stop ${value / 10}`).to.equal(1);
      expect(bandOf({ from, colours: [] }, packed(value / 10) - 1), `below ${value / 10}`).to.equal(0);
    }
  });

  it('begins at the threshold where that is higher than the first stop', () => {
    const stops: [number, string][] = [[5, '#0000ff'], [20, '#00ff00'], [35, '#ff0000']]; // prettier-ignore
    const { from, colours } = compilePalette({ palette: stops, threshold: 22 }, tenths);
    expect(colours).to.have.length(2);
    expect([21.9, 22, 34.9, 35].map((value) => bandOf({ from, colours }, packed(value)))).to.deep.equal([0, 1, 1, 2]);
  });

  it('accepts a field of one value, whose scale may be 0', () => {
    const { from } = compilePalette({ palette: [[5, '#0000ff'], [20, '#00ff00']] }, { scale: 0, offset: 5 }); // prettier-ignore
    expect(bandOf({ from, colours: [] }, 0)).to.equal(1);
  });

  it('refuses stops out of order, more than fit a byte, and what is no colour', () => {
    const compile = (stops: [number, string][]) => () => compilePalette({ palette: stops }, tenths);
    expect(compile([[5, '#000000'], [5, '#ffffff']])).to.throw(RangeError, 'stop 5 follows 5'); // prettier-ignore
    expect(compile(Array.from({ length: 255 }, (_, i) => [i, '#000000']))).to.throw(RangeError, '255 stops');
    expect(compile([[5, 'red']])).to.throw(RangeError, '"red"');
  });
});
