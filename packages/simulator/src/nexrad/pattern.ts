/** One rotation of the antenna. */
export interface Cut {
  elevationDeg: number;
  /** In a split cut, the surveillance half (long range) or the Doppler half (velocity); `batch` measures both. */
  kind: 'surveillance' | 'doppler' | 'batch';
  /** Radials of half a degree, or of one degree. */
  radials: 720 | 360;
  gates: number;
  seconds: number;
}

/** Gate spacing and distance of the first gate, metres. */
export const gateM = 250;
export const firstGateM = 2125;

/** Gates up to 300 km. Higher tilts leave the weather earlier. */
const farthest = 1192;
/** Height above which there is no echo, km above the radar. */
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

/** Number of the volume coverage pattern. */
export const patternNumber = 212;

/** The cuts of a volume in scan order: pattern 212, for nearby storms. */
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
