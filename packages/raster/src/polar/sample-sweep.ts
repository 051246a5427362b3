import {
  beamAt,
  courseTo,
  gateAt,
  rangeFolded,
  slantAt,
  valueAt,
  type Moment,
  type SitePosition,
  type Sweep,
} from '@severe/nexrad';

/** What the gate above a place says, and how the beam lies there. */
export interface SweepReading {
  status: 'ok' | 'nothing' | 'folded' | 'outside';
  /** In the moment's own units; null without one. */
  value: number | null;
  distanceM: number;
  azimuthDeg: number;
  /** Middle of the beam above sea level; null where so steep a beam never comes above the place. */
  heightM: number | null;
}

/** Reads the gate above a place. */
export function sampleSweep(
  site: SitePosition,
  sweep: Sweep,
  moment: Moment,
  place: { lat: number; lon: number },
): SweepReading {
  const { metres, azimuthDeg } = courseTo(site, place);
  const slantM = slantAt(metres, sweep.elevationDeg);
  const heightM = Number.isFinite(slantM)
    ? beamAt(slantM, sweep.elevationDeg).heightM + site.elevationM + site.towerM
    : null;
  const where = { distanceM: metres, azimuthDeg, heightM };
  const gate = gateAt(site, sweep, moment, place);
  if (!gate) return { status: 'outside', value: null, ...where };
  const value = valueAt(moment, gate.radial, gate.gate);
  if (value !== null) return { status: 'ok', value, ...where };
  const isFolded = moment.packed[gate.radial * moment.gates + gate.gate] === rangeFolded;
  return { status: isFolded ? 'folded' : 'nothing', value: null, ...where };
}
