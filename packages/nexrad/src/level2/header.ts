import { NexradError } from '../error.ts';
import type { Octets } from '../octets.ts';
import { momentOf } from '../time.ts';

/** Length of the volume header, bytes. */
export const volumeHeaderBytes = 24;

/** The first 24 bytes of a volume. */
export interface VolumeHeader {
  /** For example "AR2V0006" or "ARCHIVE2". The last two digits give the layout of the data. */
  version: string;
  /** Number of the volume, 1 to 999, as text. */
  number: string;
  /** Start of the volume, milliseconds since 1970. */
  startedAt: number;
  /** Four letters; empty in volumes before 2005. */
  station: string;
}

/** Whether a volume begins here. */
export function isVolume(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 8)).toString('latin1');
  return head.startsWith('AR2V') || head === 'ARCHIVE2';
}

/**
 * @throws {NexradError} `not-nexrad` if no volume header is found, `truncated`
 * @see ICD 2620010, Archive II/User, 7.3.3 Volume Header Record
 */
export function readHeader(file: Octets): VolumeHeader {
  if (!isVolume(file.bytes)) {
    throw new NexradError('not-nexrad', 'no volume begins here: its first bytes are AR2V or ARCHIVE2');
  }
  return {
    version: file.text(0, 8),
    number: file.text(9, 3).trim(),
    startedAt: momentOf(file.u32(12), file.u32(16)),
    station: file.text(20, 4),
  };
}
