import type { SitePosition } from '@severe/nexrad';
import { latitudeOf, longitudeOf, type Tile } from '@severe/geo';
import { tileEncoder } from '../png/indexed.ts';
import { tileSize } from '../project/latlon.ts';
import { none, stepM, turnParts, type BeamTables } from './beam-tables.ts';
import { sphereAt } from './local-plane.ts';
import type { PaintedSweep } from './paint-sweep.ts';

/** Radius of the sphere that Web Mercator is drawn of. */
const mercatorM = 6_378_137;
/** Pixels further from the radar in longitude or latitude show nothing of it. */
const [mostLonDeg, mostLatDeg] = [30, 7];
/** The table of azimuths by radians. */
const partsARadian = turnParts / (2 * Math.PI);
/** Angles by their sines, up to half a right angle and a step more. */
const sineSteps = 8192;
const angles = Float32Array.from({ length: sineSteps }, (_, i) => Math.asin(i / sineSteps) * partsARadian);

/**
 * Draws tiles of a sweep. A pixel shows the highest rank of the gates whose centres lie under it, or where it is smaller
 * than a gate, the gate nearest to its own centre: so every gate is under one pixel at least, at every zoom, and a pixel
 * does not depend on the tile in which it is drawn.
 *
 * @returns draws one tile; undefined when nothing of it is visible
 */
export function sweepDrawer(site: SitePosition, painted: PaintedSweep, beams: BeamTables) {
  const encode = tileEncoder(painted.colours);
  const codes = new Uint8Array(tileSize * tileSize);
  return (tile: Tile): Uint8Array | undefined =>
    drawCodes(site, painted, beams, tile, codes) ? encode(codes) : undefined;
}

/** Writes the ranks of a tile's pixels; false where the sweep does not reach it. */
export function drawCodes(
  site: SitePosition,
  painted: PaintedSweep,
  beams: BeamTables,
  tile: Tile,
  out: Uint8Array,
): boolean {
  out.fill(0);
  const world = tileSize * 2 ** tile.z;
  const sphere = sphereAt(site);
  const columns = columnsOf(tile, world, site.lon);
  if (columns.to <= columns.from) return false;
  const sines = new Float64Array(tileSize);
  const cosines = new Float64Array(tileSize);
  for (let x = columns.from; x < columns.to; x++) {
    const angle = sphere.angleOf(longitudeOf((tile.x * tileSize + x + 0.5) / world));
    sines[x] = Math.sin(angle);
    cosines[x] = Math.cos(angle);
  }
  let drawn = false;
  for (let y = 0; y < tileSize; y++) {
    const lat = latitudeOf((tile.y * tileSize + y + 0.5) / world);
    if (Math.abs(lat - site.lat) > mostLatDeg + 180 / 2 ** tile.z / tileSize) continue;
    const sin = sphere.sinOf(lat);
    const cos = Math.sqrt(1 - sin * sin);
    const row: Row = {
      across: sphere.radius * cos,
      up: sphere.radius * sphere.cos0 * sin,
      down: sphere.radius * sphere.sin0 * cos,
      halfM: halfOf(lat, world),
    };
    drawn = drawRow(painted, beams, row, sines, cosines, columns.from, columns.to, out, y * tileSize) || drawn;
  }
  return drawn;
}

/** Half the side of a pixel, and a little more where it is so large that its sides are curved over the ground. */
function halfOf(lat: number, world: number): number {
  const angle = (Math.PI * Math.cos((lat * Math.PI) / 180)) / world;
  return mercatorM * angle * (1 + 2 * angle);
}

/** The columns whose longitudes are near the radar's; the map is cut at the antimeridian, so there may be two runs. */
function columnsOf({ x }: Tile, world: number, siteLon: number): { from: number; to: number } {
  let from = tileSize;
  let to = 0;
  for (let i = 0; i < tileSize; i++) {
    const east = longitudeOf((x * tileSize + i + 0.5) / world) - siteLon;
    if (Math.abs(east - 360 * Math.round(east / 360)) > mostLonDeg) continue;
    from = Math.min(from, i);
    to = i + 1;
  }
  return { from, to };
}

