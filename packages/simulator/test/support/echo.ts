import { stormModel } from '../../src/model/storms.ts';
import { mosaic, mosaicGrid } from '../../src/radar/grid.ts';
import { paintScene } from '../../src/scene.ts';
import { shapesOf } from '../../src/shapes/index.ts';

export { stormModel };

/**
 * The composite reflectivity of all storms of a seed at a time: tenths of a dBZ plus one; 0 without echo. The grid is the
 * part of the mosaic that has echo.
 */
export function simulatedEcho(seed: number, time: number) {
  const { block, composite } = paintScene(mosaic, shapesOf(stormModel(seed)(time), time));
  const packed = new Uint16Array(composite.length);
  composite.forEach((dbz, i) => {
    if (dbz >= 0) packed[i] = Math.round(10 * dbz) + 1;
  });
  const { west, north, step } = mosaicGrid;
  return {
    width: block.width,
    height: block.height,
    packed,
    scale: 0.1,
    offset: -0.1,
    absent: [{ code: 0 }],
    geometry: {
      kind: 'latlon' as const,
      west: west + block.column * step,
      north: north - block.row * step,
      stepLon: step,
      stepLat: step,
    },
  };
}
