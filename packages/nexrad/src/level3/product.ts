import { Budget } from '../budget.ts';
import { Bunzip2, isBzip2 } from '../bzip2/bunzip2.ts';
import { NexradError } from '../error.ts';
import { limits } from '../limits.ts';
import { Octets } from '../octets.ts';
import { readGraphic, readPages, readSymbology, readTabular } from './blocks.ts';
import { descriptionEnd, readDescription, type Description } from './description.ts';
import { findHeading, unwrap, type Heading } from './heading.ts';
import { kindOf, type ProductKind } from './kinds.ts';
import type { Levels } from './levels/levels.ts';
import { messageHeaderBytes, readMessageHeader, type MessageHeader } from './message.ts';
import type { Packet } from './packets/packet.ts';

/** A Level III product: derived by the radar's product generator from a volume. */
export interface Product {
  heading?: Heading;
  header: MessageHeader;
  description: Description;
  kind: Omit<ProductKind, 'levels'>;
  /** Values of the codes in radial and raster packets. */
  levels: Levels;
  /** Packets of all layers of the symbology block, in order. */
  packets: Packet[];
  /** Pages of the graphic block, for a display. */
  graphic: Packet[][];
  /** Pages of text, line by line. */
  tabular: string[][];
}

/** Text-only products: their offsets do not point to blocks. */
const textOnlyCodes = new Set([62, 73, 75, 77, 82]);

/** Range of product codes; lower codes are other messages. */
const firstCode = 16;
const lastCode = 299;

/** Whether the bytes look like a product: a WMO heading, or a message header followed by a description. */
export function isProduct(bytes: Uint8Array): boolean {
  if (findHeading(bytes)) return true;
  if (bytes.length < descriptionEnd) return false;
  const message = new Octets(bytes, 'the product');
  const code = message.u16(0);
  const isConfirmed = message.s16(messageHeaderBytes) === -1 && message.u16(messageHeaderBytes + 12) === code;
  return isConfirmed && code >= firstCode && code <= lastCode;
}

/**
 * Reads a product, with or without the heading and wrapping of a network.
 *
 * @throws {NexradError} with what was found and what was needed
 * @see ICD 2620001, RPG/Class 1 User
 */
export function readProduct(bytes: Uint8Array): Product {
  if (bytes.length > limits.packedBytes) {
    throw new NexradError('too-large', `the product has ${bytes.length} bytes, at most ${limits.packedBytes} are read`);
  }
  const { heading, product } = unwrap(bytes);
  if (!isProduct(product)) throw notAProduct(heading);
  const packed = new Octets(product, 'the product');
  const header = readMessageHeader(packed);
  const description = readDescription(packed);
  const message = unpacked(packed);
  const { levels, ...kind } = kindOf(description.code);
  return {
    heading,
    header,
    description,
    kind,
    levels: levels(description.thresholds),
    ...readBlocks(message, description),
  };
}

function notAProduct(heading: Heading | undefined): NexradError {
  if (heading?.wmo.startsWith('NOUS')) {
    return new NexradError('unsupported', `${heading.wmo} ${heading.awips} is a message in words, without a product`);
  }
  return new NexradError('not-nexrad', 'no product begins here: a message header is followed by a description');
}

/** Unpacks a product whose blocks are one bzip2 stream. Offsets refer to the unpacked form. */
function unpacked(message: Octets): Octets {
  if (!isBzip2(message.bytes, descriptionEnd)) return message;
  const rest = new Bunzip2().unpack(message.bytes.subarray(descriptionEnd), limits.productBytes);
  return new Octets(Buffer.concat([message.slice(0, descriptionEnd), rest]), 'the product');
}

function readBlocks(message: Octets, { code, offsets }: Description): Pick<Product, 'packets' | 'graphic' | 'tabular'> {
  if (textOnlyCodes.has(code)) return { packets: [], graphic: [], tabular: readPages(message, descriptionEnd) };
  const { symbology, graphic, tabular } = offsets;
  const budget = new Budget(limits.productGateBytes);
  return {
    packets: symbology === 0 ? [] : readSymbology(message, symbology, budget),
    graphic: graphic === 0 ? [] : readGraphic(message, graphic, budget),
    tabular: tabular === 0 ? [] : readTabular(message, tabular, descriptionEnd),
  };
}
