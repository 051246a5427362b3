import { noneNear, turnParts, type Centres, type SweepGates } from '@severe/kernels';
import { slantAt, type Moment, type Sweep } from '@severe/nexrad';

/** Step of the distance table. */
const stepM = 25;

/** Lookup tables of a sweep's radials and gates, built once per sweep. */
export type BeamTables = Omit<SweepGates, 'ranks' | 'radials' | 'gates'>;

/**
 * @param radius of the sphere on which distances are measured as its sine: `radius * sin(angle)`
 */
export function beamTables(sweep: Sweep, moment: Moment, radius: number): BeamTables {
  const { gateM } = moment;
  const apart = (sweep.azimuthStepDeg * turnParts) / 360;
  return { azimuths: azimuthTable(sweep, apart), ...rangeTable(sweep.elevationDeg, moment, radius), gateM, apart };
}

function azimuthTable({ radials: { azimuthsDeg, count } }: Sweep, most: number): Centres {
  const before = new Uint16Array(turnParts + 1);
  const nearest = new Uint16Array(turnParts + 1);
  const partsADegree = turnParts / 360;
  const places = Float64Array.from(azimuthsDeg, (degrees) => degrees * partsADegree);
  let passed = 0;
  for (let part = 0; part <= turnParts; part++) {
    while (passed < count && places[passed] < part) passed++;
    before[part] = passed;
    const last = passed > 0 ? passed - 1 : count - 1;
    const next = passed < count ? passed : 0;
    const toLast = part - places[last] + (passed > 0 ? 0 : turnParts);
    const toNext = places[next] - part + (passed < count ? 0 : turnParts);
    nearest[part] = Math.min(toLast, toNext) > most ? noneNear : toLast < toNext ? last : next;
  }
  return { before, nearest };
}

/** Beyond this distance nothing is visible; no scanned beam reaches so far. */
const furthestM = 600_000;

function rangeTable(elevationDeg: number, { firstGateM, gateM, gates }: Moment, radius: number) {
  const steps = Math.ceil(furthestM / stepM);
  const before = new Uint16Array(steps).fill(gates);
  const nearest = new Uint16Array(steps).fill(noneNear);
  let reachM = furthestM;
  for (let i = 0; i < steps; i++) {
    const groundM = radius * Math.asin((i * stepM) / radius);
    const at = (slantAt(groundM, elevationDeg) - firstGateM) / gateM; // whole at the centres of gates
    if (at >= gates - 0.5) {
      reachM = i * stepM;
      break;
    }
    before[i] = Math.max(0, Math.ceil(at));
    if (at >= -0.5) nearest[i] = Math.floor(at + 0.5);
  }
  return { ranges: { before, nearest }, stepM, reachM };
}
