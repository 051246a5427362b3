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

/** A Level II volume: the measurements of one radar over some minutes, cut by cut. */
export interface Volume {
  header: VolumeHeader;
  /** Four letters; empty if neither the header nor a radial names it. */
  station: string;
  /** Position of the radar; undefined in volumes before 2008. */
  site?: SitePosition;
  /** Number of the volume coverage pattern. */
  vcp?: number;
  /** The cuts of the pattern, if the volume has them; fewer may have been scanned. */
  pattern?: CoveragePattern;
  /** In scan order. */
  sweeps: Sweep[];
}

/** The sweeps of a volume to read. */
export interface SweepChoice {
  /**
   * `all`; `lowest`: those of the lowest tilt at the start (both halves of a split cut), which unpacks only the first
   * records; or indices in the volume, from 0.
   */
  sweeps: 'all' | 'lowest' | number[];
}

const tiltToleranceDeg = 0.2; // the elevation varies by less within a tilt, and by more between tilts

/**
 * Reads a whole volume: Archive II of any age, gzipped or not, or joined real-time chunks.
 *
 * @throws {NexradError} with what was found and what was needed
 * @see ICD 2620010, Archive II/User; ICD 2620002, RDA/RPG
 */
export function readVolume(bytes: Uint8Array): Volume {
  return readSweeps(bytes, { sweeps: 'all' });
}

/** Reads some sweeps of a volume. Records after the last of them are not unpacked. */
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
 * Reads an intermediate or last real-time chunk, which has no header. The result holds only its radials.
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

/** Whether the bytes start with a record and not with a volume header. */
export function isChunk(bytes: Uint8Array): boolean {
  return isBzip2(bytes, 4) && !isVolume(bytes);
}

type Part = Omit<Volume, 'header'>;

function gather(into: Part, records: Records, wanted: SweepChoice['sweeps']): void {
  for (const sweep of sweepsOf(radialsOf(messagesOf(records), into), chooser(wanted))) into.sweeps.push(sweep);
}

/** The radials in order. Metadata of the volume is collected on the way. */
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
      return first.elevationDeg < lowest + tiltToleranceDeg ? 'take' : 'end';
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
