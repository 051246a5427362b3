import type { Track } from './tracker-state.ts';

/** Motion of a storm cell with its standard errors. */
export interface CellMotion {
  /** Direction of movement, degrees clockwise from north, 0 to 360. */
  towardDeg: number;
  speedMps: number;
  /** Standard error of the direction, degrees; 180 if nothing is known of it. */
  spreadDeg: number;
  /** Standard error of the speed, m/s. */
  spreadMps: number;
}

/** A motion with a greater standard error is not reported, m/s. */
const greatestSpreadMps = 7;

/** The motion of a track; undefined until it is known well enough: small cells after three frames, large ones later. */
export function motionOf({ motion: { east, north, velocityVar } }: Track): CellMotion | undefined {
  const spreadMps = Math.sqrt(velocityVar);
  if (spreadMps > greatestSpreadMps) return undefined;
  const speedMps = Math.hypot(east, north);
  const degrees = 180 / Math.PI;
  return {
    towardDeg: (Math.atan2(east, north) * degrees + 360) % 360,
    speedMps,
    spreadDeg: speedMps > spreadMps ? Math.asin(spreadMps / speedMps) * degrees : 180,
    spreadMps,
  };
}
