import type { Octets } from '../octets.ts';
import { momentOf } from '../time.ts';
import { statusOf, type MomentName, type Radial, type RadialMoment } from './radial.ts';

const degreesPerStep = 180 / 32768; // degrees per step of a coded angle

const velocityOffset = 129;

/**
 * Reads a radial of message 1, in use until 2008: reflectivity every 1 km, velocity and spectrum width every 250 m, one
 * byte per gate.
 *
 * @throws {NexradError} `truncated`
 * @see ICD 2620002, RDA/RPG, table III, Digital Radar Data (Message Type 1)
 */
export function readMessage1(body: Octets): Radial {
  const nyquist = body.u16(60);
  const velocityScale = body.u16(42) === 4 ? 1 : 2; // steps of 1 m/s, else 0.5 m/s
  const surveillance = { gates: body.u16(26), firstGateM: body.s16(18), gateM: body.u16(22) };
  const doppler = { gates: body.u16(28), firstGateM: body.s16(20), gateM: body.u16(24) };
  const moment = (name: MomentName, pointer: number, gates: typeof doppler, scale: number, offset: number) =>
    momentAt(body, name, body.u16(pointer), gates, scale, offset);

  return {
    at: momentOf(body.u16(4), body.u32(0)),
    azimuthDeg: body.u16(8) * degreesPerStep,
    elevationDeg: body.s16(14) * degreesPerStep,
    elevationNumber: body.u16(16),
    status: statusOf(body.u16(12)),
    moments: [
      ...moment('REF', 36, surveillance, 2, 66),
      ...moment('VEL', 38, doppler, velocityScale, velocityOffset),
      ...moment('SW', 40, doppler, 2, velocityOffset),
    ],
    about: {
      vcp: body.u16(44),
      nyquistMps: nyquist === 0 ? undefined : nyquist / 100,
      unambiguousRangeM: body.u16(6) * 100,
    },
  };
}

function momentAt(
  body: Octets,
  name: MomentName,
  pointer: number,
  { gates, firstGateM, gateM }: { gates: number; firstGateM: number; gateM: number },
  scale: number,
  offset: number,
): RadialMoment[] {
  if (pointer === 0 || gates === 0) return []; // not measured in this cut
  return [{ name, gates, firstGateM, gateM, wordBits: 8, scale, offset, codes: body.slice(pointer, gates) }];
}
