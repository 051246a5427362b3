import { encodeVolume, type MomentToWrite, type Packing, type SweepToWrite } from '@severe/nexrad/write';

/** Where KTLX stands, as its own volumes say. */
export const twinLakes = { lat: 35.33336, lon: -97.27776, elevationM: 370, towerM: 20 };

/** A storm of 60 dBZ north-east of the radar: a circle of some 10 km about 60 km away. */
export const storm = { azimuthDeg: 45, slantM: 60_000, dbz: 60 };

/** A north-west wind of 20 m/s: outbound to the south-east; range folded between these azimuths. */
export const folded = { fromDeg: 200, toDeg: 220 };

const radials = 360;
const codings = {
  REF: { wordBits: 8, scale: 2, offset: 66 },
  VEL: { wordBits: 8, scale: 2, offset: 129 },
  SW: { wordBits: 8, scale: 2, offset: 129 },
  ZDR: { wordBits: 8, scale: 16, offset: 128 },
  RHO: { wordBits: 8, scale: 300, offset: -60.5 },
} as const;

type Gate = (azimuthDeg: number, slantM: number) => number | undefined;

function moment(name: keyof typeof codings, gates: number, valueAt: Gate, isFolded?: Gate): MomentToWrite {
  const coding = codings[name];
  const packed = new Uint8Array(radials * gates);
  for (let i = 0; i < packed.length; i++) {
    const azimuthDeg = azimuthOf(Math.floor(i / gates));
    const slantM = 2125 + (i % gates) * 250;
    const value = valueAt(azimuthDeg, slantM);
    if (isFolded?.(azimuthDeg, slantM)) packed[i] = 1;
    else if (value !== undefined) packed[i] = Math.round(value * coding.scale + coding.offset);
  }
  return { name, gates, firstGateM: 2125, gateM: 250, ...coding, packed };
}

/** The scan begins in the south-east, as real ones begin anywhere. */
const azimuthOf = (radial: number) => (radial + 137.5) % 360;

const radian = Math.PI / 180;
const inStorm: Gate = (azimuthDeg, slantM) => {
  const across = slantM * Math.sin((azimuthDeg - storm.azimuthDeg) * radian);
  return Math.hypot(across, slantM - storm.slantM) < 5000 ? 1 : undefined;
};

/**
 * A Level II volume as the provider has it: a split cut at half a degree (reflectivity to 200 km, then wind to 150 km
 * with a range-folded sector) and a tilt of 3.1°.
 */
export function volumeFile(
  startedAt: Date,
  {
    station = 'KTLX',
    site = twinLakes,
    packing = 'plain',
    dbz = storm.dbz,
  }: { station?: string; site?: typeof twinLakes; packing?: Packing; dbz?: number } = {},
): Uint8Array {
  const reflectivity: Gate = (...at) => inStorm(...at) && dbz;
  const wind: Gate = (azimuthDeg) => Math.round(-20 * Math.cos((azimuthDeg - 315) * radian) * 2) / 2;
  const isFolded: Gate = (azimuthDeg) => (azimuthDeg >= folded.fromDeg && azimuthDeg < folded.toDeg ? 1 : undefined);
  const low = [moment('REF', 800, reflectivity), moment('RHO', 600, (...at) => inStorm(...at) && 0.98)];
  const doppler = [moment('VEL', 600, wind, isFolded), moment('SW', 600, () => 2)];
  const high = [moment('REF', 400, reflectivity), moment('ZDR', 400, (...at) => inStorm(...at) && 2)];
  const sweep = (elevationDeg: number, moments: MomentToWrite[]): SweepToWrite => ({
    elevationDeg,
    startedAt,
    seconds: 20,
    azimuthsDeg: Float32Array.from({ length: radials }, (_, i) => azimuthOf(i)),
    azimuthStepDeg: 1,
    nyquistMps: 26.5,
    unambiguousRangeM: 148_000,
    moments,
  });
  const sweeps = [sweep(0.48, low), sweep(0.48, doppler), sweep(3.12, high)];
  return encodeVolume({ station, site, startedAt, number: 7, vcp: 212, sweeps }, packing);
}
