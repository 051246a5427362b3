import { slantAt, type Moment, type Sweep } from '@severe/nexrad';

/** Parts of a turn in the table of azimuths: a hundredth of a degree, 35 m at 200 km. */
export const turnParts = 36_000;

/** Step of the table of distances. */
export const stepM = 25;

/** Where a sweep's radials and gates are, made once for a sweep: a pixel costs a few looks. */
export interface BeamTables {
  /** How many radials lie before that part of a turn. */
  before: Uint16Array;
  /** The radial nearest to that part of a turn; `none` where no radial is within a step. */
  nearest: Uint16Array;
  /** Place among the gates, whole at their centres, of a distance over the ground in steps; `gates` beyond the last. */
  place: Float32Array;
  /** The distance over the ground at which the gates end. */
  reachM: number;
  /** Length of a gate, and parts of a turn from one radial to the next: under smaller pixels lies one centre at most. */
  gateM: number;
  stepParts: number;
}

export const none = 0xffff;

/**
 * @param radius of the sphere on which distances are measured as its sine: `radius * sin(angle)`
 */
export function beamTables(sweep: Sweep, moment: Moment, radius: number): BeamTables {
  const { before, nearest } = azimuthTables(sweep);
  const { gateM } = moment;
  const stepParts = (sweep.azimuthStepDeg * turnParts) / 360;
  return { before, nearest, ...rangeTable(sweep.elevationDeg, moment, radius), gateM, stepParts };
}

function azimuthTables({ radials: { azimuthsDeg, count }, azimuthStepDeg }: Sweep) {
  const before = new Uint16Array(turnParts);
  const nearest = new Uint16Array(turnParts);
  const partsADegree = turnParts / 360;
  const most = azimuthStepDeg * partsADegree;
  const places = Float64Array.from(azimuthsDeg, (degrees) => degrees * partsADegree);
  let passed = 0;
  for (let part = 0; part < turnParts; part++) {
    while (passed < count && places[passed] < part) passed++;
    before[part] = passed;
    const last = passed > 0 ? passed - 1 : count - 1;
    const next = passed < count ? passed : 0;
    const toLast = part - places[last] + (passed > 0 ? 0 : turnParts);
    const toNext = places[next] - part + (passed < count ? 0 : turnParts);
    nearest[part] = Math.min(toLast, toNext) > most ? none : toLast < toNext ? last : next;
  }
  return { before, nearest };
}

/** Whoever is further away from a radar than this sees nothing of it; no beam that is scanned reaches so far. */
const furthestM = 600_000;

function rangeTable(elevationDeg: number, { firstGateM, gateM, gates }: Moment, radius: number) {
  const place = new Float32Array(Math.ceil(furthestM / stepM)).fill(gates);
  let reachM = furthestM;
  for (let i = 0; i < place.length; i++) {
    const groundM = radius * Math.asin((i * stepM) / radius);
    const at = (slantAt(groundM, elevationDeg) - firstGateM) / gateM;
    if (at >= gates - 0.5) {
      reachM = i * stepM;
      break;
    }
    place[i] = at;
  }
  return { place, reachM };
}
