import type { Budget } from '../../budget.ts';
import { NexradError } from '../../error.ts';
import { limits } from '../../limits.ts';
import type { Octets } from '../../octets.ts';
import type { GroupPacket, Packet, RadialPacket, TextPacket } from './packet.ts';
import type { Read } from './radial.ts';
import { Xdr } from './xdr.ts';

const packetCode = 28;
/** Fewest bytes of a component: its type, no parameters and an empty text. Status logs have some 1,500 of them. */
const componentBytes = 16;
/** Fewest bytes of a parameter: two empty texts. */
const parameterBytes = 8;

/**
 * Reads packet 28: a product in external data representation. Only radials and texts are supported. A packet with
 * nothing but radials gives a radial packet, any other a group.
 *
 * @param budget limit of the gates' total size
 * @throws {NexradError} `truncated`, `damaged`, `too-large`
 * @see ICD 2620001, RPG/Class 1 User, appendix E, Generic Product Format
 */
export function readGeneric(data: Octets, at: number, layer: number, budget: Budget): Read<Packet> {
  const bytes = data.u32(at + 4);
  const xdr = new Xdr(data.part(at + 8, bytes, 'the generic packet'));
  const name = readDescription(xdr);
  readParameters(xdr);
  const packets = readComponents(xdr, layer, budget);
  const group: GroupPacket = { kind: 'group', code: packetCode, layer, name, packets };
  return { packet: packets.length === 1 && packets[0].kind === 'radial' ? packets[0] : group, length: 8 + bytes };
}

/**
 * Reads the name and skips description, code, type, time, radar, position, and scan times and numbers, which the
 * product description repeats.
 */
function readDescription(xdr: Xdr): string {
  const name = xdr.text();
  xdr.text();
  xdr.skip(3);
  xdr.text();
  xdr.skip(12);
  return name;
}

/** Skips the parameters: pairs of texts. A former pointer follows each count and separates entries. */
function readParameters(xdr: Xdr): void {
  const count = counted(xdr, parameterBytes, 'parameters');
  xdr.skip(1);
  for (let i = 0; i < count; i++) {
    xdr.text();
    xdr.text();
    if (i < count - 1) xdr.skip(1);
  }
}

/** A count of entries. One that the rest of the packet cannot hold is refused before anything is allocated. */
function counted(xdr: Xdr, entryBytes: number, what: string): number {
  const count = xdr.unsigned();
  const most = Math.floor(xdr.left / entryBytes);
  if (count <= most) return count;
  throw new NexradError('truncated', `a generic packet has ${count} ${what}, its bytes hold at most ${most}`);
}

function checked(count: number, most: number, what: string): number {
  if (count <= most) return count;
  throw new NexradError('too-large', `a generic packet has ${count} ${what}, at most ${most} are read`);
}

const componentReaders: Record<number, ((xdr: Xdr, layer: number) => Packet) | undefined> = {
  1: readRadials,
  4: readText,
};

function readComponents(xdr: Xdr, layer: number, budget: Budget): Packet[] {
  const count = counted(xdr, componentBytes, 'components');
  xdr.skip(1);
  const packets: Packet[] = [];
  for (let i = 0; i < count; i++) {
    const type = xdr.int();
    const read = componentReaders[type];
    // Components have no length, so nothing after an unknown one can be located
    if (!read) return [...packets, { kind: 'other', code: packetCode, layer, bytes: 0 }];
    const packet = read(xdr, layer);
    if (count > 1 && packet.kind === 'radial') budget.take(packet.packed.byteLength); // a packet of its own is charged once
    packets.push(packet);
    if (i < count - 1) xdr.skip(1);
  }
  return packets;
}

function readRadials(xdr: Xdr, layer: number): RadialPacket {
  xdr.text(); // description
  const gateM = xdr.float();
  const firstM = xdr.float();
  readParameters(xdr);
  const radials = checked(xdr.unsigned(), limits.radials, 'radials');
  const startsDeg = new Float32Array(radials);
  const widthsDeg = new Float32Array(radials);
  const rows: Uint16Array[] = [];
  for (let radial = 0; radial < radials; radial++) {
    const azimuthDeg = xdr.float();
    xdr.skip(1); // elevation
    widthsDeg[radial] = xdr.float();
    startsDeg[radial] = azimuthDeg;
    const row = new Uint16Array(checked(xdr.unsigned(), limits.gates, 'gates'));
    xdr.text(); // number format; always the same
    xdr.ints(row);
    rows.push(row);
  }
  const gates = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const packed = new Uint16Array(radials * gates);
  rows.forEach((row, radial) => packed.set(row, radial * gates));
  const firstGate = gateM > 0 ? Math.round(firstM / gateM) : 0;
  return { kind: 'radial', code: packetCode, layer, radials, gates, firstGate, startsDeg, widthsDeg, packed };
}

function readText(xdr: Xdr, layer: number): TextPacket {
  readParameters(xdr);
  return { kind: 'text', code: packetCode, layer, eastKm: 0, northKm: 0, text: xdr.text() };
}
