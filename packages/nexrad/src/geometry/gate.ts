import { angleBetween } from '@severe/geo';
import type { GateLayout, SitePosition } from '../level2/radial.ts';
import type { Radials, Sweep } from '../level2/sweep.ts';
import { beamAt, slantAt } from './beam.ts';
import { courseTo, placeAt, type Place } from './geodesic.ts';

/** Position of a gate in a moment. */
export interface Gate {
  radial: number;
  gate: number;
}

/**
 * The gate above a place.
 *
 * @returns undefined if no radial has that direction, or the place is beyond the gates
 */
export function gateAt(site: SitePosition, sweep: Sweep, layout: GateLayout, place: Place): Gate | undefined {
  const { metres, azimuthDeg } = courseTo(site, place);
  const radial = radialAt(sweep.radials, azimuthDeg, sweep.azimuthStepDeg);
  if (radial === undefined) return undefined;
  const slantM = slantAt(metres, sweep.radials.elevationsDeg[radial]);
  const gate = Math.floor((slantM - layout.firstGateM) / layout.gateM + 0.5); // Math.round could give -0
  return gate >= 0 && gate < layout.gates ? { radial, gate } : undefined;
}

/** The place below the centre of a gate. */
export function placeOf(site: SitePosition, { radials }: Sweep, layout: GateLayout, { radial, gate }: Gate): Place {
  const slantM = layout.firstGateM + gate * layout.gateM;
  const { groundM } = beamAt(slantM, radials.elevationsDeg[radial]);
  return placeAt(site, { azimuthDeg: radials.azimuthsDeg[radial], metres: groundM });
}

/** The radial nearest to a direction, within one azimuth step. */
function radialAt({ azimuthsDeg }: Radials, azimuthDeg: number, stepDeg: number): number | undefined {
  let nearest: number | undefined;
  let least = stepDeg;
  for (let radial = 0; radial < azimuthsDeg.length; radial++) {
    const distance = angleBetween(azimuthsDeg[radial], azimuthDeg);
    if (distance < least) {
      nearest = radial;
      least = distance;
    }
  }
  return nearest;
}
