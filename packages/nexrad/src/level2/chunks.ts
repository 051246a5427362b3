import { NexradError } from '../error.ts';

/** What a real-time chunk is, by its name: `20260811-225858-001-S`. */
export interface ChunkName {
  /** When the volume began. */
  startedAt: Date;
  /** Place in the volume, from 1. */
  sequence: number;
  /** S begins a volume and holds what is said of it, I lies within, E ends it. */
  kind: 'S' | 'I' | 'E';
}

/** A chunk as it was fetched. */
export interface Chunk {
  name: ChunkName;
  bytes: Uint8Array;
}

/** Chunks put together. */
export interface JoinedChunks {
  /** What `readVolume` reads. */
  bytes: Uint8Array;
  /** Places of chunks that are not there (yet), between the first and the last that are. */
  missing: number[];
  /** The last chunk is there, and none is missing. */
  isComplete: boolean;
}

const NAME = /(?:^|\/)(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-(\d{3})-([SIE])$/;

/** Reads the name of a chunk, with or without the folder before it; undefined where it is none. */
export function parseChunkName(name: string): ChunkName | undefined {
  const match = NAME.exec(name);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second, sequence] = match.slice(1, 8).map(Number);
  const startedAt = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  return { startedAt, sequence, kind: match[8] as ChunkName['kind'] };
}

/**
 * Puts the chunks of one volume together, in whatever order they came and as many as there are. Each holds whole records,
 * so that a missing one costs its own radials only.
 *
 * @throws {NexradError} `truncated` when the first chunk is missing, for without it there is no volume;
 *   `damaged` when chunks of two volumes were mixed
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
  // Fetched twice is used once
  const once = sorted.filter(({ name }, i) => name.sequence !== sorted[i - 1]?.name.sequence);
  const bytes = Buffer.concat(once.map((chunk) => chunk.bytes));
  return { bytes, missing, isComplete: last.kind === 'E' && missing.length === 0 };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
