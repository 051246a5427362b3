import { intersection, setPrecision, union } from 'polyclip-ts';
import { anyCrossing } from './crossings.ts';
import { type Area, GeometryError, listOf, readPosition, type Ring, VertexBudget } from './geojson.ts';
import { boxOf, closedRing, ringHolds, signedArea, unrolled, wound } from './ring.ts';

/** A repair of a provider's area. */
type Repair =
  'closed' | 'flat ring dropped' | 'outside hole dropped' | 'crossings dissolved' | 'cut at the antimeridian';

interface RepairedArea {
  /** Simple polygons with right-handed rings in -180..180; undefined if the geometry has no area. */
  area: Area | undefined;
  repairs: Repair[];
}

/**
 * Largest number of vertices of crossing rings. Repairing ten thousand takes about a second, so longer ones are
 * refused.
 */
const maxCrossingVertices = 5_000;

/**
 * Reads a provider's area (a GeoJSON Polygon, MultiPolygon, a GeometryCollection of these, or null) and repairs it.
 * Open rings are closed; flat rings and holes outside their shell are dropped; rings that cross are dissolved (a
 * bow-tie becomes two triangles); areas are cut at the antimeridian; rings are oriented as in RFC 7946. A shape without
 * an unambiguous repair is refused.
 *
 * @param limit largest number of vertices
 * @throws {GeometryError} if it is not an area, has an invalid position, or is too long
 */
export function repairArea(geometry: unknown, limit = 100_000): RepairedArea {
  const repairs = new Set<Repair>();
  const budget = new VertexBudget(limit);
  let parts = readParts(geometry, budget, repairs).flatMap((rings) => wholePart(rings, repairs));
  if (anyCrossing(parts.flat()) || anyInside(parts)) {
    repairs.add('crossings dissolved');
    parts = dissolved(parts);
  }
  const areas = cut(parts, repairs).map((part) => part.map((ring, i) => wound(ring, i > 0)));
  return { area: areaOf(areas), repairs: [...repairs] };
}

function areaOf(parts: Ring[][]): Area | undefined {
  if (parts.length === 0) return undefined;
  if (parts.length === 1) return { type: 'Polygon', coordinates: parts[0] };
  return { type: 'MultiPolygon', coordinates: parts };
}

function readParts(geometry: unknown, budget: VertexBudget, repairs: Set<Repair>): Ring[][] {
  if (geometry === null || geometry === undefined) return [];
  const { type, coordinates, geometries } = geometry as Record<string, unknown>;
  const part = (value: unknown) => listOf(value, 'a polygon').map((ring) => readRing(ring, budget, repairs));
  if (type === 'Polygon') return [part(coordinates)];
  if (type === 'MultiPolygon') return listOf(coordinates, 'a multipolygon').map(part);
  if (type === 'GeometryCollection') {
    return listOf(geometries, 'a collection').flatMap((one) => readParts(one, budget, repairs));
  }
  throw new GeometryError('type', `an area is a Polygon or MultiPolygon, got ${JSON.stringify(type) ?? 'no type'}`);
}

function readRing(value: unknown, budget: VertexBudget, repairs: Set<Repair>): Ring {
  const list = listOf(value, 'a ring');
  budget.spend(list.length);
  const { ring, closed } = closedRing(list.map(readPosition));
  if (!closed && ring.length > 0) repairs.add('closed');
  return ring.length > 0 ? unrolled(ring) : [];
}

/** A polygon without flat rings and outside holes; empty if the shell is flat. */
function wholePart(rings: Ring[], repairs: Set<Repair>): Ring[][] {
  const full = rings.filter(holdsArea);
  if (full.length < rings.length && rings.some((ring) => ring.length > 0)) repairs.add('flat ring dropped');
  const [shell] = rings;
  if (shell === undefined || !full.includes(shell)) return [];
  const holes = full.slice(1).map((hole) => besides(hole, shell));
  const within = holes.filter(
    (hole) => hole.slice(0, 3).some((position) => ringHolds(shell, position)) || cuts(hole, shell),
  );
  if (within.length < holes.length) repairs.add('outside hole dropped');
  return [[shell, ...within]];
}

/** Whether a ring has area. The halves of a bow-tie have opposite orientations, so their signed areas may cancel. */
function holdsArea(ring: Ring): boolean {
  if (ring.length < 4) return false;
  return signedArea(ring) !== 0 || (anyCrossing([ring]) && dissolved([[ring]]).length > 0);
}

function cuts(hole: Ring, shell: Ring): boolean {
  return anyCrossing([hole, shell]);
}

/**
 * A hole shifted by whole turns to the longitudes of its shell, since each ring is unrolled from its own first
 * position.
 */
