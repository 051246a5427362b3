import { Buffered } from './buffer.ts';
import type { Encoded } from './message.ts';
import type { SweepToWrite, VolumeToWrite } from './to-write.ts';

const cutBytes = 46;
const headBytes = 22;
const stepsPerDegree = 32768 / 180;

/**
 * Waveforms: a cut with velocity alone is the Doppler half of a split cut, one without velocity the surveillance half.
 */
const surveillance = 1;
const doppler = 2;
const batch = 4;

const maxCuts = 32;

/**
 * Encodes message 5: the coverage pattern.
 *
 * @throws {RangeError} if a pattern cannot have so many cuts
 * @see ICD 2620002, RDA/RPG, table XI, Volume Coverage Pattern Data
 */
export function encodePattern({ vcp, sweeps }: VolumeToWrite): Encoded {
  if (sweeps.length > maxCuts) throw new RangeError(`${sweeps.length} sweeps: a pattern has at most ${maxCuts} cuts`);
  const bytes = headBytes + sweeps.length * cutBytes;
  const body = new Buffered(bytes)
    .u16(bytes / 2, 2, vcp, sweeps.length)
    .u8(1)
    .u8(0)
    .u8(2)
    .u8(2)
    .skip(10);
  for (const sweep of sweeps) {
    body
      .u16(Math.round(sweep.elevationDeg * stepsPerDegree) & 0xffff)
      .u8(0)
      .u8(waveformOf(sweep));
    body.u8(sweep.azimuthStepDeg === 0.5 ? 1 : 0).skip(cutBytes - 5);
  }
  return { type: 5, body: body.bytes };
}

function waveformOf({ moments }: SweepToWrite): number {
  const has = (name: string): boolean => moments.some((moment) => moment.name === name);
  if (!has('VEL')) return surveillance;
  return has('ZDR') ? batch : doppler;
}

const operating = 16;
const precipitationMode = 4;

/**
 * Encodes message 2: the status of an operating radar.
 *
 * @see ICD 2620002, RDA/RPG, table IV, RDA Status Data
 */
export function encodeStatus({ vcp }: VolumeToWrite): Encoded {
  const body = new Buffered(80).u16(operating, 2, 2, 0, 0, 0, precipitationMode, vcp);
  return { type: 2, body: body.bytes };
}
