import { expect } from 'chai';
import { kindOf } from '../../src/level3/kinds.ts';

/** The value of a code by the levels that a product's thresholds make. */
const valueOf = (product: number, thresholds: number[], code: number): number =>
  kindOf(product).levels(Uint16Array.from({ length: 16 }, (_, i) => thresholds[i] ?? 0)).values[code];

/** A float of 32 bits as two halfwords. */
function float(value: number): number[] {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  return [view.getUint16(0), view.getUint16(2)];
}

describe('level3/levels', () => {
  it('legacy: numbers, signs, units and words', () => {
    const thresholds = [
      0x8001, 0x8003, 5, 0x0105, 0x0205, 0x1005, 0x1105, 0x2005, 0x4005, 0x0805, 0x8000, 0x8004, 0x0100,
    ];
    const values = thresholds.map((_, code) => valueOf(27, thresholds, code));
    //                     none  folded  5  -5  +5  tenths  negative  twentieths  hundredths  more than  blank  biological
    expect(values).to.deep.equal([NaN, NaN, 5, -5, 5, 0.5, -0.5, 0.25, 0.05, 5, NaN, 4, 0]);
    expect(Object.is(values[12], 0)).to.equal(true);
  });

  it('linear: lowest and step in tenths, from code 2', () => {
    expect([0, 1, 2, 3, 255].map((code) => valueOf(153, [-320, 5, 254], code))).to.deep.equal([
      NaN,
      NaN,
      -32,
      -31.5,
      94.5,
    ]);
    expect([2, 129, 255].map((code) => valueOf(99, [-635, 5, 254], code))).to.deep.equal([-63.5, 0, 63]);
    // It says 256 levels, with the two that are none
    expect(valueOf(32, [-320, 5, 256], 255)).to.equal(94.5);
  });

  it('linear: only as many as there are', () => {
    expect([11, 12].map((code) => valueOf(94, [0, 10, 10], code))).to.deep.equal([9, NaN]);
  });

  it('spectrum widths: codes of velocities from 129', () => {
    expect([128, 129, 130, 167, 168].map((code) => valueOf(155, [0, 5, 60], code))).to.deep.equal([
      NaN,
      0,
      0.5,
      19,
      NaN,
    ]);
  });

  it('storm totals in hundredths of an inch, and the hourly array in thousandths', () => {
    expect([1, 2, 3, 202].map((code) => valueOf(138, [0, 1, 254], code))).to.deep.equal([NaN, 0, 0.01, 2]);
    expect([0, 1, 9].map((code) => valueOf(81, [-60, 125, 254], code))).to.deep.equal([NaN, -6, -5]);
  });

  it('scaled: (code - offset) / scale between the flags', () => {
    // Correlation coefficient: code / 300 + 0.201667, 0 and 1 are flags
    const thresholds = [...float(300), ...float(-60.5), 0, 255, 2, 0];
    expect([0, 1, 2, 255].map((code) => valueOf(161, thresholds, code))).to.deep.equal([
      NaN,
      NaN,
      62.5 / 300,
      315.5 / 300,
    ]);
    const flagged = [...float(2), ...float(10), 0, 20, 1, 3];
    expect([0, 1, 17, 18, 20].map((code) => valueOf(172, flagged, code))).to.deep.equal([NaN, -4.5, 3.5, NaN, NaN]);
  });

  it('scaled: tables of more than 256 codes', () => {
    expect(valueOf(176, [...float(1000), ...float(0), 0, 65_535, 1, 0], 65_535)).to.equal(65.535);
  });

  it('liquid: linear, then logarithmic', () => {
    // From the thresholds of a real product: scale 90.68, offset 2; from 20 on scale 38.9, offset 83.9
    const thresholds = [22955, 17408, 20, 21724, 22846];
    const short = (sign: number, exponent: number, fraction: number): number =>
      sign * 2 ** (exponent - 16) * (1 + fraction / 1024);
    const scale = short(1, 22955 >> 10, 22955 & 1023);
    expect(valueOf(134, thresholds, 2)).to.equal(0);
    expect(valueOf(134, thresholds, 19)).to.be.closeTo(17 / scale, 1e-12);
    const logScale = short(1, 21724 >> 10, 21724 & 1023);
    const logOffset = short(1, 22846 >> 10, 22846 & 1023);
    expect(valueOf(134, thresholds, 254)).to.be.closeTo(Math.exp((254 - logOffset) / logScale), 1e-9);
    expect([0, 1, 255].map((code) => valueOf(134, thresholds, code))).to.deep.equal([NaN, NaN, NaN]);
  });

  it('liquid: floats of 16 bits without exponent, and with a sign', () => {
    // 2 * 512 / 1024 = 1, and its negative; all codes below 300 are linear
    expect([2, 254].map((code) => valueOf(134, [0x0200, 0x8200, 300, 1, 1], code))).to.deep.equal([3, 255]);
    expect(valueOf(134, [0x0100, 0, 300, 1, 1], 5)).to.equal(10);
  });

  it('tops: seven bits of thousands of feet', () => {
    const thresholds = [127, 1, 2, 128];
    expect([1, 2, 62, 62 + 128].map((code) => valueOf(135, thresholds, code))).to.deep.equal([NaN, 0, 60, 60]);
    expect(valueOf(135, [127, 2, 2, 128], 62)).to.equal(30);
  });

  it('classes: ten codes each, 150 is folded', () => {
    expect([0, 9, 10, 60, 140, 150].map((code) => valueOf(165, [], code))).to.deep.equal([NaN, NaN, 1, 6, 14, NaN]);
  });

  it('turbulence: thousandths', () => {
    expect([1, 2, 3, 10].map((code) => valueOf(156, [20, 5, 10, 2], code))).to.deep.equal([NaN, 0.045, 0.065, NaN]);
  });

  it('reads a code that is not known as one of sixteen levels', () => {
    expect(kindOf(9999)).to.include({ name: 'Product 9999', units: '' });
    expect(valueOf(9999, [0, 7], 1)).to.equal(7);
  });
});
