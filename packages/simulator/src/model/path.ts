import { clamp, smoothstep } from './curves.ts';
import { along, minuteMs, radian, sum, travelled, type Motion, type Offset } from './plane.ts';
import type { CellPlan } from './plans.ts';

/** Duration of a cell's turn from early to late motion, centred on `turn`. */
const turnTakes = 24 * minuteMs;

/** Displacement of a cell since its birth: the integral of `motionAt`. */
export function pathOf({ birth, turn, motions: [early, late] }: CellPlan, time: number): Offset {
  const x = clamp((time - turn) / turnTakes + 0.5, 0, 1);
  const after = turnTakes * (x ** 3 - x ** 4 / 2) + Math.max(0, time - turn - turnTakes / 2);
  return sum(travelled(early, time - birth - after), travelled(late, after));
}

/** Motion of a cell at a time. */
export function motionAt({ turn, motions: [early, late] }: CellPlan, time: number): Motion {
  const share = smoothstep(turn - turnTakes / 2, turn + turnTakes / 2, time);
  const { east, north } = sum(
    along(early.towardDeg, early.speed * (1 - share)),
    along(late.towardDeg, late.speed * share),
  );
  return { towardDeg: (Math.atan2(east, north) / radian + 360) % 360, speed: Math.hypot(east, north) };
}
