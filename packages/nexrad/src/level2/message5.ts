import { NexradError } from '../error.ts';
import type { Octets } from '../octets.ts';

/** The volume coverage pattern: the commanded cuts, in order. */
export interface CoveragePattern {
  /** Number of the pattern, such as 212. */
  number: number;
  cuts: Cut[];
}

/** One cut of a pattern. */
export interface Cut {
  elevationDeg: number;
  waveform: Waveform;
  /** Whether radials are half a degree apart instead of one. */
  isSuperResolution: boolean;
}

/** Waveform of a cut. The surveillance and Doppler halves of a split cut are separate cuts. */
export type Waveform = 'surveillance' | 'doppler' | 'doppler-no-ambiguity' | 'batch' | 'staggered' | 'unknown';

const waveforms: Waveform[] = ['unknown', 'surveillance', 'doppler', 'doppler-no-ambiguity', 'batch', 'staggered'];

const degreesPerStep = 180 / 32768;
const cutsAt = 22; // after eleven halfwords
const cutBytes = 46;
const maxCuts = 32;

/**
 * Reads the volume coverage pattern, messages 5 and 7.
 *
 * @throws {NexradError} `truncated` or `damaged`
 * @see ICD 2620002, RDA/RPG, table XI, Volume Coverage Pattern Data
 */
export function readCoveragePattern(body: Octets): CoveragePattern {
  const count = body.u16(6);
  if (count > maxCuts) {
    throw new NexradError('damaged', `a coverage pattern has ${count} cuts, at most ${maxCuts} are defined`);
  }
  const cuts = Array.from({ length: count }, (_, i): Cut => {
    const at = cutsAt + i * cutBytes;
    return {
      elevationDeg: body.s16(at) * degreesPerStep,
      waveform: waveforms[body.u8(at + 3)] ?? 'unknown',
      isSuperResolution: (body.u8(at + 4) & 1) === 1,
    };
  });
  return { number: body.u16(4), cuts };
}
