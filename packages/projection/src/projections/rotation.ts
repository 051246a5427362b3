import { wrapLongitude } from '@severe/geo';
import { radian, type Position } from '../angles.ts';
import type { Pole } from '../grid-definition.ts';

/** Rotated coordinates to geographic ones, and back. */
interface Rotation {
  toGeographic: (rotated: Position) => Position;
  toRotated: (position: Position) => Position;
}

/** The rotation that moves the southern pole: a tilt by 90° + its latitude, then a turn by its longitude. */
export function rotationOf({ lat, lon, angle }: Pole): Rotation {
  const angleOfTilt = (90 + lat) * radian;
  return {
    toGeographic(rotated) {
      const position = tilt({ lat: rotated.lat, lon: rotated.lon + angle }, angleOfTilt);
      return { lat: position.lat, lon: wrapLongitude(position.lon + lon) };
    },
    toRotated(position) {
      const rotated = tilt({ lat: position.lat, lon: position.lon - lon }, -angleOfTilt);
      return { lat: rotated.lat, lon: wrapLongitude(rotated.lon - angle) };
    },
  };
}

/** Rotates the sphere so that the point at latitude 0, longitude 0 moves north by `angle` radians. */
function tilt({ lat, lon }: Position, angle: number): Position {
  const [phi, lambda] = [lat * radian, lon * radian];
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const x = Math.cos(phi) * Math.cos(lambda);
  const y = Math.cos(phi) * Math.sin(lambda);
  const z = Math.sin(phi);
  const up = Math.max(-1, Math.min(1, x * sin + z * cos));
  return { lat: Math.asin(up) / radian, lon: Math.atan2(y, x * cos - z * sin) / radian };
}
