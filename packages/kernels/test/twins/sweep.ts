import { noneNear, turnParts, type SweepGates, type SweepView } from '../../src/index.ts';

const f = Math.fround;
const partsARadian = f(5729.578);

/** The rank of a pixel, in the floats of 32 bits of the kernel. */
export function rankOf(sweep: SweepGates, view: SweepView, x: number, y: number): number {
  const { ranks, radials, gates, azimuths, ranges } = sweep;
  const place = placeOf(sweep, view, x, y);
  if (!place) return 0;
  const { step, inner, outer, part, left, right } = place;
  const gatesUnder = under(ranges.before[inner], ranges.before[outer] - 1, ranges.nearest[step]);
  const before = (at: number) => azimuths.before[(at + turnParts) % turnParts] + Math.floor(at / turnParts) * radials;
  const radialsUnder = under(before(left), before(right) - 1, azimuths.nearest[part]);
  let highest = 0;
  for (const radial of radialsUnder) {
    for (const gate of gatesUnder) highest = Math.max(highest, ranks[((radial + radials) % radials) * gates + gate]);
  }
  return highest;
}

/** The whole numbers from one to the other, or the nearest where there is none. */
function under(first: number, last: number, nearest: number): number[] {
  if (last >= first) return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return nearest === noneNear ? [] : [nearest];
}

function placeOf(sweep: SweepGates, view: SweepView, x: number, y: number) {
  const { ranges, reachM, gateM, apart } = sweep;
  const perM = f(1 / sweep.stepM);
  const end = ranges.before.length - 1;
  const [sin, versine, half] = [view.sin[x], view.versine[x], view.half[y]];
  const east = f(view.across[y] * sin);
  const north = f(view.up[y] + f(view.down[y] * versine));
  const squared = f(f(east * east) + f(north * north));
  const furthest = f(f(reachM) + f(half * f(Math.SQRT2)));
  if (y < view.rowFrom || y >= view.rowTo || squared > f(furthest * furthest) || versine > 1) return undefined;
  const distance = f(Math.sqrt(squared));
  const [eastward, northward] = [Math.abs(east), Math.abs(north)];
  const perDistance = f(1 / Math.max(distance, f(0.001)));
  const corner = Math.max(f(f(eastward + northward) * perDistance), 1);
  const reach = f(half * f(corner + Math.abs(sin)));
  const width = f(reach + reach);
  const within = f(distance - reach);
  const slope = f(Math.min(eastward, northward) / Math.max(eastward, northward, f(0.001)));
  let part = f(arcOf(slope) * partsARadian);
  if (eastward > northward) part = f(turnParts / 4 - part);
  if (north < 0) part = f(turnParts / 2 - part);
  if (east < 0) part = f(turnParts - part);
  const place = {
    step: nearest(Math.min(f(distance * perM), end)),
    part: nearest(part),
    inner: 0,
    outer: 0,
    left: 0,
    right: 0,
  };

  if (width >= f(gateM)) {
    const bulge = distance > reach ? f(f(reach * reach) * f(perDistance * 0.5)) : 0;
    place.inner = nearest(Math.min(Math.max(f(f(within * perM) - 0.5), 0), end));
    place.outer = nearest(Math.min(f(f(f(f(distance + reach) + bulge) * perM) + 0.5), end));
  }
  if (width >= f(within * 3)) place.right = turnParts;
  else if (f(width * partsARadian) >= f(within * f(apart))) {
    const spread = f(f(reach / within) * partsARadian);
    place.left = nearest(f(part - spread));
    place.right = nearest(f(part + spread));
  }
  return place;
}

function arcOf(tangent: number): number {
  const t = f(tangent * tangent);
  let sum = f(f(-0.085133) + f(t * f(0.0208351)));
  for (const factor of [0.180141, -0.3302995, 0.999866]) sum = f(f(factor) + f(t * sum));
  return f(tangent * sum);
}

/** The nearest whole number, the even one of two. */
function nearest(value: number): number {
  return f(value + 12_582_912) - 12_582_912;
}
