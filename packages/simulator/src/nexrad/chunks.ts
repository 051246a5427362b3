import { cuts } from './pattern.ts';
import { cutEnds } from './volume.ts';

/** Radials in a record. */
const radialsTogether = 120;

/** One of the parts in which a volume is sent during the scan. */
export interface ChunkPlan {
  /** Sequence number, from 1. */
  sequence: number;
  kind: 'S' | 'I' | 'E';
  /** Milliseconds from the start of the volume to the last radial of the part. */
  measuredAfter: number;
}

/** All chunks of a volume: the metadata, then every record. */
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

/** The part of a volume file that forms a chunk: one record, the first with the volume header. */
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
