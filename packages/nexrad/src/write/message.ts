import { frameBytes } from '../level2/messages.ts';
import { dayAndMs } from '../time.ts';
import { Buffered } from './buffer.ts';

/** A message without its header. */
export interface Encoded {
  type: number;
  body: Uint8Array;
}

const ctmBytes = 12;
const headerBytes = 16;

const channel = 8; // open radar data acquisition, one channel

/**
 * Adds the header to a message, and pads it to a frame if its type has one.
 *
 * @see ICD 2620002, RDA/RPG, table II, Message Header Data
 */
export function encodeMessage({ type, body }: Encoded, at: Date, sequence: number): Uint8Array {
  const { day, ms } = dayAndMs(at);
  const size = headerBytes + body.length;
  const length = type === 31 ? ctmBytes + size : frameBytes;
  const message = new Buffered(length).skip(ctmBytes).u16(size / 2);
  return message.u8(channel).u8(type).u16(sequence, day).u32(ms).u16(1, 1).put(body).bytes;
}
