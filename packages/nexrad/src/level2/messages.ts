import { NexradError } from '../error.ts';
import { Octets } from '../octets.ts';
import type { Records } from './records.ts';

/** Length of the frame that every message except 29 and 31 occupies, with header and padding, bytes. */
export const frameBytes = 2432;

/** Bytes before the body: 12 of a communication layer, then the message header of 16. */
const ctmBytes = 12;
const messageHeaderBytes = 28;

/** A message, or one segment of a long one, without its header. */
export interface Message {
  type: number;
  /** Number of this segment, from 1, and number of segments. */
  segment: number;
  segments: number;
  body: Octets;
}

/** Types of messages that hold radials. */
const radialTypes = new Set([1, 31]);

/** Types of messages of variable length; all others fill a frame. */
const unframedTypes = new Set([29, 31]);

/**
 * The messages of a volume's records, in order. It skips empty frames, and status messages that do not fit their frame,
 * which some builds write.
 *
 * @throws {NexradError} on iteration: `truncated` if a radial ends before its message does
 * @see ICD 2620002, RDA/RPG, table II, Message Header Data
 */
export function* messagesOf(records: Records): Generator<Message> {
  for (const record of records) yield* messagesIn(record);
}

function* messagesIn(record: Uint8Array): Generator<Message> {
  const octets = new Octets(record, 'the record');
  let at = 0;
  while (at + messageHeaderBytes <= record.length) {
    const header = at + ctmBytes;
    const type = octets.u8(header + 3);
    const halfwords = octets.u16(header); // includes the eight of the header
    // Messages longer than 65,534 halfwords give their size in the place of the segment numbers
    const isLong = halfwords === 0xffff;
    const size = isLong ? octets.u32(header + 12) : halfwords * 2;
    const end = header + size;
    const isWhole = size >= messageHeaderBytes - ctmBytes && end <= record.length;
    if (!isWhole && radialTypes.has(type)) throw brokenOff(type, size, record.length - header);
    if (isWhole && type !== 0) {
      yield {
        type,
        segments: isLong ? 1 : octets.u16(header + 12),
        segment: isLong ? 1 : octets.u16(header + 14),
        body: octets.part(at + messageHeaderBytes, end - at - messageHeaderBytes, `message ${type}`),
      };
    }
    at = unframedTypes.has(type) && size > 0 ? end : at + frameBytes;
  }
}

function brokenOff(type: number, size: number, left: number): NexradError {
  return new NexradError('truncated', `a message ${type} has ${size} bytes, ${left} are left of its record`);
}
