import type { AirLevel } from './levels.ts';
import { between } from './levels.ts';
import { dewpointOf, equivalentPotential, kappa, mixingRatio, potential } from './moisture.ts';

/** A parcel of air, in hPa and kelvin. */
export interface Parcel {
  pressure: number;
  kelvin: number;
  dewpoint: number;
}

/** The parcel at the ground. */
export function surfaceParcel(air: AirLevel[]): Parcel {
  const { pressure, kelvin, dewpoint } = air[0];
  return { pressure, kelvin, dewpoint: dewpoint as number };
}

/** The mixed parcel of the lowest 100 hPa: mean potential temperature and mean mixing ratio, lifted from the ground. */
export function mixedParcel(air: AirLevel[], depthHpa = 100): Parcel {
  const [{ pressure: bottom }] = air;
  const layer = layerOf(air, bottom - depthHpa);
  const mean = (valueOf: (level: AirLevel) => number) => {
    let sum = 0;
    for (let i = 1; i < layer.length; i++) {
      const thick = layer[i - 1].pressure - layer[i].pressure;
      sum += ((valueOf(layer[i - 1]) + valueOf(layer[i])) / 2) * thick;
    }
    return sum / (layer[0].pressure - layer[layer.length - 1].pressure);
  };
  const theta = mean(({ pressure, kelvin }) => potential(pressure, kelvin));
  const ratio = mean(({ pressure, dewpoint }) => (dewpoint === undefined ? 0 : mixingRatio(pressure, dewpoint)));
  return { pressure: bottom, kelvin: theta * (bottom / 1000) ** kappa, dewpoint: dewpointOf(bottom, ratio) };
}

/** The parcel with the highest equivalent potential temperature in the lowest 300 hPa. */
export function mostUnstableParcel(air: AirLevel[], depthHpa = 300): Parcel {
  let best = surfaceParcel(air);
  let highest = Number.NEGATIVE_INFINITY;
  for (const { pressure, kelvin, dewpoint } of air) {
    if (dewpoint === undefined || pressure < air[0].pressure - depthHpa) continue;
    const theta = equivalentPotential(pressure, kelvin, dewpoint);
    if (theta > highest) {
      highest = theta;
      best = { pressure, kelvin, dewpoint };
    }
  }
  return best;
}

/** The levels up to a pressure, with an interpolated one at that pressure. */
function layerOf(air: AirLevel[], top: number): AirLevel[] {
  const within = air.filter(({ pressure }) => pressure >= top);
  const kelvin = between(air, top, (level) => level.kelvin);
  if (kelvin === undefined || within.at(-1)?.pressure === top) return within;
  const dewpoint = between(air, top, (level) => level.dewpoint ?? Number.NaN);
  const last = within[within.length - 1];
  return [...within, { ...last, pressure: top, kelvin, dewpoint: Number.isNaN(dewpoint) ? undefined : dewpoint }];
}
