import { expect } from 'chai';
import {
  divergingColours,
  hrrrProducts,
  radarProducts,
  rangeFoldedColour,
  satelliteProducts,
  sequentialColours,
  stopsOf,
  sweepProducts,
} from '../src/index.ts';

/**
 * What a colour looks like to those who see no red (protanopia) or no green (deuteranopia), in linear RGB.
 *
 * @see G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, A Physiologically-based Model for Simulation of Color Vision
 *   Deficiency, IEEE TVCG 15 (6), 2009, table of matrices, severity 1.0
 */
const sights: Record<string, number[][]> = {
  everyone: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], // prettier-ignore
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]], // prettier-ignore
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]], // prettier-ignore
};

type Lab = [lightness: number, a: number, b: number];

/** CIE L*a*b* of an sRGB colour (IEC 61966-2-1, D65) as one of these people sees it. */
function labOf(colour: string, sight: number[][]): Lab {
  const rgb = [1, 3, 5].map((i) => linear(Number.parseInt(colour.slice(i, i + 2), 16) / 255));
  const [r, g, b] = sight.map((row) => Math.min(1, Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2])));
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const f = (t: number) => (t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29);
const distance = (a: Lab, b: Lab) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** The least distance between colours that are `apart` steps or more from each other, to whoever sees them worst. */
function leastDistance(colours: string[], apart: number): number {
  let least = Infinity;
  for (const sight of Object.values(sights)) {
    const labs = colours.map((colour) => labOf(colour, sight));
    labs.forEach((lab, i) => labs.slice(i + apart).forEach((other) => (least = Math.min(least, distance(lab, other)))));
  }
  return least;
}

/** A difference of 2.3 is what people just notice (M. Mahy and others, 1994); twice that is seen on a map. */
const seen = 4.6;

const ir = satelliteProducts.find(({ id }) => id === 'ir')!;

describe('colours for those who see no red or no green', () => {
  for (const product of [...radarProducts, ...hrrrProducts].filter(({ valuesOnly }) => !valuesOnly)) {
    it(`distinguish the steps of ${product.family}/${product.id}`, () => {
      const stops = stopsOf(product, 'colour-blind');
      expect(stops?.map(([value]) => value)).to.deep.equal(product.palette.map(([value]) => value));
      const colours = (stops ?? []).map(([, colour]) => colour);
      expect(colours.every((colour) => /^#[0-9a-f]{6}$/.test(colour))).to.equal(true);
      expect(leastDistance(colours, 1)).to.be.at.least(seen);
      expect(leastDistance(colours, 3)).to.be.at.least(3 * seen);
    });
  }

  for (const { id, palette, colourBlind } of sweepProducts) {
    it(`distinguish the steps of nexrad/${id}`, () => {
      expect(colourBlind).to.have.length(palette.length);
      expect(leastDistance(colourBlind, 1)).to.be.at.least(seen);
      for (const colour of colourBlind)
        expect(leastDistance([colour, rangeFoldedColour], 1), colour).to.be.at.least(seen);
    });
  }

  it('distinguish cloud tops that differ by ten degrees; colder ones are lighter', () => {
    const stops = stopsOf(ir, 'colour-blind') ?? [];
    expect(stops.map(([value]) => value)).to.deep.equal(ir.palette.map(([value]) => value));
    const tops = [-90, -80, -70, -60, -50, -40, -30].map((top) => stops.findLast(([from]) => from <= top)![1]);
    expect(leastDistance(tops, 1)).to.be.at.least(seen);
    const lightness = stops.map(([, colour]) => labOf(colour, sights['everyone'])[0]);
    expect(lightness).to.deep.equal(lightness.toSorted((one, other) => other - one));
  });

  it('can replace standard colours, each of which has one value', () => {
    for (const { id, palette } of [...radarProducts, ...hrrrProducts, ir]) {
      const colours = palette.map(([, colour]) => colour);
      expect(new Set(colours).size, id).to.equal(colours.length);
    }
  });

  it('are needed: distant steps of the standard colours look alike', () => {
    const { palette } = radarProducts[0];
    const colours = palette.map(([, colour]) => colour);
    expect(leastDistance(colours, 3)).to.be.below(3 * seen);
  });

  it('become lighter with each step', () => {
    for (const count of [2, 7, 15]) {
      for (const sight of Object.values(sights)) {
        const lightness = sequentialColours(count).map((colour) => labOf(colour, sight)[0]);
        expect(lightness).to.deep.equal([...lightness].sort((a, b) => a - b));
      }
    }
  });

  it('go from the lightest to the darkest colour on each side of zero, whatever the spacing', () => {
    const colours = divergingColours([-64, -10, -1, 1, 50, 64]);
    expect([colours[0], colours[2]]).to.deep.equal(['#04214f', '#d6e6f4']);
    expect([colours[3], colours[5]]).to.deep.equal(['#fbe3bf', '#4a2100']);
    expect([colours[1], colours[4]]).to.deep.equal(['#3f86c4', '#d97b0b']); // the middle one of three
    expect(divergingColours([-5, 5])).to.deep.equal(['#d6e6f4', '#fbe3bf']);
  });

  it('distinguish approaching from receding at any speed', () => {
    const speeds = [-64, -50, -36, -26, -20, -10, -1, 1, 10, 20, 26, 36, 50, 64];
    const colours = divergingColours(speeds);
    for (const sight of Object.values(sights)) {
      const labs = colours.map((colour) => labOf(colour, sight));
      const [coming, going] = [labs.slice(0, 7), labs.slice(7)];
      for (const lab of coming) for (const other of going) expect(distance(lab, other)).to.be.at.least(3 * seen);
    }
    expect(leastDistance(colours, 1)).to.be.at.least(seen);
  });
});
