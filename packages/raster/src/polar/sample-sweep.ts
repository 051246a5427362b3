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

/** The reading of the gate above a place, and the position of the beam. */
export interface SweepReading {
  status: 'ok' | 'nothing' | 'folded' | 'outside';
  /** In the units of the moment; null without a value. */
  value: number | null;
  distanceM: number;
  azimuthDeg: number;
  /** Height of the beam's centre above sea level; null if a steep beam never passes above the place. */
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
