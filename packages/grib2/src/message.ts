import { Grib2Error } from './error.ts';
import { limits } from './limits.ts';
import { Section } from './section.ts';

/** The sections of one field: its own, and those of earlier fields in the message that still apply. */
export interface FieldSections {
  discipline: number;
  /** Sections by number, 1 and 3 to 7 (2 is local and not read). A truncated field has the first of them. */
  sections: (Section | undefined)[];
  /** The last bitmap of the message, for fields that reuse it. */
  lastBitmap?: Section;
}

/** A complete field, or the error that ended a message. */
export type Found = FieldSections & { error?: Grib2Error };

/** A message: its position, its edition, and its fields in order. */
export interface FoundMessage {
  offset: number;
  length: number;
  edition: number;
  fields: Found[];
}

const indicatorLength = 16; // octets of section 0
const endLength = 4; // octets of section 8, "7777"

/**
 * Finds the messages of a file. Other bytes before, between and after them are skipped: telecommunication headings, other
 * editions, garbage. Offsets only grow, so the work is bounded by the length of the file.
 *
 * @throws {Grib2Error} `not-grib2` if there is no message, `too-large` beyond the limits
 */
export function findMessages(bytes: Uint8Array): FoundMessage[] {
  if (bytes.length > limits.packedBytes) {
    throw new Grib2Error('too-large', `the file has ${bytes.length} bytes, at most ${limits.packedBytes} are read`);
  }
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const messages: FoundMessage[] = [];
  let fields = 0;
  for (let at = file.indexOf('GRIB'); at >= 0;) {
    const message = readMessage(file, at);
    if (message) {
      messages.push(message);
      fields += message.fields.length;
    }
    if (fields > limits.fields) throw new Grib2Error('too-large', `more than ${limits.fields} fields in one file`);
    at = file.indexOf('GRIB', at + (message?.length ?? 4));
  }
  if (messages.length === 0) throw new Grib2Error('not-grib2', `no GRIB message in ${bytes.length} bytes`);
  return messages;
}

/** The message at an offset; undefined if its four letters do not start one. */
function readMessage(file: Buffer, offset: number): FoundMessage | undefined {
  if (offset + indicatorLength > file.length) return undefined;
  const edition = file[offset + 7];
  if (edition === 2) return readEdition2(file, offset);

  const length = edition === 1 ? file.readUIntBE(offset + 4, 3) : Number(file.readBigUInt64BE(offset + 8));
  if (length <= indicatorLength || !endsAt(file, offset + length)) return undefined; // letters by chance
  const error = new Grib2Error('unsupported', `the message at byte ${offset} is of edition ${edition}, not 2`);
  return { offset, length, edition, fields: [{ discipline: 0, sections: [], error }] };
}

function readEdition2(file: Buffer, offset: number): FoundMessage {
  const discipline = file[offset + 6];
  const declared = Number(file.readBigUInt64BE(offset + 8));
  const walk = walkSections(file, offset, declared, discipline);
  if (offset + declared > file.length && !walk.error) {
    walk.error = new Grib2Error(
      'truncated',
      `the message at byte ${offset} declares ${declared} bytes, ${file.length - offset} are there`,
    );
  }
  if (walk.error) walk.fields.push({ ...walk.open, error: walk.error });

  // After damage, the search continues where the sections became invalid, unless the declared end is valid.
  // A message of length 0 would have a valid end too: that of the message before it.
  const isSound = declared > indicatorLength && endsAt(file, offset + declared);
  const length = isSound ? declared : Math.max(walk.at - offset, indicatorLength);
  return { offset, length, edition: 2, fields: walk.fields };
}

interface Walk {
  fields: Found[];
  /** The sections of an incomplete field. */
  open: FieldSections;
  at: number;
  error?: Grib2Error;
}

/** The sections that may follow each section; 8 is the end. */
const followers: Record<number, number[]> = {
  0: [1],
  1: [2, 3],
  2: [3],
  3: [4],
  4: [5],
  5: [6],
  6: [7],
  7: [2, 3, 4, 8],
};

function walkSections(file: Buffer, offset: number, declared: number, discipline: number): Walk {
  const cutShort = offset + declared > file.length;
  const end = cutShort ? file.length : offset + declared;
  const walk: Walk = { fields: [], open: { discipline, sections: [] }, at: offset + indicatorLength };
  let last = 0;
  try {
    while (!(walk.at === end - endLength && endsAt(file, end))) {
      const section = readSection(file, walk.at, end);
      if (!followers[last].includes(section.number)) throw outOfOrder(last, section.number, walk.at);
      last = section.number;
      accept(walk, section);
      walk.at += section.length;
    }
    if (last !== 7) throw outOfOrder(last, 8, walk.at);
  } catch (error) {
    if (!(error instanceof Grib2Error)) throw error;
    walk.error = error;
    if (last === 7 && !mayFollow(file, walk.at, cutShort)) forgetLast(walk);
  }
  return walk;
}

/** Whether another section, or the end of a truncated file, follows the data of a field. */
function mayFollow(file: Buffer, at: number, cutShort: boolean): boolean {
  return at + 5 > file.length ? cutShort : followers[7].includes(file[at + 4]);
}

/** Drops the last field: data with an invalid follower may include the start of another message. */
function forgetLast(walk: Walk): void {
  walk.fields.pop();
  walk.at -= walk.open.sections[7]!.length - 5;
}

function accept(walk: Walk, section: Section): void {
  const { open } = walk;
  open.sections.length = section.number; // later sections belong to the field before
  open.sections[section.number] = section;
  if (section.number === 6 && section.u8(6) === 0) open.lastBitmap = section;
  if (section.number !== 7) return;
  walk.fields.push({ ...open, sections: [...open.sections] });
}

function readSection(file: Buffer, at: number, end: number): Section {
  if (at + 5 > end) throw new Grib2Error('truncated', `a section was needed at byte ${at}, where the message ends`);
  const length = file.readUInt32BE(at);
  const number = file[at + 4];
  if (length < 5)
    throw new Grib2Error('damaged', `the section at byte ${at} has length ${length}, at least 5 is needed`);
  if (at + length > end) {
    throw new Grib2Error(
      'truncated',
      `section ${number} at byte ${at} has length ${length}, ${end - at} bytes are left in the message`,
    );
  }
  return new Section(file.subarray(at, at + length));
}

function outOfOrder(last: number, next: number, at: number): Grib2Error {
  const needed = followers[last].filter((number) => number !== 8).join(', ');
  const found = next === 8 ? 'the message ends' : `section ${next} follows`;
  return new Grib2Error('damaged', `after section ${last} ${found} at byte ${at}; section ${needed} was needed`);
}

function endsAt(file: Buffer, end: number): boolean {
  return end >= endLength && end <= file.length && file.toString('latin1', end - endLength, end) === '7777';
}
