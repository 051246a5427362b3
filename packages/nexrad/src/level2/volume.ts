import { gunzipSync } from 'node:zlib';
import { isBzip2 } from '../bzip2/bunzip2.ts';
import { NexradError } from '../error.ts';
import { limits } from '../limits.ts';
import { Octets } from '../octets.ts';
import { isVolume, readHeader, type VolumeHeader } from './header.ts';
import { readMessage1 } from './message1.ts';
import { readMessage31 } from './message31.ts';
import { readCoveragePattern, type CoveragePattern } from './message5.ts';
import { messagesOf, type Message } from './messages.ts';
import type { Radial, SitePosition } from './radial.ts';
import { recordsOf, type Records } from './records.ts';
import { sweepsOf, type Choice, type Sweep } from './sweep.ts';

/** A Level II volume: what one radar measured in some minutes, cut by cut. */
export interface Volume {
  header: VolumeHeader;
  /** Four letters; empty where neither the header nor a radial names it. */
  station: string;
  /** Where the radar stands; undefined in volumes of before 2008. */
  site?: SitePosition;
  /** Number of the volume coverage pattern. */
  vcp?: number;
  /** The cuts that the pattern has, where the volume tells them; fewer may have been scanned. */
  pattern?: CoveragePattern;
  /** In the order in which they were scanned. */
  sweeps: Sweep[];
}

/** Which sweeps of a volume to read. */
export interface SweepChoice {
  /**
   * `all`; `lowest`: those at the start at the lowest tilt (both halves of a split cut), which needs only the first
   * records unpacked; or their places in the volume, from 0.
   */
  sweeps: 'all' | 'lowest' | number[];
}

const SAME_TILT_DEG = 0.2; // the antenna wavers by less, and tilts differ by more

/**
 * Reads a whole volume: Archive II of any age, gzipped or not, or real-time chunks joined end to end.
 *
 * @throws {NexradError} with what was found and what was needed
 * @see ICD 2620010, Archive II/User; ICD 2620002, RDA/RPG
 */
export function readVolume(bytes: Uint8Array): Volume {
  return readSweeps(bytes, { sweeps: 'all' });
}

/** The same for some sweeps only; records behind the last of them are not unpacked. */
export function readSweeps(bytes: Uint8Array, { sweeps: wanted }: SweepChoice): Volume {
  const file = new Octets(gunzipped(bytes), 'the volume');
  const header = readHeader(file);
  const volume: Volume = { header, station: header.station, sweeps: [] };
  gather(volume, recordsOf(file.bytes), wanted);
  if (volume.sweeps.length === 0 && !volume.pattern && wanted === 'all') {
    throw new NexradError('damaged', 'the volume holds neither a radial nor a coverage pattern');
  }
  return volume;
}

/**
 * Reads a real-time chunk from within a volume, which stands alone and has no header. It tells of its radials only.
 *
 * @throws {NexradError} with what was found and what was needed
 */
export function readChunk(bytes: Uint8Array): Part {
  const part: Part = { station: '', sweeps: [] };
  if (!isChunk(bytes)) throw new NexradError('not-nexrad', 'no chunk begins here: a length, then a bzip2 stream');
  gather(part, recordsOf(bytes, 0), 'all');
  if (part.sweeps.length === 0) throw new NexradError('damaged', 'the chunk holds no radial');
  return part;
}

/** Whether this begins as a record and not as a volume does. */
export function isChunk(bytes: Uint8Array): boolean {
  return isBzip2(bytes, 4) && !isVolume(bytes);
}

type Part = Omit<Volume, 'header'>;

function gather(into: Part, records: Records, wanted: SweepChoice['sweeps']): void {
  for (const sweep of sweepsOf(radialsOf(messagesOf(records), into), chooser(wanted))) into.sweeps.push(sweep);
}

/** Radials as they come; what other messages and the radials tell of the volume is noted on the way. */
function* radialsOf(messages: Iterable<Message>, volume: Part): Generator<Radial> {
  for (const { type, segment, body } of messages) {
    if ((type === 5 || type === 7) && segment <= 1) volume.pattern ??= readCoveragePattern(body);
    const radial = type === 31 ? readMessage31(body) : type === 1 ? readMessage1(body) : undefined;
    if (!radial) continue;
    volume.vcp ??= radial.about.vcp;
    volume.site ??= radial.about.site;
    volume.station ||= radial.about.station ?? '';
    yield radial;
  }
}

function chooser(wanted: SweepChoice['sweeps']): Choice {
  if (wanted === 'all') return () => 'take';
  if (wanted === 'lowest') {
    let lowest: number | undefined;
    return (first) => {
      lowest ??= first.elevationDeg;
      return first.elevationDeg < lowest + SAME_TILT_DEG ? 'take' : 'end';
    };
  }
  const last = Math.max(...wanted);
  return (_, index) => (wanted.includes(index) ? 'take' : index > last ? 'end' : 'skip');
}

function gunzipped(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: limits.unpackedBytes });
  } catch (cause) {
    const isLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    const problem = isLarge ? `unpacks to more than ${limits.unpackedBytes} bytes` : 'is damaged or cut short';
    throw new NexradError(isLarge ? 'too-large' : 'damaged', `the gzip wrapping ${problem}`, { cause });
  }
}
