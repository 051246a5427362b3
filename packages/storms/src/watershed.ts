import type { Pixels } from './find-pixels.ts';

/** A basin: the pixels that drain to one maximum. Basins that were joined share the basin with the highest peak. */
export interface Basin {
  /** Smoothed echo of the maximum, dBZ. */
  peak: number;
  /** Indices of the pixels in the grid, strongest first. */
  members: number[];
}

interface Saliency {
  /** A maximum stands out by at least this above the saddle to a stronger one, dB. */
  depthDb: number;
  /** A basin with fewer pixels above the saddle is joined to the stronger one. */
  pixels: number;
}

/**
 * Divides pixels into basins: the watershed of the echo, flooded from the strongest pixel down. Where two basins meet,
 * the weaker one is joined to the stronger if it is shallow or small, else both remain.
 *
 * This is the enhanced watershed of Lakshmanan, Hondl and Rabin (2009), with the saliency of a maximum measured by its
 * depth as well as its size.
 *
 * @param pixels strongest first, none at the edge of the grid
 * @param width  of the grid
 * @param height of the grid
 */
export function watershed({ indices, smoothed }: Pixels, width: number, height: number, saliency: Saliency): Basin[] {
  const labels = new Int32Array(width * height); // number of the basin plus one; 0 before a pixel is flooded
  const peaks: number[] = [];
  const sizes: number[] = [];
  const joined: number[] = []; // basin that each one was joined to; itself if it was not
  const around = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];

  const rootOf = (basin: number): number => {
    while (joined[basin] !== basin) basin = joined[basin] = joined[joined[basin]];
    return basin;
  };

  for (let p = 0; p < indices.length; p++) {
    const index = indices[p];
    let home = -1;
    for (const step of around) {
      const label = labels[index + step];
      if (label === 0) continue;
      const other = rootOf(label - 1);
      if (home === other) continue;
      home = home < 0 ? other : meet(home, other, smoothed[p]);
    }
    if (home < 0) {
      home = peaks.push(smoothed[p]) - 1;
      joined.push(home);
      sizes.push(0);
    }
    sizes[home]++;
    labels[index] = home + 1;
  }

  const basins = peaks.map((peak): Basin => ({ peak, members: [] }));
  for (const index of indices) basins[rootOf(labels[index] - 1)].members.push(index);
  return basins.filter(({ members }) => members.length > 0);

  /** @returns the basin that takes the pixel where two meet at a level */
  function meet(a: number, b: number, level: number): number {
    const [strong, weak] = peaks[a] >= peaks[b] ? [a, b] : [b, a];
    if (peaks[weak] - level >= saliency.depthDb && sizes[weak] >= saliency.pixels) return strong;
    sizes[strong] += sizes[weak];
    joined[weak] = strong;
    return strong;
  }
}
