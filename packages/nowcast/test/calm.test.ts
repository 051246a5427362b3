import { expect } from 'chai';
import { advected, originsAfter, type Codes } from '../src/index.ts';
import { seeded } from '@severe/testing/seeded';

const [width, height] = [150, 110];
const missing = 65535;
const coarsening = 2;

/** Patches of echo on a calm ground, with a part that was not observed. */
function patches(random: () => number): Codes<Uint16Array> {
  const packed = new Uint16Array(width * height).fill(3);
  const fill = (make: () => number): void => {
    const [left, top] = [Math.floor(random() * width), Math.floor(random() * height)];
    for (let row = top; row < Math.min(top + 9, height); row++)
      for (let column = left; column < Math.min(left + 12, width); column++) packed[row * width + column] = make();
  };
  for (let i = 0; i < 5; i++) fill(() => Math.floor(random() * 900));
  for (let i = 0; i < 2; i++) fill(() => missing);
  return { width, height, packed, absent: [missing] };
}

/** The same, cell by cell as the definition says. */
function movedPlainly(
  { packed, absent }: Codes<Uint16Array>,
  origins: ReturnType<typeof originsAfter>[number],
): Uint16Array {
  const at = ({ width: across, height: down, values }: typeof origins.x, column: number, row: number): number => {
    const node = coarsening * origins.factor;
    const [x, y] = [(column + 0.5) / node - 0.5, (row + 0.5) / node - 0.5].map((place, i) =>
      Math.min(Math.max(place, 0), (i === 0 ? across : down) - 1),
    );
    const [left, top] = [Math.min(Math.floor(x), across - 2), Math.min(Math.floor(y), down - 2)];
    const along = (line: number): number => {
      const [west, east] = [values[line * across + left], values[line * across + left + 1]];
      return west + (x - left) * (east - west);
    };
    return coarsening * (along(top) + (y - top) * (along(top + 1) - along(top)));
  };
  return packed.map((_, i) => {
    const [column, row] = [i % width, Math.floor(i / width)];
    const [x, y] = [column + at(origins.x, column, row), row + at(origins.y, column, row)];
    if (x < -0.5 || y < -0.5 || x >= width - 0.5 || y >= height - 0.5) return missing;
    const nearest = packed[Math.round(y) * width + Math.round(x)];
    const [left, top] = [Math.floor(x), Math.floor(y)];
    if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return nearest;
    const [a, b, c, d] = [0, 1, width, width + 1].map((more) => packed[top * width + left + more]);
    if ([a, b, c, d].some((code) => absent.includes(code))) return nearest;
    const [above, under] = [a + (x - left) * (b - a), c + (x - left) * (d - c)];
    return Math.round(above + (y - top) * (under - above));
  });
}

describe('calm blocks of an extrapolation', () => {
  it('have the codes that the definition gives, cell by cell', () => {
    const random = seeded(7);
    for (let round = 0; round < 12; round++) {
      const codes = patches(random);
      const size = { width: 19, height: 14 };
      const plane = (most: number) => ({
        ...size,
        values: Float32Array.from({ length: size.width * size.height }, () => (random() - 0.3) * most),
      });
      const motion = { u: plane(1.5), v: plane(0.7), factor: 4 };
      const origins = originsAfter(motion, [5, 20]);
      let i = 0;
      for (const made of advected(codes, origins, { coarsening, outside: missing })) {
        const plain = movedPlainly(codes, origins[i++]);
        const differ = made.reduce((count, code, i) => count + (Math.abs(code - plain[i]) > 1 ? 1 : 0), 0);
        expect(differ, `round ${round}`).to.equal(0); // one of rounding is none
      }
    }
  });

  it('have the code of each lead time, also where those before had another', () => {
    const packed = Uint16Array.from({ length: width * height }, (_, i) => (i % width < 75 ? 3 : 7));
    const plane = (value: number) => ({ width: 19, height: 14, values: new Float32Array(19 * 14).fill(value) });
    const origins = originsAfter({ u: plane(1), v: plane(0), factor: 4 }, [5, 25]); // 2 cells a minute eastwards
    const codes = { width, height, packed, absent: [missing] };
    const rows: number[][] = [];
    for (const made of advected(codes, origins, { coarsening, outside: missing }))
      rows.push([4, 30, 100, 140].map((column) => made[50 * width + column]));
    expect(rows).to.deep.equal([
      [missing, 3, 7, 7],
      [missing, missing, 3, 7],
    ]);
  });
});
