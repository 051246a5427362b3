import { expect } from 'chai';
import { advected, faded, originsAfter, type Codes, type Motion, type Origins, type Packed } from '../src/index.ts';

const [width, height] = [60, 40];
const missing = 65535;

/** A motion on a grid of cells of `factor` × `factor`. */
function motionOf(factor: number, velocity: (x: number, y: number) => [u: number, v: number]): Motion {
  const size = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
  const planes = [0, 1].map((part) => {
    const values = Float32Array.from({ length: size.width * size.height }, (_, i) => {
      const [column, row] = [i % size.width, Math.floor(i / size.width)];
      return velocity((column + 0.5) * factor - 0.5, (row + 0.5) * factor - 0.5)[part];
    });
    return { ...size, values };
  });
  return { u: planes[0], v: planes[1], factor };
}

/** A hill of codes with its top at a cell. */
function hill(x: number, y: number): Codes<Uint16Array> {
  const packed = Uint16Array.from({ length: width * height }, (_, i) => {
    const distance = ((i % width) - x) ** 2 + (Math.floor(i / width) - y) ** 2;
    return Math.round(1000 * Math.exp(-distance / 18));
  });
  return { width, height, packed, absent: [missing] };
}

const topOf = (packed: ArrayLike<number>): [x: number, y: number] => {
  const codes = Array.from(packed, (code) => (code === missing ? -1 : code));
  const top = codes.indexOf(Math.max(...codes));
  return [top % width, Math.floor(top / width)];
};

/** The codes of each of the origins. */
const movedTo = <T extends Packed>(codes: Codes<T>, origins: readonly Origins[], coarsening = 1): T[] =>
  Array.from(advected(codes, origins, { coarsening, outside: missing }), (moved) => moved.slice() as T);

describe('extrapolation', () => {
  it('moves echoes along the motion, whatever the cells of its grid', () => {
    for (const [coarsening, factor] of [
      [1, 1],
      [1, 4],
      [2, 3],
    ]) {
      // prettier-ignore
      const motion = motionOf(factor, () => [0.5 / coarsening, -0.25 / coarsening]);
      const tops = movedTo(hill(20, 25), originsAfter(motion, [8, 40]), coarsening).map(topOf);
      expect(tops, `${coarsening} ${factor}`).to.deep.equal([[24, 23], [40, 15]]); // prettier-ignore
    }
  });

  it('follows a turning motion', () => {
    const turn = (2 * Math.PI) / 60; // radians a minute: a full turn in an hour
    const motion = motionOf(2, (x, y) => [-(y - 20) * turn, (x - 30) * turn]);
    const [quarter, whole] = movedTo(hill(40, 20), originsAfter(motion, [15, 60])).map(topOf);
    expect(Math.hypot(quarter[0] - 30, quarter[1] - 30)).to.be.below(1.5);
    expect(Math.hypot(whole[0] - 40, whole[1] - 20)).to.be.below(1.5);
  });

  it('knows nothing of what comes from beyond the grid', () => {
    const [moved] = movedTo(hill(20, 20), originsAfter(motionOf(4, () => [1, 0]), [10])); // prettier-ignore
    const row = moved.subarray(20 * width, 21 * width);
    expect(row.indexOf(missing)).to.equal(0);
    expect(row.lastIndexOf(missing)).to.equal(9);
  });

  it('does not mix values with codes without one, and keeps those', () => {
    const codes = hill(30, 20);
    for (let row = 0; row < height; row++) codes.packed.fill(missing, row * width + 33, (row + 1) * width);
    const origins = originsAfter(motionOf(4, () => [0.3, 0]), [10]); // prettier-ignore
    const [moved] = movedTo({ ...codes, packed: faded(codes, 1) }, origins);
    const between = [...moved].filter((code) => code > 1000 && code < missing);
    expect(between).to.deep.equal([]);
    const isMissing = [...moved.subarray(20 * width, 21 * width)].map((code) => code === missing);
    expect(isMissing.indexOf(true, 10)).to.equal(36);
  });

  it('fades what is smaller than can be predicted, and keeps the sum', () => {
    const codes = hill(30, 20);
    codes.packed.fill(0);
    codes.packed[20 * width + 30] = 1000;
    const smooth = faded(codes, 1);
    expect(smooth[20 * width + 30]).to.be.within(200, 300);
    expect(smooth.reduce((sum, code) => sum + code)).to.be.within(980, 1020);
    const wide = faded(codes, 0.1); // cells of 100 m: the samples are 13 cells away
    expect(wide[20 * width + 30]).to.equal(250);
    expect(wide[20 * width + 43]).to.equal(125);
  });
});
