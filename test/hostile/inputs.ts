import { crafted } from './crafted/index.ts';
import { Dice } from '@severe/testing/hostile/dice';
import { mutate } from '@severe/testing/hostile/mutate';
import { realFiles } from '@severe/testing/hostile/real-files';
import { formats, type Format } from '@severe/testing/hostile/formats';
import { seeds } from './seeds/index.ts';

/** A hostile file, made on demand. */
export interface Input {
  format: Format;
  /** Unique within a run: the file and its mutation. */
  name: string;
  make: () => { bytes: Uint8Array; how: string };
}

/** Size of a run. `full` also mutates large real files, and opens HDF5 more often, which takes half a second each. */
export type Size = 'short' | 'full';

interface Plan {
  /** Maximum size of the mutated real files in bytes. */
  realOctets: number;
  mutated: Record<Format, number>;
}

const plans: Record<Size, Plan> = {
  short: { realOctets: 16_000, mutated: { grib2: 900, geotiff: 600, level2: 170, level3: 200, gzip: 110, netcdf: 20 } },
  full: {
    realOctets: 4_000_000,
    mutated: { grib2: 800, geotiff: 500, level2: 250, level3: 150, gzip: 150, netcdf: 150 },
  },
};

/** All inputs of a run: the crafted ones, then 2,000 mutated ones, determined by the seed. */
export function inputsOf(size: Size, seed: number): Input[] {
  const { mutated, realOctets } = plans[size];
  return [
    ...formats.flatMap(craftedInputs),
    ...formats.flatMap((format, i) => mutatedInputs(format, mutated[format], realOctets, seed + i * 1e6)),
  ];
}

function craftedInputs(format: Format): Input[] {
  return Object.entries(crafted[format]).map(([how, make]) => ({
    format,
    name: `${format}: ${how}`,
    make: () => ({ bytes: make(), how }),
  }));
}

/** Mutations of our files and, alternating, of real files where they exist. */
function mutatedInputs(format: Format, count: number, realOctets: number, seed: number): Input[] {
  const made = Object.entries(seeds[format]);
  const real = Object.entries(realFiles(format, realOctets));
  return Array.from({ length: count }, (_, i) => {
    const dice = new Dice(seed + i);
    const files = i % 2 === 1 && real.length > 0 ? real : made;
    const [file, bytes] = files[(i >> 1) % files.length];
    return { format, name: `${format} ${i}: ${file}`, make: () => mutate(bytes, dice, dice.oneOf(files)[1]) };
  });
}
