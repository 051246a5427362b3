import { NexradError } from '../../error.ts';
import { emptyLevels, type Levels } from './levels.ts';

/**
 * Levels with a floating-point scale and offset: value = (code - offset) / scale, with flags at either end of the
 * codes. The thresholds are: scale, offset (two halfwords each), unused, the largest code, and the number of flags at
 * the lower and at the upper end.
 *
 * @throws {NexradError} `damaged` if the scale is 0 or not finite
 * @see ICD 2620001, RPG/Class 1 User, note 1 to the dual-polarisation products 159, 161, 163, 167, 168, 170, 172 to 176
 */
export function scaledLevels(thresholds: Uint16Array): Levels {
  const view = new DataView(new ArrayBuffer(8));
  for (let i = 0; i < 4; i++) view.setUint16(2 * i, thresholds[i]);
  const scale = view.getFloat32(0);
  const offset = view.getFloat32(4);
  const [largest, leading, trailing] = thresholds.subarray(5);
  if (!Number.isFinite(scale) || scale === 0 || !Number.isFinite(offset)) {
    throw new NexradError('damaged', `the levels have scale ${scale} and offset ${offset}`);
  }
  const values = emptyLevels(Math.max(256, largest + 1));
  for (let code = leading; code <= largest - trailing; code++) values[code] = (code - offset) / scale;
  return { values };
}
