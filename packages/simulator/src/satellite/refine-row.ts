import { airGroundM, lapsePerM } from '../hrrr/air.ts';
import { clamp, smoothstep } from '../model/curves.ts';
import { noise, texture } from '../model/noise.ts';
import { hourMs } from '../model/plane.ts';
import { iceTemperatureK, type Anvils } from './anvils.ts';
import type { Row } from './row.ts';

/** Temperature of thin ice, K, as at 10 km. Clouds of the model's air are below it. */
const cirrusK = 226;

/** Turns coarse fields into the state of a row: sharp shores, textured ground and clouds. */
export function refineRow(row: Row, anvils: Anvils, at: number, time: number, sunSide: number): void {
  refineGround(row);
  refineLowClouds(row, time / (2 * hourMs));
  refineIce(row, anvils, at, time / (2 * hourMs), sunSide);
}

/** Sharpens shores and adds the texture of fields and woods. */
function refineGround({ lat, lon, inland, elevation, green, groundK, seaK }: Row): void {
  for (let x = 0; x < lat.length; x++) {
    if (Number.isNaN(lat[x])) continue;
    const shore = smoothstep(-0.03, 0.03, inland[x]);
    inland[x] = shore;
    groundK[x] = seaK[x] + (groundK[x] - lapsePerM * (elevation[x] - airGroundM) - seaK[x]) * shore;
    if (shore > 0) green[x] = clamp(green[x] + 0.2 * texture(3.1 * lon[x], 3.7 * lat[x], 5), 0, 1);
  }
}

/** Textures layer clouds in moist air, cumulus over warm ground by day, and dust; all of them drift. */
function refineLowClouds({ lat, lon, low, cumulus, dust }: Row, z: number): void {
  for (let x = 0; x < lat.length; x++) {
    if (Number.isNaN(lat[x])) continue;
    const east = lon[x] - 0.25 * z;
    const north = lat[x] - 0.12 * z;
    let share = 0;
    if (low[x] > 0.02) {
      const cells = texture(2.4 * east, 3 * north, z) + 0.25 * noise(9.7 * east, 11.3 * north, z);
      share = 0.92 * smoothstep(0.75 - 1.25 * low[x], 1.2 - 1.25 * low[x], cells);
    }
    if (cumulus[x] > 0.02) {
      const heaps = noise(9 * east, 10.5 * north, 4 * z) + 0.35 * noise(1.3 * east, 1.5 * north, z);
      share = Math.max(share, 0.55 * smoothstep(0.82 - 0.6 * cumulus[x], 1.15 - 0.6 * cumulus[x], heaps));
    }
    low[x] = share;
    if (dust[x] > 0) dust[x] *= smoothstep(-0.2, 0.5, texture(0.8 * (lon[x] - 0.3 * z), 1.9 * north, z + 40));
  }
}

/** @param sunSide −1 with the sun in the east, 1 in the west */
function refineIce(row: Row, { cover, topKm }: Anvils, at: number, z: number, sunSide: number): void {
  const { lat, lon, cirrus, ice, iceK: cold, relief } = row;
  for (let x = 0; x < lat.length; x++) {
    if (Number.isNaN(lat[x])) continue;
    const along = 0.55 * (lon[x] - z) - 0.2 * lat[x];
    const across = 1.5 * lat[x] - 0.35 * lon[x];
    const streaks = texture(along, across, z + 80) + 0.12 * noise(4 * along, 9 * across, z);
    const thin = 0.55 * smoothstep(0.6 - cirrus[x], 1.25 - cirrus[x], streaks);
    const storm = cover[at + x];
    ice[x] = 1 - (1 - thin) * (1 - storm);
    cold[x] = cirrusK;
    relief[x] = 1;
    if (storm <= 0) continue;
    // Where ice of two heights overlaps, the storm's counts in proportion to its cover.
    cold[x] += (iceTemperatureK(topKm[at + x]) - cirrusK) * Math.min(1, storm / ice[x]);
    const rise = topKm[at + Math.min(x + 1, lat.length - 1)] - topKm[at + Math.max(0, x - 1)];
    relief[x] = clamp(1 + 0.35 * storm * sunSide * clamp(rise, -1, 1), 0.6, 1.2);
  }
}
