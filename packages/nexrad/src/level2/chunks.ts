import { NexradError } from '../error.ts';

/** The fields of a real-time chunk's name, for example `20260811-225858-001-S`. */
export interface ChunkName {
  /** Start of the volume. */
  startedAt: Date;
  /** Sequence number in the volume, from 1. */
  sequence: number;
  /** S: start of the volume, with its metadata; I: intermediate; E: end. */
  kind: 'S' | 'I' | 'E';
}

/** A chunk and its name. */
export interface Chunk {
  name: ChunkName;
  bytes: Uint8Array;
}

/** Joined chunks of a volume. */
export interface JoinedChunks {
  /** Input for `readVolume`. */
  bytes: Uint8Array;
  /** Sequence numbers of absent chunks between the first and the last present one. */
  missing: number[];
  /** Whether the last chunk is present and none is missing. */
  isComplete: boolean;
}

const chunkNamePattern = /(?:^|\/)(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-(\d{3})-([SIE])$/;

/** Parses a chunk name, with or without its folder; undefined if it is not one. */
export function parseChunkName(name: string): ChunkName | undefined {
  const match = chunkNamePattern.exec(name);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second, sequence] = match.slice(1, 8).map(Number);
  const startedAt = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  return { startedAt, sequence, kind: match[8] as ChunkName['kind'] };
}

/**
 * Joins the available chunks of one volume, in any order. Chunks hold whole records, so a missing one loses only its
 * own radials.
 *
 * @throws {NexradError} `truncated` if the first chunk is missing, since the volume needs it; `damaged` if the chunks
 *   are of two volumes
 */
export function joinChunks(chunks: Chunk[]): JoinedChunks {
  const sorted = chunks.toSorted((one, other) => one.name.sequence - other.name.sequence);
  const [first] = sorted;
  if (first?.name.kind !== 'S') {
    throw new NexradError('truncated', `the first of ${chunks.length} chunks is not the one that begins a volume (S)`);
  }
  const stranger = sorted.find(({ name }) => name.startedAt.getTime() !== first.name.startedAt.getTime());
  if (stranger) {
    const times = [first, stranger].map(({ name }) => name.startedAt.toISOString()).join(' and ');
    throw new NexradError('damaged', `chunks of the volumes of ${times} were mixed`);
  }
  const last = sorted[sorted.length - 1].name;
  const present = new Set(sorted.map(({ name }) => name.sequence));
  const missing = range(first.name.sequence, last.sequence).filter((sequence) => !present.has(sequence));
  // Drop duplicates
  const once = sorted.filter(({ name }, i) => name.sequence !== sorted[i - 1]?.name.sequence);
  const bytes = Buffer.concat(once.map((chunk) => chunk.bytes));
  return { bytes, missing, isComplete: last.kind === 'E' && missing.length === 0 };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
