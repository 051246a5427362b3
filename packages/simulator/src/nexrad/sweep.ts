import { belowThreshold, rangeFolded, beamAt } from '@severe/nexrad';
import type { MomentToWrite } from '@severe/nexrad/write';
import { along, radian } from '../model/plane.ts';
import { noEcho } from '../shapes/index.ts';
import { radials, rangeKm, ranges, type Columns } from './columns.ts';
import { dbzAt, weakestDetectable, hailAt, rhoOf, zdrOf, type Composition } from './echo.ts';
import { firstNoiseIndex, noiseMask, noiseTable } from './noise-table.ts';
import { firstGateM, gateM, sampling, type Cut } from './pattern.ts';
import { environmentAt, stormWind, type Wind } from './wind.ts';

/** The atmosphere that a sweep measures. */
export interface Air {
  columns: Columns;
  wind: Wind;
  /** Height of the antenna above the sea, km. */
  antennaKm: number;
  /** Seed of the volume's noise. */
  volume: number;
}

/** Code of a value: `offset + scale * value`. */
const codings = {
  REF: { scale: 2, offset: 66 },
  VEL: { scale: 2, offset: 129 },
  SW: { scale: 2, offset: 129 },
  ZDR: { scale: 16, offset: 128 },
  RHO: { scale: 300, offset: -60.5 },
} as const;

type Name = keyof typeof codings;

const namesOf: Record<Cut['kind'], Name[]> = {
  surveillance: ['REF', 'ZDR', 'RHO'],
  doppler: ['VEL', 'SW'],
  batch: ['REF', 'VEL', 'SW', 'ZDR', 'RHO'],
};

/** Positions of the gates of a cut. */
interface Path {
  /** Index of the column below the gate, and height above the sea, km. */
  range: Int32Array;
  heightKm: Float32Array;
  faintest: Float32Array;
}

/** Azimuths of the radials of a cut, degrees. */
export function azimuthsOf(cut: Cut): Float64Array {
  const every = radials / cut.radials;
  return Float64Array.from({ length: cut.radials }, (_, i) => (i * every + 0.5) / 2);
}

/** Draws one cut. */
export function drawSweep(cut: Cut, index: number, air: Air): MomentToWrite[] {
  const { gates, kind } = cut;
  const path = pathOf(cut, air.antennaKm);
  const packed = Object.fromEntries(
    namesOf[kind].map((name) => [name, new Uint8Array(cut.radials * gates)]),
  ) as Partial<Record<Name, Uint8Array>>;
  const dbz = new Float32Array(gates);
  const azimuths = azimuthsOf(cut);
  for (let radial = 0; radial < cut.radials; radial++) {
    const column = radial * (radials / cut.radials) * ranges;
    const seen = echoes(air.columns, column, path, dbz);
    if (seen.end === 0) continue;
    const noiseStart = firstNoiseIndex(air.volume, index, radial, 0);
    const at = radial * gates;
    const cells: Radial = { cut, air, path, azimuth: azimuths[radial], dbz, ...seen, noiseStart, at, column };
    if (packed.REF) writeReflectivity(cells, packed.REF);
    if (packed.ZDR && packed.RHO) writePolarisation(cells, packed.ZDR, packed.RHO);
    if (packed.VEL && packed.SW) writeSpeed(cells, packed.VEL, packed.SW);
  }
  return namesOf[kind].map((name) => ({
    name,
    gates,
    firstGateM,
    gateM,
    wordBits: 8,
    ...codings[name],
    packed: packed[name] as Uint8Array,
  }));
}

interface Radial {
  cut: Cut;
  air: Air;
  path: Path;
  azimuth: number;
  /** Echo of each gate. */
  dbz: Float32Array;
  /** First gate with a detectable echo, and one past the last. */
  start: number;
  end: number;
  /** Index of its first noise value. */
  noiseStart: number;
  /** Index of its first code. */
  at: number;
  /** Index of its first column. */
  column: number;
}

function pathOf({ elevationDeg, gates }: Cut, antennaKm: number): Path {
  const path = { range: new Int32Array(gates), heightKm: new Float32Array(gates), faintest: new Float32Array(gates) };
  for (let gate = 0; gate < gates; gate++) {
    const slantM = firstGateM + gate * gateM;
    const { groundM, heightM } = beamAt(slantM, elevationDeg);
    path.range[gate] = Math.min(ranges - 1, Math.round(groundM / 1000 / rangeKm));
    path.heightKm[gate] = antennaKm + heightM / 1000;
    path.faintest[gate] = weakestDetectable(slantM / 1000);
  }
  return path;
}

/** Writes the echo of each gate of a radial, `noEcho` where it is too weak to be detected. */
function echoes(columns: Columns, column: number, path: Path, dbz: Float32Array): { start: number; end: number } {
  const { base, strongest, topKm } = columns;
  let start = dbz.length;
  let end = 0;
  for (let gate = 0; gate < dbz.length; gate++) {
    const i = column + path.range[gate];
    dbz[gate] = noEcho;
    if (strongest[i] < -10) continue;
    const value = dbzAt(base[i], strongest[i], topKm[i], path.heightKm[gate]);
    if (value < path.faintest[gate]) continue;
    dbz[gate] = value;
    if (gate < start) start = gate;
    end = gate + 1;
  }
  return { start, end };
}

