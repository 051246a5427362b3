import { cuts } from './pattern.ts';
import { cutEnds } from './volume.ts';

/** Radials of a record. */
const radialsTogether = 120;

/** One of the parts in which a volume is sent while it is measured. */
export interface ChunkPlan {
  /** From 1. */
  sequence: number;
  kind: 'S' | 'I' | 'E';
  /** Milliseconds from the beginning of the volume to the last of its radials. */
  measuredAfter: number;
}

/** All chunks of a volume: first what is said of it, then every record by itself. */
export const chunkPlans: ChunkPlan[] = planChunks();

function planChunks(): ChunkPlan[] {
  const ends = cuts.flatMap(({ radials, seconds }, i) => {
    const count = radials / radialsTogether;
    return Array.from({ length: count }, (_, k) => (cutEnds[i - 1] ?? 0) + (1000 * seconds * (k + 1)) / count);
  });
  return [0, ...ends].map((measuredAfter, i) => ({
    sequence: i + 1,
    kind: i === 0 ? 'S' : i === ends.length ? 'E' : 'I',
    measuredAfter,
  }));
}

const headerBytes = 24;

/** The part of a volume's file that is a chunk: its record, and before the first the header of the volume. */
export function cutChunk(file: Uint8Array, sequence: number): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let start = 0;
  let end = headerBytes;
  for (let i = 0; i < sequence; i++) {
    start = i === 0 ? 0 : end;
    end += 4 + Math.abs(view.getInt32(end));
  }
  return file.subarray(start, end);
}
