import { Budget } from '../budget.ts';
import { Bunzip2, isBzip2 } from '../bzip2/bunzip2.ts';
import { NexradError } from '../error.ts';
import { limits } from '../limits.ts';
import { Octets } from '../octets.ts';
import { readGraphic, readPages, readSymbology, readTabular } from './blocks.ts';
import { DESCRIPTION_END, readDescription, type Description } from './description.ts';
import { findHeading, unwrap, type Heading } from './heading.ts';
import { kindOf, type ProductKind } from './kinds.ts';
import type { Levels } from './levels/levels.ts';
import { MESSAGE_HEADER_BYTES, readMessageHeader, type MessageHeader } from './message.ts';
import type { Packet } from './packets/packet.ts';

/** A Level III product: what the radar's computer made of a volume. */
export interface Product {
  heading?: Heading;
  header: MessageHeader;
  description: Description;
  kind: Omit<ProductKind, 'levels'>;
  /** What the codes of its radial and raster packets stand for. */
  levels: Levels;
  /** Packets of all layers of the symbology block, in order. */
  packets: Packet[];
  /** Pages of the graphic block, for a screen. */
  graphic: Packet[][];
  /** Pages of text, line by line. */
  tabular: string[][];
}

/** Products that are pages of text and nothing else: no block begins where their description says. */
const TEXT_ONLY = new Set([62, 73, 75, 77, 82]);

/** Codes that products have; below them are messages of other kinds. */
const FIRST_CODE = 16;
const LAST_CODE = 299;

/** Whether this looks like a product: a bulletin's heading, or a message header with a description after it. */
export function isProduct(bytes: Uint8Array): boolean {
  if (findHeading(bytes)) return true;
  if (bytes.length < DESCRIPTION_END) return false;
  const message = new Octets(bytes, 'the product');
  const code = message.u16(0);
  const isConfirmed = message.s16(MESSAGE_HEADER_BYTES) === -1 && message.u16(MESSAGE_HEADER_BYTES + 12) === code;
  return isConfirmed && code >= FIRST_CODE && code <= LAST_CODE;
}

/**
 * Reads a product, with or without the heading and the wrappings of the network that it came by.
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

/** What follows the description may be one bzip2 stream; offsets count as if it were not. */
function unpacked(message: Octets): Octets {
  if (!isBzip2(message.bytes, DESCRIPTION_END)) return message;
  const rest = new Bunzip2().unpack(message.bytes.subarray(DESCRIPTION_END), limits.productBytes);
  return new Octets(Buffer.concat([message.slice(0, DESCRIPTION_END), rest]), 'the product');
}

function readBlocks(message: Octets, { code, offsets }: Description): Pick<Product, 'packets' | 'graphic' | 'tabular'> {
  if (TEXT_ONLY.has(code)) return { packets: [], graphic: [], tabular: readPages(message, DESCRIPTION_END) };
  const { symbology, graphic, tabular } = offsets;
  const budget = new Budget(limits.productGateBytes);
  return {
    packets: symbology === 0 ? [] : readSymbology(message, symbology, budget),
    graphic: graphic === 0 ? [] : readGraphic(message, graphic, budget),
    tabular: tabular === 0 ? [] : readTabular(message, tabular, DESCRIPTION_END),
  };
}