function besides(hole: Ring, shell: Ring): Ring {
  const turns = Math.round((shell[0][0] - hole[0][0]) / 360);
  return turns === 0 ? hole : hole.map(([lon, lat]) => [lon + 360 * turns, lat]);
}

/** Whether a part lies inside another. */
function anyInside(parts: Ring[][]): boolean {
  const boxes = parts.map(([shell]) => boxOf(shell));
  return parts.some(([shell], i) =>
    parts.some(([other, ...holes], j) => {
      const [a, b] = [boxes[i], boxes[j]];
      if (i === j || a[0] < b[0] || a[1] < b[1] || a[2] > b[2] || a[3] > b[3]) return false;
      return ringHolds(other, shell[0]) && !holes.some((hole) => ringHolds(hole, shell[0]));
    }),
  );
}

/**
 * Dissolves crossing rings into simple parts that cover everything inside any ring, minus holes. If rounding makes the
 * result cross again, it is snapped to a fine grid and dissolved once more.
 */
function dissolved(parts: Ring[][]): Ring[][] {
  const first = united(parts);
  if (!anyCrossing(first.flat())) return first;
  const second = united(first.map((part) => part.map((ring) => closedRing(ring.map(onGrid)).ring)));
  if (anyCrossing(second.flat())) throw new GeometryError('crossing', 'crossing rings could not be repaired');
  return second;
}

/** Area below which a ring is a rounding artefact, square degrees: about a square metre. */
const sliver = 1e-10;

function united(parts: Ring[][]): Ring[][] {
  const joined = clipped(parts, () => union(parts[0], ...parts.slice(1)));
  const whole = (ring: Ring) => ring.length >= 4 && Math.abs(signedArea(ring)) > sliver;
  return joined.filter(([shell]) => whole(shell)).map((part) => part.filter(whole));
}

/** Rounds to a centimetre. */
function onGrid([lon, lat]: Ring[number]): Ring[number] {
  return [Math.round(lon * 1e7) / 1e7, Math.round(lat * 1e7) / 1e7];
}

/** Cuts parts that extend past ±180 at each turn and shifts the pieces into -180..180. */
function cut(parts: Ring[][], repairs: Set<Repair>): Ring[][] {
  return parts.flatMap((part) => {
    const [west, south, east, north] = boxOf(part[0]);
    if (west >= -180 && east <= 180) return [part];
    repairs.add('cut at the antimeridian');
    const pieces: Ring[][] = [];
    for (let turn = Math.floor((west + 180) / 360); turn * 360 - 180 < east; turn++) {
      const [left, right] = [turn * 360 - 180, turn * 360 + 180];
      const box: Ring = [
        [left, south - 1],
        [right, south - 1],
        [right, north + 1],
        [left, north + 1],
        [left, south - 1],
      ];
      const inside = clipped([part], () => intersection(part, [box]));
      const back = (ring: Ring): Ring => ring.map(([lon, lat]) => [lon - 360 * turn, lat]);
      pieces.push(...inside.map((rings) => rings.map((ring) => withSteps(back(ring)))));
    }
    return pieces;
  });
}

/** Longest edge of a piece, degrees of longitude. */
const longestEdge = 30;

/**
 * The ring with further positions on its long edges: the clipper drops those on a parallel, and on the ground an edge of
 * half a turn around a pole runs over the pole.
 */
function withSteps(ring: Ring): Ring {
  return ring.flatMap((position, i) => {
    if (i === 0) return [position];
    const [lon, lat] = ring[i - 1];
    const [east, north] = [position[0] - lon, position[1] - lat];
    const steps = Math.max(1, Math.ceil(Math.abs(east) / longestEdge));
    const between = Array.from({ length: steps - 1 }, (_, k): Ring[number] => [
      lon + (east * (k + 1)) / steps,
      lat + (north * (k + 1)) / steps,
    ]);
    return [...between, position];
  });
}

function clipped(parts: Ring[][], clip: () => Ring[][]): Ring[][] {
  const count = parts.flat().reduce((sum, ring) => sum + ring.length, 0);
  if (count > maxCrossingVertices) {
    throw new GeometryError(
      'crossing',
      `rings of ${count} vertices cross; at most ${maxCrossingVertices} are repaired`,
    );
  }
  try {
    return clippedTwice(clip);
  } catch (cause) {
    throw new GeometryError('crossing', `crossing rings could not be repaired: ${String(cause)}`, { cause });
  }
}

/** Distance below which the second attempt takes points for one, degrees. */
const coarsePrecision = 1e-12;

/** Exact arithmetic fails on some spikes, where a ring goes back along itself: those are clipped with a tolerance. */
function clippedTwice(clip: () => Ring[][]): Ring[][] {
  try {
    return clip();
  } catch {
    setPrecision(coarsePrecision);
    try {
      return clip();
    } finally {
      setPrecision();
    }
  }
}