/** What a row gives of its pixels' places, in metres: east = across · sin, north = up − down · cos. */
interface Row {
  across: number;
  up: number;
  down: number;
  /** Half the side of a pixel. */
  halfM: number;
}

function drawRow(
  { windows, gates, radials }: PaintedSweep,
  { before, nearest, place, reachM, gateM, stepParts }: BeamTables,
  { across, up, down, halfM }: Row,
  sines: Float64Array,
  cosines: Float64Array,
  from: number,
  to: number,
  out: Uint8Array,
  start: number,
): boolean {
  const furthest = (reachM + halfM * Math.SQRT2) ** 2;
  const lastStep = place.length - 1;
  const perM = 1 / stepM;
  const ranks = windows(0);
  const quarter = turnParts / 4;
  let drawn = false;
  for (let x = from; x < to; x++) {
    const east = across * sines[x];
    const north = up - down * cosines[x];
    const squared = east * east + north * north;
    if (squared > furthest || cosines[x] < 0) continue;
    const distance = Math.sqrt(squared);
    const turned = halfM * Math.abs(sines[x]); // meridians converge, so a pixel to the side stands askew
    const perDistance = distance > 0 ? 1 / distance : 0;
    const eastward = Math.abs(east) * perDistance;
    const northward = Math.abs(north) * perDistance;
    const reach = halfM * (eastward + northward || 1) + turned;

    // gates whose centres lie under the pixel
    let first = 1;
    let last = 0;
    if (2 * reach >= gateM) {
      const bulge = distance > reach ? (reach * reach) / (2 * distance) : 0; // of its outer side
      const inner = distance > reach ? ((distance - reach) * perM) | 0 : 0;
      const outer = ((distance + reach + bulge) * perM + 1) | 0;
      first = Math.ceil(place[inner < lastStep ? inner : lastStep]);
      last = Math.ceil(place[outer < lastStep ? outer : lastStep]) - 1;
      if (first < 0) first = 0;
      if (last >= gates) last = gates - 1;
    }
    if (last < first) {
      const middle = (distance * perM + 0.5) | 0;
      first = Math.floor(place[middle < lastStep ? middle : lastStep] + 0.5);
      if (first < 0 || first >= gates) continue;
      last = first;
    }

    // and radials
    let part = angles[((eastward < northward ? eastward : northward) * sineSteps + 0.5) | 0];
    if (eastward > northward) part = quarter - part;
    if (north < 0) part = 2 * quarter - part;
    if (east < 0) part = turnParts - part;
    if (part >= turnParts) part = 0;
    const within = distance - reach;
    let lowest = 1;
    let highest = 0;
    if (2 * reach >= 3 * within) {
      lowest = 0;
      highest = radials - 1;
    } else if (2 * reach * partsARadian >= stepParts * within) {
      const spread = (reach / within) * partsARadian;
      lowest = countBefore(before, radials, (part - spread + 0.5) | 0);
      highest = countBefore(before, radials, (part + spread + 0.5) | 0) - 1;
    }
    if (highest < lowest) {
      lowest = nearest[part | 0];
      if (lowest === none) continue;
      highest = lowest;
    }

    let rank = 0;
    if (first === last) {
      for (let i = lowest; i <= highest; i++) {
        const value = ranks[wrap(i, radials) * gates + first];
        if (value > rank) rank = value;
      }
    } else {
      const k = 31 - Math.clz32(last - first + 1);
      const wide = windows(k);
      const second = last + 1 - (1 << k);
      for (let i = lowest; i <= highest; i++) {
        const base = wrap(i, radials) * gates;
        if (wide[base + first] > rank) rank = wide[base + first];
        if (wide[base + second] > rank) rank = wide[base + second];
      }
    }
    out[start + x] = rank;
    if (rank > 0) drawn = true;
  }
  return drawn;
}

/** Radials before a part that may lie up to a turn outside of the table. */
function countBefore(before: Uint16Array, radials: number, part: number): number {
  if (part < 0) return before[part + turnParts] - radials;
  return part >= turnParts ? before[part - turnParts] + radials : before[part];
}

function wrap(radial: number, radials: number): number {
  return radial < 0 ? radial + radials : radial >= radials ? radial - radials : radial;
}
