import type { RainShield } from '../model/cell.ts';
import { noise, texture } from '../model/noise.ts';
import { hourMs } from '../model/plane.ts';
import { noEcho, type Column, type Shape } from './shape.ts';

/** The echo of rain lifted over the warm front: patches and bands of 15–35 dBZ, without towers. */
export function rainShieldShape(shield: RainShield, time: number): Shape {
  const { textureSeed, eastKm, northKm, intensity } = shield;
  const z = time / hourMs;

  function column(east: number, north: number, out: Column): void {
    const rho = (east / eastKm) ** 2 + (north / northKm) ** 2;
    out.base = out.aloft = noEcho;
    out.top = 0;
    if (rho > 1) return;
    // Bands lie along the front, so the texture is stretched from west to east.
    const bands = noise(east / 95 + textureSeed, north / 38, z);
    const patches = texture(east / 30, north / 17 + textureSeed, 2 * z);
    const rain = intensity * (30 - 34 * rho) + 15 * bands + 11 * patches - 9 - 14 * (1 - intensity);
    out.base = rain - 1.5;
    out.aloft = rain;
    if (rain >= 18) out.top = 4.5 + 0.14 * (rain - 18);
  }

  return {
    center: shield.position,
    reach: { west: eastKm, east: eastKm, south: northKm, north: northKm },
    column,
  };
}
