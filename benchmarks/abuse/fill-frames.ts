import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatStamp } from '@severe/base';
import { frameKeys, hrrrProducts, type FrameName, type RasterProduct } from '@severe/catalogue';
import { radarProducts, satelliteProducts } from '@severe/catalogue';
import { encodeCog, makeFrame, type Field } from '@severe/raster';
import { loadTime, minutesBefore, openLoad } from '../api/world.ts';
import { seededNumbers } from '../support/frame-files.ts';
import { unlessShort } from '../support/short-form.ts';

/** Six hours of satellite, one of radar, and a run of 48 hours. Frames of a product have the same contents. */
const satelliteFrames = unlessShort(73, 13);
const radarFrames = unlessShort(31, 7);
const runHours = 48;
const runAt = new Date('2026-05-20T18:00:00Z');

interface Contents {
  tiles?: Uint8Array;
  values: Uint8Array;
}

/**
 * Stores frames in the database and their objects in the folder of the service.
 *
 * @param options.modelSide width and height of the blocks of model values, in cells; default: as on PostgreSQL
 */
export async function fillFrames(
  databaseUrl: string,
  dataDir: string,
  { modelSide, log }: { modelSide?: number; log: (line: string) => void },
): Promise<void> {
  const db = await openLoad(databaseUrl);
  const firstOf = new Map<Uint8Array, string>();
  const store = (key: string, body: Uint8Array): void => {
    const path = join(dataDir, 'objects', key);
    mkdirSync(dirname(path), { recursive: true });
    const first = firstOf.get(body);
    if (first)
      linkSync(first, path); // another key, so that nothing is in memory because of another frame
    else writeFileSync(path, body);
    firstOf.set(body, first ?? path);
  };
  const publish = async (name: FrameName, { tiles, values }: Contents): Promise<void> => {
    const keys = frameKeys(name, formatStamp(name.validAt));
    if (tiles) store(keys.tiles, tiles);
    store(keys.values, values);
    await db.frames.insert({
      ...name,
      publishedAt: loadTime,
      tilesKey: tiles ? keys.tiles : null,
      tilesBytes: tiles?.length ?? 0,
      valuesKey: keys.values,
      valuesBytes: values.length,
      simulated: false,
    });
  };
  const observed = async (family: 'radar' | 'satellite', product: RasterProduct, frames: number, minutes: number) => {
    const contents = makeFrame(cloudyField(product), product, { name: product.name });
    for (let i = 0; i < frames; i++) {
      const validAt = minutesBefore(loadTime, 2 + i * minutes);
      await publish({ family, product: product.id, runAt: null, validAt }, contents);
    }
  };
  try {
    await observed(
      'satellite',
      satelliteProducts.find(({ id }) => id === 'ir')!,
      satelliteFrames,
      5,
    );
    await observed(
      'radar',
      radarProducts.find(({ id }) => id === 'composite-reflectivity')!,
      radarFrames,
      2,
    );
    const values = { values: encodeCog(modelField(), { side: modelSide }) };
    for (const { id } of hrrrProducts) {
      for (let hour = 0; hour <= runHours; hour++) {
        const validAt = new Date(runAt.getTime() + hour * 3_600_000);
        await publish({ family: 'hrrr', product: id, runAt, validAt }, values);
      }
    }
    log(`filled with ${satelliteFrames + radarFrames + hrrrProducts.length * (runHours + 1)} frames`);
  } finally {
    await db.close();
  }
}

/** Clouds or echoes of all sizes over the bounds of a product, in steps of 0.02 degrees. */
function cloudyField({ bounds: [west, south, east, north], family }: RasterProduct): Field {
  const step = 0.02;
  const [width, height] = [Math.floor((east - west) / step), Math.floor((north - south) / step)];
  const packed = new Uint16Array(width * height);
  const random = seededNumbers(4);
  const base = family === 'radar' ? 1150 : 900;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const wave = Math.sin(column / 37) * Math.cos(row / 29) + Math.sin((column + row) / 11) / 2;
      packed[row * width + column] = base + Math.round(wave * 250 + random() * 30);
    }
  }
  const geometry = {
    kind: 'latlon',
    west: west + step / 2,
    north: north - step / 2,
    stepLon: step,
    stepLat: step,
  } as const;
  return { width, height, packed, scale: 0.1, offset: -100, absent: [{ code: 1, means: 'missing' }], geometry };
}

/** The grid of HRRR, with values that compress as those of a model. */
function modelField(): Field {
  const [width, height] = [1799, 1059];
  const packed = new Uint16Array(width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      packed[row * width + column] =
        1000 + Math.round(200 * Math.sin(column / 90) * Math.cos(row / 70) + 20 * Math.sin(column));
    }
  }
  return {
    width,
    height,
    packed,
    scale: 0.1,
    offset: -100,
    absent: [{ code: 65_535, means: 'missing' }],
    geometry: {
      kind: 'lambert',
      radius: 6_371_229,
      lat1: 38.5,
      lat2: 38.5,
      latOrigin: 38.5,
      lonOrigin: -97.5,
      x0: -2_697_520,
      y0: 1_587_306,
      stepX: 3000,
      stepY: 3000,
    },
  };
}
