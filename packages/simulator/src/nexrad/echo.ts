import { clamp, smoothstep } from '../model/curves.ts';

/** Height of the melting layer over the simulated plains, km above sea level. */
const meltingKm = 4.1;

/**
 * The echo of a column at a height: the ground value up to 1.5 km, strongest in the middle, weaker towards the 18 dBZ
 * top and 0 a kilometre above it.
 *
 * @param base     echo at the lowest level, dBZ
 * @param strongest strongest echo of the column, dBZ
 * @param topKm    height of the 18 dBZ top; 0 without one
 */
export function dbzAt(base: number, strongest: number, topKm: number, heightKm: number): number {
  const shallow = Math.min(strongest, 18) - 7 * Math.max(0, heightKm - 2.5);
  if (topKm === 0) return shallow;
  return Math.max(shallow, tallAt(base, strongest, topKm, heightKm));
}

function tallAt(base: number, strongest: number, topKm: number, heightKm: number): number {
  const full = Math.max(3, 0.55 * topKm);
  if (heightKm > topKm) return 18 - 18 * (heightKm - topKm);
  if (heightKm > full) return strongest - (strongest - 18) * ((heightKm - full) / (topKm - full)) ** 1.4;
  return base + (strongest - base) * smoothstep(1.5, full * 0.8, heightKm);
}

/** The composition of an echo, as polarimetric moments show it. */
export interface Composition {
  /** Fraction of hail, 0 to 1. */
  hail: number;
  /** Fraction of tornado debris, 0 to 1. */
  debris: number;
}

/** Fraction of hail: in strong cores of tall storms, mostly aloft. */
export function hailAt(dbz: number, topKm: number, heightKm: number): number {
  return smoothstep(52, 62, dbz) * smoothstep(9, 12, topKm) * clamp(0.7 + 0.1 * heightKm, 0, 1);
}

/** Differential reflectivity, dB: high for large, flat drops; near 0 for hail, ice and debris. */
export function zdrOf(dbz: number, heightKm: number, { hail, debris }: Composition): number {
  const rain = clamp(0.1 + 0.00125 * Math.max(0, dbz - 5) ** 1.95, 0, 4);
  const frozen = smoothstep(meltingKm - 0.3, meltingKm + 0.8, heightKm);
  const wet = 0.9 * Math.exp(-(((heightKm - meltingKm) / 0.3) ** 2)) * (dbz < 45 ? 1 : 0.2);
  const water = rain * (1 - frozen) + 0.25 * frozen + wet;
  return (water * (1 - hail) + 0.1 * hail) * (1 - debris);
}

/** Correlation coefficient: near 1 for uniform targets, low in hail, melting snow and debris. */
export function rhoOf(dbz: number, heightKm: number, signalDb: number, { hail, debris }: Composition): number {
  const melting = 0.06 * Math.exp(-(((heightKm - meltingKm) / 0.3) ** 2)) * (dbz < 45 ? 1 : 0.3);
  const weak = 0.12 * Math.exp(-Math.max(0, signalDb) / 4);
  return clamp(0.992 - melting - weak - 0.065 * hail - 0.38 * debris, 0.25, 1);
}

/** The weakest detectable echo at a distance, dBZ. */
export function weakestDetectable(slantKm: number): number {
  return -41.5 + 20 * Math.log10(Math.max(1, slantKm));
}
