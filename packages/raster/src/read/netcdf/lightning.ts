import { DataError } from '@severe/base';
import { Dataset, type File } from 'h5wasm';
import { textOf } from './attributes.ts';
import { withFile } from './open.ts';
import { readPacking, valueOf } from './packing.ts';
import { readAll, typeOf } from './variable.ts';

/** A flash as the mapper saw it; null where the file says that it does not know. */
export interface Flash {
  /** Its place in the granule, from 0: with the granule's name it tells it from all others. */
  index: number;
  /** Its first light. */
  at: Date;
  /** The middle of its light, in degrees. */
  lat: number;
  lon: number;
  /** Light, in femtojoules. */
  energyFj: number | null;
  /** What it lit up, in km². */
  areaKm2: number | null;
  /** 0 is good; others tell what spoilt it. */
  quality: number | null;
}

/** Twenty seconds of lightning. */
export interface LightningGranule {
  /** The name that the provider gave the file. */
  name?: string;
  /** Such as `G19`. */
  satellite?: string;
  startsAt: Date;
  /** In the order of the file; those without a place or a time are left out. */
  flashes: Flash[];
}

/** Seconds of the mapper's files are counted from here. */
const epoch = Date.UTC(2000, 0, 1, 12);

const most = 630_000; // flashes of a granule that the format allows; real ones have some hundreds

const [femto, squareKm] = [1e15, 1e-6]; // of J and m²

/**
 * Reads the flashes of a granule of the lightning mapper: product GLM-L2-LCFA of GOES-R. For bytes that nobody vouches
 * for see `readLightning`, which runs this in a thread.
 *
 * @throws {DataError} `netcdf-…` when a variable is missing, or cannot be read
 * @see GOES-R Product Definition and User's Guide, volume 5, section 5.26 (Lightning Detection)
 */
export function readLightningFile(bytes: Uint8Array): Promise<LightningGranule> {
  return withFile(bytes, (file) => {
    const [seconds] = valuesOf(file, 'product_time', 0);
    if (typeof seconds !== 'number') throw new DataError('netcdf-no-time', 'product_time holds no number');
    const startsAt = new Date(epoch + seconds * 1000);
    return {
      name: textOf(file, 'dataset_name'),
      satellite: textOf(file, 'platform_ID'),
      startsAt,
      flashes: flashesOf(file, startsAt.getTime()),
    };
  });
}

function flashesOf(file: File, startMs: number): Flash[] {
  const of = (name: string): (number | null)[] => valuesOf(file, `flash_${name}`, 1);
  const [lats, lons, offsets] = [of('lat'), of('lon'), of('time_offset_of_first_event')];
  const [energies, areas, qualities] = [of('energy'), of('area'), of('quality_flag')];
  return lats.flatMap((lat, index) => {
    const [lon, offset] = [lons[index], offsets[index]];
    if (lat === null || typeof lon !== 'number' || typeof offset !== 'number') return [];
    return {
      index,
      at: new Date(Math.round(startMs + offset * 1000)),
      lat,
      lon,
      energyFj: times(energies[index], femto),
      areaKm2: times(areas[index], squareKm),
      quality: qualities[index] ?? null,
    };
  });
}

const times = (value: number | null | undefined, factor: number): number | null =>
  typeof value === 'number' ? value * factor : null;

/** The values of a variable of so many dimensions. */
function valuesOf(file: File, name: string, dimensions: 0 | 1): (number | null)[] {
  const variable = file.get(name);
  const type = variable instanceof Dataset ? typeOf(variable) : undefined;
  if (!(variable instanceof Dataset) || !type || variable.shape?.length !== dimensions) {
    throw new DataError(
      'netcdf-no-variable',
      `the file has no variable ${name} of numbers in ${dimensions} dimensions`,
    );
  }
  const [count = 1] = variable.shape;
  const [chunk = 1] = variable.metadata.chunks ?? [];
  if (count > most || chunk > most) {
    throw new DataError(
      'netcdf-too-large',
      `${name} has ${count} numbers in chunks of ${chunk}; at most ${most} are read`,
    );
  }
  if (count === 0) return [];
  const packing = readPacking(variable, type);
  if (dimensions === 0) return [valueOf(Number(variable.value), packing)];
  return Array.from(readAll(variable, packing) as ArrayLike<number | bigint>, (stored) =>
    valueOf(Number(stored), packing),
  );
}
