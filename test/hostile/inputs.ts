import { crafted } from './crafted/index.ts';
import { Dice } from '@severe/testing/hostile/dice';
import { mutate } from '@severe/testing/hostile/mutate';
import { realFiles } from '@severe/testing/hostile/real-files';
import { formats, type Format } from '@severe/testing/hostile/formats';
import { seeds } from './seeds/index.ts';

/** A file that means harm, made when it is wanted. */
export interface Input {
  format: Format;
  /** Tells it from all others of a run: which file, and what was done to it. */
  name: string;
  make: () => { bytes: Uint8Array; how: string };
}

/** How large a run is. `full` spoils large real files too, and opens HDF5 more often, which costs half a second each. */
export type Size = 'short' | 'full';

interface Plan {
  /** Real files up to so many octets are spoilt. */
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

/** All inputs of a run: the crafted ones, then 2,000 that are mutated, the same ones for the same seed. */
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

/** Every second one of a file made here, the others of real ones where there are any. */
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
