import { FRAME_BYTES } from '../level2/messages.ts';
import { dayAndMs } from '../time.ts';
import { Buffered } from './buffer.ts';

/** A message without its header. */
export interface Encoded {
  type: number;
  body: Uint8Array;
}

const CTM_BYTES = 12;
const HEADER_BYTES = 16;

const CHANNEL = 8; // open radar data acquisition, one channel

/**
 * Adds the header to a message, and pads it to a frame if its type has one.
 *
 * @see ICD 2620002, RDA/RPG, table II, Message Header Data
 */
export function encodeMessage({ type, body }: Encoded, at: Date, sequence: number): Uint8Array {
  const { day, ms } = dayAndMs(at);
  const size = HEADER_BYTES + body.length;
  const length = type === 31 ? CTM_BYTES + size : FRAME_BYTES;
  const message = new Buffered(length).skip(CTM_BYTES).u16(size / 2);
  return message.u8(CHANNEL).u8(type).u16(sequence, day).u32(ms).u16(1, 1).put(body).bytes;
}
