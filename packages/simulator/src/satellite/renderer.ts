import { reusable } from '@severe/async';
import { stormModel } from '../model/storms.ts';
import { paintAnvils, type Anvils } from './anvils.ts';
import { bands } from './bands.ts';
import { canvasOf } from './canvas.ts';
import { addFires } from './fires.ts';
import { eastGrid, westGrid, type AbiGrid } from './grid.ts';
import { drawBands } from './draw-bands.ts';
import { landUnder, skyOver, type Land } from './sky.ts';

/** Renders the satellite images of a seed. */
export interface SatelliteRenderer {
  /**
   * The stored integers of all sixteen bands at a time, on the canvas of a grid (`canvasOf`). The next call reuses the
   * arrays.
   */
  draw(grid: AbiGrid, time: number): Uint16Array[];
}

export function createSatelliteRenderer(seed: number): SatelliteRenderer {
  const stormsAt = stormModel(seed);
  const lands = new Map<AbiGrid, Land>();
  const { width, height } = canvasOf(eastGrid);
  const cells = width * height;
  const scratch = reusable(() => ({
    codes: bands.map(() => new Uint16Array(cells)),
    anvils: { cover: new Float32Array(cells), topKm: new Float32Array(cells) } satisfies Anvils,
  }));

  return {
    draw(grid, time) {
      const { codes, anvils } = scratch();
      const land = lands.get(grid) ?? landUnder(grid);
      lands.set(grid, land);
      const canvas = canvasOf(grid);
      paintAnvils(canvas, stormsAt(time), time, anvils);
      drawBands(width, land, skyOver(grid, seed, time), anvils, time, codes);
      addFires(canvas, seed, time, codes);
      return codes;
    },
  };
}

/** The simulated satellites. */
export const satellites = [
  { name: 'G19', bucket: 'noaa-goes19', slot: 'GOES-East', grid: eastGrid },
  { name: 'G18', bucket: 'noaa-goes18', slot: 'GOES-West', grid: westGrid },
] as const;

export type Satellite = (typeof satellites)[number];
