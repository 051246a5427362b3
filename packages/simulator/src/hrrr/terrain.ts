import { gaussian, interpolateKnots, clamp, mix, smoothstep } from '../model/curves.ts';
import { noise, texture } from '../model/noise.ts';

/** Longitude of the western and of the eastern (or Gulf) shore by latitude. */
// prettier-ignore
const pacificShore = [
  [22, -106], [25, -112], [28, -114.5], [30, -116], [32.5, -117.2], [34.5, -120.6], [36.2, -121.9], [38, -123],
  [40.4, -124.3], [43, -124.4], [46, -124], [48.4, -124.6], [51, -128],
] as const;
// prettier-ignore
const easternShore = [
  [22, -97.8], [25, -97.5], [25.1, -80.5], [27, -80.2], [29, -81], [31, -81.3], [33, -79.2], [34.2, -77.6],
  [35.3, -75.6], [37, -76], [39, -74.5], [40.6, -73.9], [41.3, -71.2], [42.2, -70.6], [43.6, -70.1], [44.5, -67.6],
  [47, -64],
] as const;
/** Latitude of the Gulf's northern shore by longitude. */
// prettier-ignore
const gulfShore = [
  [-97.6, 26], [-97.2, 27.7], [-96, 28.5], [-94.7, 29.4], [-93, 29.7], [-91, 29.3], [-89.4, 29.1], [-88.8, 30.3],
  [-86.5, 30.4], [-85.2, 29.8], [-84, 30], [-83, 29.1], [-82.7, 28], [-81.9, 26.5], [-81.1, 25.2], [-80.3, 24.6],
] as const;

/** Height of the land at about 39° N by longitude, from the Pacific to the Atlantic, metres. */
// prettier-ignore
const section = [
  [-124.5, 60], [-123, 350], [-121.8, 700], [-119.5, 1500], [-117.5, 1500], [-114, 1650], [-111.5, 1850], [-109, 1950],
  [-106.3, 2850], [-104.9, 1750], [-103, 1330], [-101, 920], [-99, 600], [-97, 380], [-95, 270], [-90, 180],
  [-86, 220], [-83, 260], [-78, 150], [-75, 40],
] as const;

/** Longitude of Florida's western shore by latitude. */
// prettier-ignore
const floridaWest = [[25, -81.1], [26, -81.8], [27, -82.5], [28, -82.8], [29, -83], [30, -84]] as const;

/** Distance inland, degrees; negative over the sea. */
export function distanceInland(lat: number, lon: number): number {
  const fromPacific = lon - interpolateKnots(pacificShore, lat);
  const fromEast = interpolateKnots(easternShore, lat) - lon;
  return Math.min(fromPacific, fromEast, fromGulf(lat, lon));
}

function fromGulf(lat: number, lon: number): number {
  if (lat < 30 && lon > -83) return lon - interpolateKnots(floridaWest, lat);
  return lon > -97.7 && lon < -80.3 ? lat - interpolateKnots(gulfShore, lon) : Infinity;
}

/**
 * Height of the ground above the sea, metres: plains that rise to the west, the Rockies, the Great Basin, the coast
 * ranges and the Appalachians. Large features are at their true places; single mountains are noise.
 */
export function elevationAt(lat: number, lon: number): number {
  const land = smoothstep(0, 0.7, distanceInland(lat, lon));
  if (land === 0) return 0;
  // The section is shifted east or west with latitude, so that ranges wind.
  const along = lon + 0.12 * (lat - 39) + 1.1 * noise(3, lat / 2.6, 1) + 0.6 * texture(lon / 2.5, lat / 1.7, 2);
  const west = smoothstep(-103, -106.5, along);
  const rockies = clamp(1 - Math.abs(lat - 39.5) / 22, 0.45, 1);
  const plateau = interpolateKnots(section, along) * (1 - west + west * rockies);
  // The plains fall towards the Gulf.
  const tilt = mix(smoothstep(28, 36, lat) * 0.75 + 0.25, 1, smoothstep(-102, -105, lon));
  const ridges = west * (430 * texture(lon * 1.3, lat * 0.8, 3) + 180 * noise(lon * 3.4, lat * 2.6, 9));
  const rolling = 28 * texture(lon * 2.2, lat * 2.2, 21) * tilt;
  // The Appalachians run from 34° N, 85° W to 44° N, 73° W.
  const across = ((lat - 34) * 12 - (lon + 85) * 10) / 15.6;
  const appalachians = lat > 33 && lat < 46 ? 620 * gaussian(across, 1.4) * (1 + 0.5 * noise(lon * 5, lat * 5, 4)) : 0;
  return Math.max(1, (plateau * tilt + ridges + rolling + appalachians * smoothstep(33, 34.5, lat)) * land);
}