function writeReflectivity({ dbz, start, end, noiseStart, at }: Radial, codes: Uint8Array): void {
  const { scale, offset } = codings.REF;
  for (let gate = start; gate < end; gate++) {
    if (dbz[gate] === noEcho) continue;
    codes[at + gate] = code((dbz[gate] + 0.7 * noiseTable[(noiseStart + gate) & noiseMask]) * scale + offset);
  }
}

function writePolarisation(radial: Radial, zdr: Uint8Array, rho: Uint8Array): void {
  const { dbz, start, end, noiseStart, at, path, column, air } = radial;
  const { topKm } = air.columns;
  const what: Composition = { hail: 0, debris: 0 };
  const lifted = debrisAlong(radial);
  for (let gate = start; gate < end; gate++) {
    if (dbz[gate] === noEcho) continue;
    const height = path.heightKm[gate];
    what.hail = hailAt(dbz[gate], topKm[column + path.range[gate]], height);
    what.debris = lifted?.[gate] ?? 0;
    const noise = noiseTable[(noiseStart + 3 * gate + 17) & noiseMask];
    const z = zdrOf(dbz[gate], height, what) + noise * (0.15 + 0.3 * what.debris);
    const r = rhoOf(dbz[gate], height, dbz[gate] - path.faintest[gate], what) - 0.006 * Math.abs(noise);
    zdr[at + gate] = code(z * codings.ZDR.scale + codings.ZDR.offset);
    rho[at + gate] = code(r * codings.RHO.scale + codings.RHO.offset);
  }
}

/** The fraction of debris at each gate of a radial; undefined if no tornado is near it. */
function debrisAlong({ cut, path, azimuth, air }: Radial): Float32Array | undefined {
  const { east, north } = along(azimuth, rangeKm);
  let found: Float32Array | undefined;
  for (const vortex of air.wind.vortices) {
    if (!vortex.hasDebris) continue;
    const farKm = Math.hypot(vortex.east, vortex.north);
    const offKm = Math.abs(vortex.east * north - vortex.north * east) / rangeKm;
    if (offKm > 2 || vortex.east * east + vortex.north * north < 0) continue;
    const first = Math.max(0, Math.floor(((farKm - 2) * 1000 - firstGateM) / gateM));
    for (let gate = first; gate < Math.min(cut.gates, first + 17); gate++) {
      if (path.heightKm[gate] > air.antennaKm + 2.5) continue;
      const range = path.range[gate];
      const d2 = (range * east - vortex.east) ** 2 + (range * north - vortex.north) ** 2;
      found ??= new Float32Array(cut.gates);
      found[gate] = Math.max(found[gate], Math.exp(-d2 / 0.8));
    }
  }
  return found;
}

function writeSpeed(radial: Radial, velocity: Uint8Array, width: Uint8Array): void {
  const { cut, air, path, azimuth, dbz, start, end, noiseStart, at } = radial;
  const { nyquistMps, unambiguousRangeM } = sampling[cut.kind];
  const step = along(azimuth, rangeKm);
  const tilt = Math.cos(cut.elevationDeg * radian);
  const [unitEast, unitNorth] = [(step.east / rangeKm) * tilt, (step.north / rangeKm) * tilt];
  const trip = Math.round(unambiguousRangeM / gateM);
  const added = { east: 0, north: 0, spin: 0 };
  for (let gate = start; gate < end; gate++) {
    if (dbz[gate] === noEcho) continue;
    if (isOverlaid(radial, gate, trip)) {
      velocity[at + gate] = width[at + gate] = rangeFolded;
      continue;
    }
    const height = path.heightKm[gate];
    const range = path.range[gate];
    const { east, north } = environmentAt(air.wind, height - air.antennaKm);
    stormWind(air.wind, range * step.east, range * step.north, height - air.antennaKm, added);
    const noise = noiseTable[(noiseStart + gate + 29) & noiseMask];
    const speed = (east + added.east) * unitEast + (north + added.north) * unitNorth + 0.6 * noise;
    const folded = speed - 2 * nyquistMps * Math.round(speed / (2 * nyquistMps));
    const spread = 1.4 + 4.5 * added.spin ** 2 + 0.05 * Math.max(0, dbz[gate] - 40) + 0.5 * Math.abs(noise);
    velocity[at + gate] = code(folded * codings.VEL.scale + codings.VEL.offset);
    width[at + gate] = code(spread * codings.SW.scale + codings.SW.offset);
  }
}

/** Whether an echo of another trip of the pulse hides a gate: the gate needs 5 dB more at the antenna. */
function isOverlaid({ dbz, path }: Radial, gate: number, trip: number): boolean {
  const power = dbz[gate] - path.faintest[gate];
  for (let other = gate % trip; other < dbz.length; other += trip) {
    if (other !== gate && dbz[other] !== noEcho && dbz[other] - path.faintest[other] > power - 5) return true;
  }
  return false;
}

/** A value as a code: measurements start at 2. */
function code(value: number): number {
  return value < belowThreshold + 2 ? 2 : value > 255 ? 255 : Math.round(value);
}
