import { smoothstep } from '../model/curves.ts';
import { texture } from '../model/noise.ts';
import { hour } from '../model/plane.ts';
import { iceK, type Anvils } from './anvils.ts';
import { bands, type Band, type Emitted, type Reflected } from './bands.ts';
import { readRow } from './lattice.ts';
import type { Land, Sky } from './sky.ts';

/** Stored for what is not on the earth. */
export const fillCode = 65535;

/** What stands over one row, cell by cell, from which every band follows. */
interface Row {
  /** NaN beside the earth. */
  lat: Float32Array;
  lon: Float32Array;
  inland: Float32Array;
  green: Float32Array;
  elevation: Float32Array;
  groundK: Float32Array;
  seaK: Float32Array;
  sun: Float32Array;
  water: Float32Array;
  aloft: Float32Array;
  low: Float32Array;
  cirrus: Float32Array;
  dust: Float32Array;
  /** Of ice: the share that it covers, and its temperature. */
  ice: Float32Array;
  iceK: Float32Array;
}

const rowOf = (width: number): Row => {
  const cells = (): Float32Array => new Float32Array(width);
  return {
    lat: cells(),
    lon: cells(),
    inland: cells(),
    green: cells(),
    elevation: cells(),
    groundK: cells(),
    seaK: cells(),
    sun: cells(),
    water: cells(),
    aloft: cells(),
    low: cells(),
    cirrus: cells(),
    dust: cells(),
    ice: cells(),
    iceK: cells(),
  };
};

/**
 * Draws all bands.
 *
 * @param codes for each band its stored integers on the canvas, row after row
 */
export function drawBands(
  width: number,
  land: Land,
  sky: Sky,
  anvils: Anvils,
  time: number,
  codes: Uint16Array[],
): void {
  const row = rowOf(width);
  const height = codes[0].length / width;
  for (let y = 0; y < height; y++) {
    for (const key of ['lat', 'lon', 'groundK', 'seaK', 'sun', 'water', 'aloft', 'low', 'cirrus', 'dust'] as const) {
      readRow(sky.lattice, key === 'lat' || key === 'lon' ? sky.lattice[key] : sky[key], y, row[key]);
    }
    for (const key of ['inland', 'green', 'elevation'] as const) readRow(land.lattice, land[key], y, row[key]);
    settle(row, anvils, y * width, time);
    bands.forEach((band, i) => drawRow(band, row, codes[i].subarray(y * width, (y + 1) * width)));
  }
}

/** Turns what there may be into what there is: ground by its shore, clouds by their texture. */
function settle(row: Row, { cover, topKm }: Anvils, at: number, time: number): void {
  const { lat, lon, inland, elevation, groundK, seaK, low, cirrus, dust, ice, iceK: cold } = row;
  const z = time / (2 * hour);
  for (let x = 0; x < lat.length; x++) {
    if (lat[x] !== lat[x]) continue;
    const shore = smoothstep(-0.03, 0.03, inland[x]);
    inland[x] = shore;
    groundK[x] = seaK[x] + (groundK[x] - 0.0065 * (elevation[x] - 400) - seaK[x]) * shore;
    if (low[x] > 0.02) {
      const cells = texture(2.4 * (lon[x] - 0.25 * z), 3 * (lat[x] - 0.12 * z), z);
      low[x] = 0.92 * smoothstep(0.75 - 1.25 * low[x], 1.15 - 1.25 * low[x], cells);
    }
    if (dust[x] > 0)
      dust[x] *= smoothstep(-0.2, 0.5, texture(0.8 * (lon[x] - 0.3 * z), 1.9 * (lat[x] - 0.2 * z), z + 40));
    const streaks = texture(0.55 * (lon[x] - z) - 0.2 * lat[x], 1.5 * lat[x] - 0.35 * lon[x], z + 80);
    const thin = 0.55 * smoothstep(0.95 - cirrus[x], 1.6 - cirrus[x], streaks + 0.35);
    const storm = cover[at + x];
    ice[x] = 1 - (1 - thin) * (1 - storm);
    // Where ice of two heights meets, the storm's shows as far as it covers.
    cold[x] = storm > 0 ? 226 + (iceK(topKm[at + x]) - 226) * Math.min(1, storm / (ice[x] || 1)) : 226;
  }
}

function drawRow(band: Band, row: Row, out: Uint16Array): void {
  const { sees, scale, offset, bits } = band;
  if (sees.kind === 'reflectance') reflect(sees, row, out, scale);
  else emit(sees, row, out, scale, offset, 2 ** bits - 1);
}

function reflect(band: Reflected, row: Row, out: Uint16Array, scale: number): void {
  const { lat, inland, green: greenness, sun, low, ice } = row;
  const { sea, green, desert, waterCloud, iceCloud, air } = band;
  const most = 4095;
  for (let x = 0; x < out.length; x++) {
    if (lat[x] !== lat[x]) {
      out[x] = fillCode;
      continue;
    }
    const light = sun[x] > 0.02 ? sun[x] : 0.02 * Math.exp((sun[x] - 0.02) * 25); // dusk
    const ground = sea + (desert + (green - desert) * greenness[x] - sea) * inland[x] + air;
    const over = ground + (waterCloud - ground) * low[x];
    const code = ((light * (over + (iceCloud - over) * ice[x])) / scale + 0.5) | 0;
    out[x] = code > most ? most : code;
  }
}

function emit(band: Emitted, row: Row, out: Uint16Array, scale: number, offset: number, most: number): void {
  const { lat, groundK, sun, water, aloft: moist, low, dust: dusty, ice, iceK: cold } = row;
  const { ground, airK, vapour, aloft, dust, lowCloud, ice: iceSeen, sunlit = dark } = band;
  const airShare = (1 - ground) * airK;
  const foggy = sunlit === dark ? 0 : 3.5; // low clouds send out less at 3.9 µm
  const { ground: litGround, waterCloud: litWater, iceCloud: litIce } = sunlit;
  for (let x = 0; x < out.length; x++) {
    if (lat[x] !== lat[x]) {
      out[x] = fillCode;
      continue;
    }
    const light = sun[x] > 0 ? sun[x] : 0;
    let kelvin = ground * groundK[x] + airShare - vapour * water[x] - aloft * moist[x] - dust * dusty[x];
    const lowK = ground * (groundK[x] * 0.5 + 141) + airShare - vapour * 0.5 * water[x] - foggy;
    if (kelvin > lowK) kelvin += (lowK - kelvin) * low[x] * lowCloud;
    kelvin += light * (litGround + (litWater - litGround) * low[x]);
    const iceHere = cold[x] + light * litIce;
    const share = ice[x] * (iceSeen + (1 - iceSeen) * ice[x]); // thick ice hides all
    if (iceHere < kelvin) kelvin += (iceHere - kelvin) * (share > 1 ? 1 : share);
    const code = ((kelvin - offset) / scale + 0.5) | 0;
    out[x] = code < 0 ? 0 : code > most ? most : code;
  }
}

const dark = { waterCloud: 0, iceCloud: 0, ground: 0 };
