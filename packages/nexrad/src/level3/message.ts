import type { Octets } from '../octets.ts';
import { momentOf } from '../time.ts';

/** Length of the message header, bytes. */
export const messageHeaderBytes = 18;

/** The header of every product. */
export interface MessageHeader {
  /** Message code; for products equal to the code of the description. */
  code: number;
  /** Time of transmission, milliseconds since 1970. */
  sentAt: number;
  /** Length of the message with this header, bytes. */
  length: number;
  source: number;
  destination: number;
  /** Number of blocks, including this header. */
  blocks: number;
}

/**
 * @throws {NexradError} `truncated`
 * @see ICD 2620001, RPG/Class 1 User, figure 3-3, Message Header Block
 */
export function readMessageHeader(message: Octets): MessageHeader {
  return {
    code: message.u16(0),
    sentAt: momentOf(message.u16(2), message.u32(4) * 1000),
    length: message.u32(8),
    source: message.u16(12),
    destination: message.u16(14),
    blocks: message.u16(16),
  };
}
