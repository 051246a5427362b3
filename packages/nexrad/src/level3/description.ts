import { NexradError } from '../error.ts';
import type { Octets } from '../octets.ts';
import { momentOf } from '../time.ts';
import { messageHeaderBytes } from './message.ts';

/** Length of header and description: offset of the first block. */
export const descriptionEnd = messageHeaderBytes + 102;

const divider = -1; // starts every block and layer

/** Location, time and coding of a product. */
export interface Description {
  lat: number;
  lon: number;
  heightFt: number;
  code: number;
  /** 0 maintenance, 1 clear air, 2 precipitation. */
  mode: number;
  vcp: number;
  volumeNumber: number;
  /** Milliseconds since 1970. */
  volumeAt: number;
  generatedAt: number;
  elevationNumber: number;
  /**
   * Product-dependent halfwords P1 to P10 by their numbers (index 0 is unused), unsigned. P3 is the elevation in tenths
   * of a degree, for products that have one.
   */
  parameters: Uint16Array;
  /** The sixteen data level thresholds, unsigned. */
  thresholds: Uint16Array;
  /** Offsets of the blocks from the start of the message, bytes; 0 if absent. */
  offsets: { symbology: number; graphic: number; tabular: number };
}

/**
 * @throws {NexradError} `truncated`, or `damaged` if the description's divider is missing
 * @see ICD 2620001, RPG/Class 1 User, figure 3-6, Product Description Block
 */
export function readDescription(message: Octets): Description {
  const block = message.part(messageHeaderBytes, descriptionEnd - messageHeaderBytes, 'the product description');
  if (block.s16(0) !== divider) {
    throw new NexradError('damaged', `the product description begins with ${block.s16(0)}, not with the divider -1`);
  }
  // P1 and P2, the elevation number, P3, the thresholds, then P4 to P10
  const parameters = Uint16Array.of(0, block.u16(34), block.u16(36), block.u16(40), ...halfwords(block, 74, 7));
  return {
    lat: block.s32(2) / 1000,
    lon: block.s32(6) / 1000,
    heightFt: block.s16(10),
    code: block.u16(12),
    mode: block.u16(14),
    vcp: block.u16(16),
    volumeNumber: block.u16(20),
    volumeAt: momentOf(block.u16(22), block.u32(24) * 1000),
    generatedAt: momentOf(block.u16(28), block.u32(30) * 1000),
    elevationNumber: block.u16(38),
    parameters,
    thresholds: Uint16Array.from(halfwords(block, 42, 16)),
    offsets: { symbology: block.u32(90) * 2, graphic: block.u32(94) * 2, tabular: block.u32(98) * 2 },
  };
}

function halfwords(block: Octets, at: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => block.u16(at + 2 * i));
}
