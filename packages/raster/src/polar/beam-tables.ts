import { noRadial, turnUnits, type Sector, type SweepGates } from '@severe/kernels';
import { beamAt, slantAt, type Moment, type SitePosition, type Sweep } from '@severe/nexrad';
import { gateSegments } from './gate-segments.ts';
import { chebyshevNodes, polynomialThrough } from './interpolate.ts';
import { sphereAt } from './local-plane.ts';

/** Positions of a sweep's radials and gates, computed once per sweep. */
export type BeamTables = Omit<SweepGates, 'ranks' | 'radials' | 'gates'>;

/** @param sweep its radials are in order of azimuth */
export function beamTables(site: SitePosition, sweep: Sweep, moment: Moment): BeamTables {
  const sphere = sphereAt(site);
  return {
    segments: gateSegments(site, sweep, moment, sphere),
    sectors: sectorsOf(sweep),
    ...rangesOf(sweep.elevationDeg, moment, sphere.radius),
  };
}

const perDegree = turnUnits / 360;

/** The radial nearest to each direction, if it is within the spacing of radials. */
function sectorsOf({ radials: { azimuthsDeg, count }, azimuthStepDeg }: Sweep): Sector[] {
  const ends: { end: number; radial: number }[] = [];
  for (let radial = 0; radial < count; radial++) {
    const at = azimuthsDeg[radial];
    const next = radial + 1 < count ? azimuthsDeg[radial + 1] : azimuthsDeg[0] + 360;
    const end = Math.min((at + next) / 2, at + azimuthStepDeg);
    ends.push({ end, radial });
    const begin = next - azimuthStepDeg;
    if (begin > end) ends.push({ end: begin, radial: noRadial });
  }
  // The last sector, across north, belongs to the last radial before its end and to the first one after it.
  const turned = ends.filter(({ end }) => end > 360).map(({ end, radial }) => ({ end: end - 360, radial }));
  const past = ends.filter(({ end }) => end <= 360);
  const across = turned[0]?.radial ?? 0;
  return [...turned, ...past, { end: 360, radial: across }]
    .map(({ end, radial }) => ({ last: Math.ceil(end * perDegree) - 1, radial }))
    .filter(({ last }) => last >= 0);
}

/** Number of values that determine the polynomial of ranges: its error is below a millimetre. */
const nodes = 6;

function rangesOf(elevationDeg: number, { firstGateM, gateM, gates }: Moment, radius: number) {
  const { groundM } = beamAt(firstGateM + (gates - 0.5) * gateM, elevationDeg);
  const reachM = radius * Math.sin(groundM / radius);
  const at = chebyshevNodes(nodes).map((node) => (1 + node) / 2);
  const numbers = at.map((part) => {
    const slantM = slantAt(radius * Math.asin((part * reachM) / radius), elevationDeg);
    return (slantM - firstGateM) / gateM;
  });
  return { ranges: Float32Array.from(polynomialThrough(at, numbers)), reachM };
}
