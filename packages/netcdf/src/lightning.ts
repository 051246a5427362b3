import { DataError } from '@severe/base';
import { Dataset, type File } from 'h5wasm';
import { textOf } from './attributes.ts';
import { withFile } from './file.ts';
import { readPacking, valueOf } from './packing.ts';
import { readAll, typeOf } from './variable.ts';

/** A flash; fields are null if the file has no value. */
export interface Flash {
  /** Index in the granule, from 0. Together with the name of the granule it identifies the flash. */
  index: number;
  /** Time of the first event. */
  at: Date;
  /** Centroid weighted by radiance, in degrees. */
  lat: number;
  lon: number;
  /** Radiant energy, in femtojoules. */
  energyFj: number | null;
  /** Illuminated area, in km². */
  areaKm2: number | null;
  /** Quality flag; 0 is good. */
  quality: number | null;
}

/** A granule: twenty seconds of lightning. */
export interface LightningGranule {
  /** The name that the provider gave the file. */
  name?: string;
  /** Such as `G19`. */
  satellite?: string;
  startsAt: Date;
  /** In the order of the file, without flashes that have no place or time. */
  flashes: Flash[];
}

/** Times in GOES-R files are seconds since this instant, 2000-01-01T12:00Z. */
const epoch = Date.UTC(2000, 0, 1, 12);

const maxFlashes = 630_000; // the format's limit for a granule; real ones have some hundreds

const [femto, squareKm] = [1e15, 1e-6]; // of J and m²

/**
 * Reads the flashes of a granule of the product GLM-L2-LCFA in the calling thread. Use `readLightning`, which runs this in a
 * thread, for untrusted bytes.
 *
 * @throws {DataError} `netcdf-…` when a variable is missing, or cannot be read
 * @see GOES-R Product Definition and User's Guide, volume 5, section 5.26 (Lightning Detection)
 */
export function readLightningInPlace(bytes: Uint8Array): Promise<LightningGranule> {
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
  const valuesFor = (name: string): (number | null)[] => valuesOf(file, `flash_${name}`, 1);
  const [lats, lons, offsets] = [valuesFor('lat'), valuesFor('lon'), valuesFor('time_offset_of_first_event')];
  const [energies, areas, qualities] = [valuesFor('energy'), valuesFor('area'), valuesFor('quality_flag')];
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

/** The values of a variable with a number of dimensions. */
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
  if (count > maxFlashes || chunk > maxFlashes) {
    throw new DataError(
      'netcdf-too-large',
      `${name} has ${count} numbers in chunks of ${chunk}; at most ${maxFlashes} are read`,
    );
  }
  if (count === 0) return [];
  const packing = readPacking(variable, type);
  if (dimensions === 0) return [valueOf(Number(variable.value), packing)];
  return Array.from(readAll(variable, packing) as ArrayLike<number | bigint>, (stored) =>
    valueOf(Number(stored), packing),
  );
}
