import type { Octets } from '../octets.ts';
import { momentOf } from '../time.ts';

/** Bytes of the message header. */
export const MESSAGE_HEADER_BYTES = 18;

/** What begins every product. */
export interface MessageHeader {
  /** Code of the message; for products the same as that of the description. */
  code: number;
  /** When it was sent, milliseconds since 1970. */
  sentAt: number;
  /** Bytes of the message, this header included. */
  length: number;
  source: number;
  destination: number;
  /** Blocks that follow, this one included. */
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
