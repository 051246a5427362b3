import type { EchoGrid } from './echo-grid.ts';

/** Pixels of a grid with at least a given echo, strongest first. */
export interface Pixels {
  /** Indices in the grid. */
  indices: Int32Array;
  /** Echo of each pixel, dBZ: the mean of the 3 × 3 pixels around it, which removes speckle. */
  smoothed: Float32Array;
}

/** Weaker neighbours, and those without echo, count as this in a mean, dBZ. */
const faintDbz = 20;

/** Echo above this is sorted as equal, dBZ. */
const greatestDbz = 95;

/** Steps of the sort, per dB. */
const stepsPerDb = 4;

/**
 * Finds the pixels whose smoothed echo is at least `leastDbz`, strongest first. Pixels at the edge of the grid are left
 * out: no radar covers them.
 */
export function findPixels(grid: EchoGrid, leastDbz: number): Pixels {
  const { width, height, packed, scale, offset } = grid;
  const absent = new Set(grid.absent.map(({ code }) => code));
  const found: number[] = [];
  const values: number[] = [];
  for (let row = 1; row < height - 1; row++) {
    for (let i = row * width + 1, end = (row + 1) * width - 1; i < end; i++) {
      if (offset + packed[i] * scale < leastDbz || absent.has(packed[i])) continue;
      const mean = meanAround(i);
      if (mean < leastDbz) continue;
      found.push(i);
      values.push(mean);
    }
  }
  return strongestFirst(found, values, leastDbz);

  function meanAround(centre: number): number {
    let sum = 0;
    for (let down = -width; down <= width; down += width) {
      for (let i = centre + down - 1; i <= centre + down + 1; i++) {
        const dbz = absent.has(packed[i]) ? faintDbz : offset + packed[i] * scale;
        sum += dbz > faintDbz ? dbz : faintDbz;
      }
    }
    return sum / 9;
  }
}

/** A counting sort, descending; pixels of one step stay in the order of the grid. */
function strongestFirst(found: number[], values: number[], leastDbz: number): Pixels {
  const steps = Math.ceil((greatestDbz - leastDbz) * stepsPerDb) + 1;
  const stepOf = (dbz: number) => Math.max(0, Math.floor((greatestDbz - dbz) * stepsPerDb));
  const next = new Int32Array(steps + 1);
  for (const dbz of values) next[stepOf(dbz) + 1]++;
  for (let i = 1; i < next.length; i++) next[i] += next[i - 1];
  const indices = new Int32Array(found.length);
  const smoothed = new Float32Array(found.length);
  found.forEach((index, i) => {
    const at = next[stepOf(values[i])]++;
    indices[at] = index;
    smoothed[at] = values[i];
  });
  return { indices, smoothed };
}
