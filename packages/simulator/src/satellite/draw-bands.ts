import type { Anvils } from './anvils.ts';
import { bands, type Band, type Emitted, type Reflected } from './bands.ts';
import { readRow } from './lattice.ts';
import { landKeys, placeKeys, rowOf, skyKeys, type Row } from './row.ts';
import { refineRow } from './refine-row.ts';
import type { Land, Sky } from './sky.ts';

/** Stored integer of cells outside the earth's disk. */
export const fillCode = 65535;

/**
 * Draws all bands.
 *
 * @param codes for each band its stored integers on the canvas, row by row
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
    for (const key of placeKeys) readRow(sky.lattice, sky.lattice[key], y, row[key]);
    for (const key of skyKeys) readRow(sky.lattice, sky[key], y, row[key]);
    for (const key of landKeys) readRow(land.lattice, land[key], y, row[key]);
    refineRow(row, anvils, y * width, time, sky.sunSide);
    bands.forEach((band, i) => drawRow(band, row, codes[i].subarray(y * width, (y + 1) * width)));
  }
}

function drawRow(band: Band, row: Row, out: Uint16Array): void {
  const { radiometry, scale, offset, bits } = band;
  if (radiometry.kind === 'reflectance') reflect(radiometry, row, out, scale);
  else emit(radiometry, row, out, scale, offset, 2 ** bits - 1);
}

function reflect(band: Reflected, row: Row, out: Uint16Array, scale: number): void {
  const { lat, inland, green: greenness, sun, low, ice, relief } = row;
  const { sea, green, desert, waterCloud, iceCloud, air } = band;
  const maxCode = 4095;
  for (let x = 0; x < out.length; x++) {
    if (Number.isNaN(lat[x])) {
      out[x] = fillCode;
      continue;
    }
    const light = sun[x] > 0.02 ? sun[x] : 0.02 * Math.exp((sun[x] - 0.02) * 25); // dusk
    const ground = sea + (desert + (green - desert) * greenness[x] - sea) * inland[x] + air;
    const over = ground + (waterCloud - ground) * low[x];
    const code = ((light * (over + (iceCloud * relief[x] - over) * ice[x])) / scale + 0.5) | 0;
    out[x] = code > maxCode ? maxCode : code;
  }
}

function emit(band: Emitted, row: Row, out: Uint16Array, scale: number, offset: number, maxCode: number): void {
  const { lat, groundK, sun, water, aloft: moist, low, dust: dusty, ice, iceK: cold } = row;
  const { ground, airK, vapour, aloft, dust, lowCloud, ice: iceVisibility, sunlit = noSunlight } = band;
  const airShare = (1 - ground) * airK;
  const foggy = sunlit === noSunlight ? 0 : 3.5; // low clouds emit less at 3.9 µm
  const { ground: litGround, waterCloud: litWater, iceCloud: litIce } = sunlit;
  for (let x = 0; x < out.length; x++) {
    if (Number.isNaN(lat[x])) {
      out[x] = fillCode;
      continue;
    }
    const light = sun[x] > 0 ? sun[x] : 0;
    let kelvin = ground * groundK[x] + airShare - vapour * water[x] - aloft * moist[x] - dust * dusty[x];
    const lowK = ground * (groundK[x] * 0.5 + 141) + airShare - vapour * 0.5 * water[x] - foggy;
    if (kelvin > lowK) kelvin += (lowK - kelvin) * low[x] * lowCloud;
    kelvin += light * (litGround + (litWater - litGround) * low[x]);
    const iceHere = cold[x] + light * litIce;
    const share = ice[x] * (iceVisibility + (1 - iceVisibility) * ice[x]); // thick ice is opaque
    if (iceHere < kelvin) kelvin += (iceHere - kelvin) * (share > 1 ? 1 : share);
    const code = ((kelvin - offset) / scale + 0.5) | 0;
    out[x] = code < 0 ? 0 : code > maxCode ? maxCode : code;
  }
}

const noSunlight = { waterCloud: 0, iceCloud: 0, ground: 0 };
