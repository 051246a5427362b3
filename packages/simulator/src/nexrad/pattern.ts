/** One turn of the antenna. */
export interface Cut {
  elevationDeg: number;
  /** Of a split cut the half that looks far, or the half that measures speed; above, both at once. */
  kind: 'surveillance' | 'doppler' | 'batch';
  /** Half degrees, or whole ones. */
  radials: 720 | 360;
  gates: number;
  seconds: number;
}

/** How far apart gates are, and where the first lies, metres. */
export const gateM = 250;
export const firstGateM = 2125;

/** Gates up to 300 km; higher tilts leave the weather before. */
const farthest = 1192;
/** No echo stands higher, km above the radar. */
const ceilingKm = 18;

const split = (elevationDeg: number): Cut[] => [
  { elevationDeg, kind: 'surveillance', radials: 720, gates: farthest, seconds: 17 },
  { elevationDeg, kind: 'doppler', radials: 720, gates: farthest, seconds: 18 },
];

const batch = (elevationDeg: number): Cut => {
  const reachM = (ceilingKm * 1000) / Math.sin((elevationDeg * Math.PI) / 180);
  const gates = Math.min(farthest, Math.ceil((reachM - firstGateM) / gateM / 4) * 4);
  return { elevationDeg, kind: 'batch', radials: 360, gates, seconds: 14.5 };
};

/** The number by which the pattern is known. */
export const patternNumber = 212;

/** The cuts of a volume in the order in which they are made: pattern 212, for storms near by. */
export const cuts: Cut[] = [
  ...[0.5, 0.9, 1.3].flatMap(split),
  ...[1.8, 2.4, 3.1, 4, 5.1, 6.4, 8, 10, 12.5, 15.6, 19.5].map(batch),
];

/** Nyquist velocities, m/s, and unambiguous ranges, metres. */
export const sampling = {
  surveillance: { nyquistMps: 8.3, unambiguousRangeM: 466_000 },
  doppler: { nyquistMps: 31.3, unambiguousRangeM: 137_000 },
  batch: { nyquistMps: 28.5, unambiguousRangeM: 175_000 },
} as const;
