import type { Budget } from '../../budget.ts';
import { NexradError } from '../../error.ts';
import { limits } from '../../limits.ts';
import type { Octets } from '../../octets.ts';
import { readGeneric } from './generic.ts';
import { readLinkedContour, readLines, readText, readUnlinkedContour } from './lines.ts';
import { markKinds, readMarks } from './marks.ts';
import type { Packet } from './packet.ts';
import { readDigitalRadials, readRunRadials, type Read } from './radial.ts';
import { readPrecipitationArray, readRaster, readRateArray } from './raster.ts';

/** Reads a packet that determines its own length. */
type ReadOwn = (data: Octets, at: number, layer: number, budget: Budget) => Read<Packet>;

/** Reads a packet whose length follows its code: `bytes` is the length of the rest. */
type ReadSized = (data: Octets, at: number, bytes: number, layer: number, budget: Budget) => Packet;

const selfSizedReaders: Record<number, ReadOwn | undefined> = {
  16: readDigitalRadials,
  17: readPrecipitationArray,
  18: readRateArray,
  28: readGeneric,
  29: skipLong,
  0x0802: (data, at, layer) => ({ packet: other(data, at, layer, 2), length: 6 }), // colour of a contour
  0x0e03: readLinkedContour,
  0x3501: readUnlinkedContour,
  0xaf1f: readRunRadials,
  0xba07: readRaster,
  0xba0f: readRaster,
};

const lines =
  (isLinked: boolean, hasLevel: boolean): ReadSized =>
  (data, at, bytes, layer) => {
    const start = at + 4 + (hasLevel ? 2 : 0);
    const level = hasLevel ? data.u16(at + 4) : undefined;
    return { kind: 'lines', code: data.u16(at), layer, level, lines: readLines(data, start, at + 4 + bytes, isLinked) };
  };

const group =
  (name: string): ReadSized =>
  (data, at, bytes, layer, budget) => {
    // Nested groups could be as deep as the file is long, so they are skipped
    const inside = readPackets(data.part(at + 4, bytes, `packet ${data.u16(at)}`), layer, budget, true);
    return { kind: 'group', code: data.u16(at), layer, name, packets: inside };
  };

const sizedReaders: Record<number, ReadSized | undefined> = {
  1: (data, at, bytes, layer) => readText(data, at, bytes, layer, false),
  2: (data, at, bytes, layer) => readText(data, at, bytes, layer, false),
  6: lines(true, false),
  7: lines(false, false),
  8: (data, at, bytes, layer) => readText(data, at, bytes, layer, true),
  9: lines(true, true),
  10: lines(false, true),
  23: group('past positions'),
  24: group('forecast positions'),
};

const groupNames = new Set([23, 24]);

/**
 * Reads consecutive packets.
 *
 * @param budget   limit of the gates' total size
 * @param isInside whether these packets are in a group: it has no gates, and groups in it are skipped
 * @throws {NexradError} `truncated`, `too-large`
 * @see ICD 2620001, RPG/Class 1 User, 3.3.4, Display Data Packets
 */
export function readPackets(data: Octets, layer: number, budget: Budget, isInside = false): Packet[] {
  const packets: Packet[] = [];
  let at = 0;
  while (at + 4 <= data.length) {
    const { packet, length } = readPacket(data, at, layer, budget, isInside);
    budget.take(gateBytes(packet));
    if (packets.length >= limits.packets) {
      throw new NexradError('too-large', `a layer has more than ${limits.packets} packets`);
    }
    packets.push(packet);
    at += length;
  }
  return packets;
}

function readPacket(data: Octets, at: number, layer: number, budget: Budget, isInside: boolean): Read<Packet> {
  const code = data.u16(at);
  const own = selfSizedReaders[code];
  if (own && !isInside) return own(data, at, layer, budget);
  if (own) throw new NexradError('damaged', `packet ${code} is within another, where only marks and lines belong`);

  const bytes = data.u16(at + 2);
  data.slice(at + 4, bytes);
  const sized = isInside && groupNames.has(code) ? undefined : sizedReaders[code];
  const marks = markKinds[code];
  const packet = sized
    ? sized(data, at, bytes, layer, budget)
    : marks
      ? readMarks(data, at, bytes, layer, marks)
      : other(data, at, layer, bytes);
  return { packet, length: 4 + bytes };
}

/** Skips packet 29, which has two reserved bytes and a length of four bytes. */
function skipLong(data: Octets, at: number, layer: number): Read<Packet> {
  const bytes = data.u32(at + 4);
  data.slice(at + 8, bytes);
  return { packet: other(data, at, layer, bytes), length: 8 + bytes };
}

function other(data: Octets, at: number, layer: number, bytes: number): Packet {
  return { kind: 'other', code: data.u16(at), layer, bytes };
}

/** Size of a packet's gates or cells, bytes; those within a group have none. */
function gateBytes(packet: Packet): number {
  return packet.kind === 'radial' || packet.kind === 'raster' ? packet.packed.byteLength : 0;
}
