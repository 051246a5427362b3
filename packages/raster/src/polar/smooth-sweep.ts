/**
 * Smoothed tiles of a sweep: values between the centres of gates are interpolated, then coloured.
 *
 * Along and across the beam a pixel is either smaller or larger than a gate. Where it is narrower than the spacing of radials, its
 * value is interpolated between the two radials beside it; on each of them, between two gates if it is shorter than a gate, else
 * it is the strongest (of velocities the fastest) of the gates in it. Where it is wider, near the radar, it shows what it shows
 * without smoothing.
 *
 * A pixel shows a value where the nearest radial has one: gates without a value, gaps in the scan and the end of the range have
 * no weight. Nor have velocities that differ from the nearest one by more than the Nyquist velocity, since one of both is folded.
 */
import { tileSize, type Tile } from '@severe/geo';
import { rangeFolded, type Moment, type SitePosition, type Sweep } from '@severe/nexrad';
import { tileEncoder } from '../png/indexed.ts';
import type { BeamTables } from './beam-tables.ts';
import { sweepRanks, sweepView } from './draw-sweep.ts';
import { sphereAt } from './local-plane.ts';
import type { PaintedSweep, SweepLook } from './paint-sweep.ts';
import { radialsAround, type RadialPair } from './radials-around.ts';

/** A sweep that is drawn: its moment, as measured and as painted, and the positions of its gates. */
export interface DrawnSweep {
  site: SitePosition;
  sweep: Sweep;
  moment: Moment;
  look: Pick<SweepLook, 'reduce'>;
  painted: PaintedSweep;
  beams: BeamTables;
}

/** Draws smoothed tiles of a sweep: as PNG, undefined if nothing is visible. */
export function smoothSweepDrawer(drawn: DrawnSweep): (tile: Tile) => Uint8Array | undefined {
  const encode = tileEncoder(drawn.painted.colours);
  const ranksOf = smoothSweepRanks(drawn);
  return (tile) => encode(ranksOf(tile));
}

/** Ranks the pixels of smoothed tiles of a sweep. */
export function smoothSweepRanks(drawn: DrawnSweep): (tile: Tile) => Uint8Array {
  const { site, sweep, moment, painted, beams } = drawn;
  const plainRanksOf = sweepRanks(site, painted, beams);
  const sphere = sphereAt(site);
  const around = radialsAround(sweep);
  const rankAt = rankBetween(drawn);
  const stepRadians = (sweep.azimuthStepDeg * Math.PI) / 180;
  const pair: RadialPair = { nearest: 0, other: 0, weight: 0 };
  return (tile) => {
    const ranks = new Uint8Array(tileSize * tileSize);
    ranks.set(plainRanksOf(tile) ?? []);
    const { sin, versine, across, up, down, rowFrom, rowTo } = sweepView(tile, site, sphere);
    const pixelAngle = (sphere.perDegree * 360) / (tileSize * 2 ** tile.z);
    for (let y = rowFrom; y < rowTo; y++) {
      const pixelM = across[y] * pixelAngle;
      const gatesPerPixel = pixelM / moment.gateM;
      for (let x = 0, at = y * tileSize; x < tileSize; x++, at++) {
        if (versine[x] > 1) continue;
        const east = across[y] * sin[x];
        const north = up[y] + down[y] * versine[x];
        const metres = Math.sqrt(east * east + north * north);
        if (metres > beams.reachM || pixelM > metres * stepRadians) continue;
        around(Math.atan2(east, north), pair);
        ranks[at] = rankAt(pair, gateNumber(beams, metres / beams.reachM), gatesPerPixel);
      }
    }
    return ranks;
  };
}

/** The number of the gate at a part of the range; the centre of a gate is at its whole number. */
function gateNumber({ ranges }: BeamTables, part: number): number {
  let sum = 0;
  for (let power = ranges.length - 1; power >= 0; power--) sum = sum * part + ranges[power];
  return sum;
}

/** Prepares the rank of a place between radials and gates. */
function rankBetween({ sweep, moment, look, painted }: DrawnSweep) {
  const { packed, gates, offset, scale } = moment;
  const isVelocity = look.reduce === 'largest-magnitude';
  const folding = isVelocity && sweep.nyquistMps ? sweep.nyquistMps * scale : Infinity;

  /** The strongest measured code of a range of gates; else that of gates without a value. */
  const strongest = (radial: number, first: number, last: number): number => {
    let kept = 0;
    for (let gate = first; gate <= last; gate++) {
      const code = packed[radial * gates + gate];
      const isStronger =
        isVelocity && code > rangeFolded && kept > rangeFolded
          ? Math.abs(code - offset) > Math.abs(kept - offset)
          : code > kept;
      if (isStronger) kept = code;
    }
    return kept;
  };

  return ({ nearest, other, weight }: RadialPair, number: number, gatesPerPixel: number): number => {
    if (nearest < 0) return 0;
    if (gatesPerPixel > 1) {
      const first = Math.max(0, Math.ceil(number - gatesPerPixel / 2));
      const last = Math.min(gates - 1, Math.floor(number + gatesPerPixel / 2));
      const own = strongest(nearest, first, last);
      if (own <= rangeFolded) return painted.rankOf(own);
      const beside = other < 0 ? 0 : strongest(other, first, last);
      const isMixed = beside > rangeFolded && Math.abs(beside - own) <= folding;
      return painted.rankOf(isMixed ? own + (beside - own) * weight : own);
    }
    const nearestGate = Math.floor(number + 0.5);
    if (nearestGate < 0 || nearestGate >= gates) return 0;
    const own = packed[nearest * gates + nearestGate];
    if (own <= rangeFolded) return painted.rankOf(own);
    const from = Math.floor(number);
    let [sum, weights] = [0, 0];
    for (let gate = Math.max(0, from); gate <= Math.min(gates - 1, from + 1); gate++) {
      const along = 1 - Math.abs(number - gate);
      const code = packed[nearest * gates + gate];
      if (code > rangeFolded && Math.abs(code - own) <= folding) {
        sum += along * (1 - weight) * code;
        weights += along * (1 - weight);
      }
      const beside = other < 0 ? 0 : packed[other * gates + gate];
      if (beside > rangeFolded && Math.abs(beside - own) <= folding) {
        sum += along * weight * beside;
        weights += along * weight;
      }
    }
    return painted.rankOf(sum / weights);
  };
}
