import type { Budget } from '../budget.ts';
import { NexradError } from '../error.ts';
import { limits } from '../limits.ts';
import type { Octets } from '../octets.ts';
import type { Packet } from './packets/packet.ts';
import { readPackets } from './packets/read.ts';

const divider = -1;

/** A block with its divider, id and length checked. */
function blockAt(message: Octets, at: number, id: number, name: string): Octets {
  if (message.s16(at) !== divider || message.u16(at + 2) !== id) {
    const found = `${message.s16(at)} and ${message.u16(at + 2)}`;
    throw new NexradError('damaged', `the ${name} block begins with ${found}, not with -1 and ${id}`);
  }
  return message.part(at, message.u32(at + 4), `the ${name} block`);
}

/**
 * Reads the symbology block: layers of packets.
 *
 * @param at     offset from the start of the message
 * @param budget limit of the gates' total size
 * @throws {NexradError} `truncated`, `damaged`, `too-large`
 * @see ICD 2620001, RPG/Class 1 User, figure 3-6, Product Symbology Block
 */
export function readSymbology(message: Octets, at: number, budget: Budget): Packet[] {
  const block = blockAt(message, at, 1, 'symbology');
  const layers = block.u16(8);
  const packets: Packet[] = [];
  let next = 10;
  for (let layer = 0; layer < layers; layer++) {
    if (block.s16(next) !== divider) {
      throw new NexradError('damaged', `layer ${layer} begins with ${block.s16(next)}, not with the divider -1`);
    }
    const length = block.u32(next + 2);
    for (const packet of readPackets(block.part(next + 6, length, `layer ${layer}`), layer, budget))
      packets.push(packet);
    if (packets.length > limits.packets) {
      throw new NexradError('too-large', `the product has more than ${limits.packets} packets`);
    }
    next += 6 + length;
  }
  return packets;
}

/**
 * Reads the graphic alphanumeric block: pages of packets with text and lines for a display.
 *
 * @see ICD 2620001, RPG/Class 1 User, figure 3-6, Graphic Alphanumeric Block
 */
export function readGraphic(message: Octets, at: number, budget: Budget): Packet[][] {
  const block = blockAt(message, at, 2, 'graphic');
  const pages = block.u16(8);
  const read: Packet[][] = [];
  let next = 10;
  for (let page = 0; page < pages; page++) {
    const length = block.u16(next + 2); // after the page number
    read.push(readPackets(block.part(next + 4, length, `page ${page + 1}`), page, budget));
    next += 4 + length;
  }
  return read;
}

const endOfPage = 0xffff;

/**
 * Reads the tabular alphanumeric block: its own message header and description, then pages of text.
 *
 * @see ICD 2620001, RPG/Class 1 User, figure 3-6, Tabular Alphanumeric Block
 */
export function readTabular(message: Octets, at: number, headBytes: number): string[][] {
  const block = blockAt(message, at, 3, 'tabular');
  return readPages(block, 8 + headBytes);
}

/** Reads pages of lines, of the tabular block or of a text-only product. */
export function readPages(data: Octets, at: number): string[][] {
  if (data.s16(at) !== divider) {
    throw new NexradError('damaged', `the pages begin with ${data.s16(at)}, not with the divider -1`);
  }
  const count = data.u16(at + 2);
  const pages: string[][] = [];
  let next = at + 4;
  for (let page = 0; page < count; page++) {
    const lines: string[] = [];
    for (let length = data.u16(next); length !== endOfPage; length = data.u16(next)) {
      lines.push(data.text(next + 2, length));
      next += 2 + length;
    }
    next += 2;
    pages.push(lines);
  }
  return pages;
}
