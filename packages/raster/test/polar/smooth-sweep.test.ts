import { tileAt } from '@severe/geo/testing/tile-at';
import type { Tile } from '@severe/geo';
import type { Sweep, Moment } from '@severe/nexrad';
import { expect } from 'chai';
import { beamTables } from '../../src/polar/beam-tables.ts';
import { sweepRanks } from '../../src/polar/draw-sweep.ts';
import { paintSweep, type SweepLook } from '../../src/polar/paint-sweep.ts';
import { smoothSweepRanks } from '../../src/polar/smooth-sweep.ts';
import { pixelsFrom, smoothCodes } from '../support/smooth-reference.ts';
import { codeOf, site, sweepOf } from '../support/sweeps.ts';

const reflectivity: SweepLook = {
  factor: 1,
  threshold: 5,
  reduce: 'maximum',
  palette: Array.from({ length: 14 }, (_, i) => [5 + 5 * i, `#0000${(16 + i).toString(16)}`]),
  rangeFolded: '#77007d',
};
const velocity: SweepLook = {
  factor: 1,
  reduce: 'largest-magnitude',
  palette: Array.from({ length: 17 }, (_, i) => [-40 + 5 * i, `#0000${(16 + i).toString(16)}`]),
  rangeFolded: '#77007d',
};

/** A storm with waves in it, a sector below the threshold, another range folded, and single gates without a value. */
const storm = sweepOf((azimuthDeg, slantM) => {
  if (azimuthDeg > 200 && azimuthDeg < 215) return 0;
  if (azimuthDeg > 100 && azimuthDeg < 112) return 1;
  if (Math.floor(slantM / 250) % 97 === 0) return 0;
  return Math.round(codeOf('REF', 30 + 14 * Math.sin(azimuthDeg / 3) + 12 * Math.cos(slantM / 2100)));
});
/** Wind that turns with the azimuth and is folded beyond 26.5 m/s, the Nyquist velocity of the sweep. */
const folded = sweepOf(
  (azimuthDeg, slantM) => {
    const wind = 34 * Math.cos((azimuthDeg * Math.PI) / 180) + 4 * Math.sin(slantM / 3000);
    const shown = ((((wind + 26.5) % 53) + 53) % 53) - 26.5;
    return Math.round(codeOf('VEL', shown));
  },
  { name: 'VEL', gates: 1192 },
);

const drawnOf = (sweep: Sweep & { moment: Moment }, look: SweepLook) => {
  const painted = paintSweep(sweep.moment, look);
  return { site, sweep, moment: sweep.moment, look, painted, beams: beamTables(site, sweep, sweep.moment) };
};

/** Tiles around the radar, whose pixels are longer than a gate at z8 and shorter at z10. */
const tilesAt = (z: number): Tile[] =>
  [
    [0.3, 0.25],
    [-1.1, 0.6],
    [0.9, -1.7],
  ].map(([east, north]) => tileAt(site.lon + east, site.lat + north, z));

