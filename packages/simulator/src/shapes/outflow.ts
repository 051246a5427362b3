import { smoothstep } from '../model/curves.ts';
import { minuteMs } from '../model/plane.ts';

/** Spacing of the times whose rain is looked at. A storm moves less than its own size in it. */
const stepMs = 15 * minuteMs;
/** Time after which the sun and the wind have warmed the air again, minutes; it begins to warm after the first of them. */
const [warmsAfter, isWarmAfter] = [45, 210];

/**
 * The times whose rain has cooled the air at `at`, newest first, with the share of the cooling that is left: a cold pool
 * outlives its rain by hours. All but the first are multiples of a quarter of an hour, so that neighbours share them.
 */
export function coolingTimes(at: number): { time: number; share: number }[] {
  const newest = Math.floor((at - 1) / stepMs) * stepMs;
  const count = Math.ceil((isWarmAfter * minuteMs) / stepMs);
  const past = Array.from({ length: count }, (_, i) => newest - i * stepMs);
  return [at, ...past]
    .map((time) => ({ time, share: smoothstep(isWarmAfter, warmsAfter, (at - time) / minuteMs) }))
    .filter(({ share }) => share > 0);
}

/** How much rain with this echo at the lowest level cools the air: from 0 to 1. */
export function coolingBy(dbz: number): number {
  return smoothstep(12, 44, dbz);
}
