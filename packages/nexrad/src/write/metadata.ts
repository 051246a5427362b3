import { Buffered } from './buffer.ts';
import type { Encoded } from './message.ts';
import type { SweepToWrite, VolumeToWrite } from './to-write.ts';

const CUT_BYTES = 46;
const HEAD_BYTES = 22;
const CODED_ANGLE = 32768 / 180;

/**
 * Waveforms: a cut with velocity alone is the Doppler half of a split cut, one without velocity the surveillance half.
 */
const SURVEILLANCE = 1;
const DOPPLER = 2;
const BATCH = 4;

const MOST_CUTS = 32;

/**
 * Encodes message 5: the coverage pattern.
 *
 * @throws {RangeError} if a pattern cannot have so many cuts
 * @see ICD 2620002, RDA/RPG, table XI, Volume Coverage Pattern Data
 */
export function encodePattern({ vcp, sweeps }: VolumeToWrite): Encoded {
  if (sweeps.length > MOST_CUTS)
    throw new RangeError(`${sweeps.length} sweeps: a pattern has at most ${MOST_CUTS} cuts`);
  const bytes = HEAD_BYTES + sweeps.length * CUT_BYTES;
  const body = new Buffered(bytes)
    .u16(bytes / 2, 2, vcp, sweeps.length)
    .u8(1)
    .u8(0)
    .u8(2)
    .u8(2)
    .skip(10);
  for (const sweep of sweeps) {
    body
      .u16(Math.round(sweep.elevationDeg * CODED_ANGLE) & 0xffff)
      .u8(0)
      .u8(waveformOf(sweep));
    body.u8(sweep.azimuthStepDeg === 0.5 ? 1 : 0).skip(CUT_BYTES - 5);
  }
  return { type: 5, body: body.bytes };
}

function waveformOf({ moments }: SweepToWrite): number {
  const has = (name: string): boolean => moments.some((moment) => moment.name === name);
  if (!has('VEL')) return SURVEILLANCE;
  return has('ZDR') ? BATCH : DOPPLER;
}

const OPERATING = 16;
const PRECIPITATION_MODE = 4;

/**
 * Encodes message 2: the status of an operating radar.
 *
 * @see ICD 2620002, RDA/RPG, table IV, RDA Status Data
 */
export function encodeStatus({ vcp }: VolumeToWrite): Encoded {
  const body = new Buffered(80).u16(OPERATING, 2, 2, 0, 0, 0, PRECIPITATION_MODE, vcp);
  return { type: 2, body: body.bytes };
}