describe('polar/smooth-sweep', function () {
  this.timeout(30_000);

  for (const [name, sweep, look] of [
    ['reflectivity', storm, reflectivity],
    ['velocity', folded, velocity],
  ] as const) {
    it(`shows ${name} between radials and gates as the plain reference does`, () => {
      const drawn = drawnOf(sweep, look);
      const { painted, moment } = drawn;
      const ranksOf = smoothSweepRanks(drawn);
      const isVelocity = look.reduce === 'largest-magnitude';
      const reference = smoothCodes(sweep, moment, isVelocity, isVelocity ? 26.5 * moment.scale : Infinity);
      let [certain, doubtful, mixed] = [0, 0, 0];
      for (const tile of [8, 10].flatMap(tilesAt)) {
        const ranks = ranksOf(tile);
        const placeOf = pixelsFrom(site, tile);
        for (let pixel = 0; pixel < ranks.length; pixel += 149) {
          const { distanceM, azimuthDeg, pixelM } = placeOf(pixel);
          const turnDeg = (0.3 / distanceM) * (180 / Math.PI);
          const choices = [-0.3, 0.3].flatMap((m) =>
            [-turnDeg, turnDeg].flatMap((turn) =>
              [0.997, 1.003].map((part) => reference(distanceM + m, (azimuthDeg + turn + 360) % 360, pixelM * part)),
            ),
          );
          if (choices.some(Number.isNaN)) continue; // as without smoothing
          const allowed = new Set(choices.map((code) => painted.rankOf(code)));
          const within = choices.map((code) => (code > 1 ? painted.rankOf(code) : Infinity)).filter(Number.isFinite);
          const isBetween = ranks[pixel] >= Math.min(...within) && ranks[pixel] <= Math.max(...within);
          const what = `pixel ${pixel} of ${tile.z}/${tile.x}/${tile.y}: ${choices.join()}`;
          if (!isBetween) expect([...allowed], what).to.include(ranks[pixel]);
          if (allowed.size === 1) certain++;
          else doubtful++;
          if (choices.some((code) => code > 1 && !Number.isInteger(code))) mixed++;
        }
      }
      expect(mixed).to.be.above(1200);
      expect(certain / (certain + doubtful)).to.be.above(0.9);
    });
  }

  it('shows near the radar, where pixels are wider than radials, what is shown without smoothing', () => {
    const drawn = drawnOf(storm, reflectivity);
    const tile = tileAt(site.lon, site.lat, 8);
    const [smooth, plain] = [smoothSweepRanks(drawn)(tile), sweepRanks(site, drawn.painted, drawn.beams)(tile)!];
    const placeOf = pixelsFrom(site, tile);
    let near = 0;
    for (let pixel = 0; pixel < smooth.length; pixel++) {
      const { distanceM, pixelM } = placeOf(pixel);
      if (pixelM < distanceM * ((0.5 * Math.PI) / 180) * 1.01) continue;
      near++;
      expect(smooth[pixel]).to.equal(plain[pixel]);
    }
    expect(near).to.be.above(5000);
    expect(smooth).to.not.deep.equal(plain);
  });

  it('never mixes a folded velocity with its neighbour: both sides keep their sign', () => {
    const sides = sweepOf((azimuthDeg) => codeOf('VEL', azimuthDeg < 90 ? 25 : -25), { name: 'VEL', gates: 1192 });
    const drawn = drawnOf(sides, velocity);
    const shown = new Set(smoothSweepRanks(drawn)(tileAt(site.lon + 0.8, site.lat, 9)));
    shown.delete(0);
    const sidesOnly = [-25, 25].map((value) => drawn.painted.rankOf(codeOf('VEL', value)));
    expect([...shown]).to.have.members(sidesOnly);
    const couplet = { ...sides, nyquistMps: 60 };
    expect(new Set(smoothSweepRanks(drawnOf(couplet, velocity))(tileAt(site.lon + 0.8, site.lat, 9))).size).to.be.above(
      5,
    );
  });

  it('takes nothing across a gap in the scan', () => {
    const sweep = sweepOf((azimuthDeg) => codeOf('REF', azimuthDeg < 90 ? 20 : 60));
    const kept = [...sweep.radials.azimuthsDeg.keys()].filter((i) => i < 170 || i >= 190); // 85 to 95 degrees
    const { gates } = sweep.moment;
    const packed = new Uint8Array(kept.length * gates);
    kept.forEach((from, to) => packed.set(sweep.moment.packed.subarray(from * gates, (from + 1) * gates), to * gates));
    const azimuthsDeg = Float32Array.from(kept, (i) => sweep.radials.azimuthsDeg[i]);
    const cut = {
      ...sweep,
      radials: { ...sweep.radials, count: kept.length, azimuthsDeg },
      moment: { ...sweep.moment, packed },
    };
    const drawn = drawnOf(cut, reflectivity);
    const shown = new Set(smoothSweepRanks(drawn)(tileAt(site.lon + 0.9, site.lat, 8)));
    const [weak, strong] = [20, 60].map((value) => drawn.painted.rankOf(codeOf('REF', value)));
    expect([...shown].sort((a, b) => a - b)).to.deep.equal([0, weak, strong]);
  });
});
