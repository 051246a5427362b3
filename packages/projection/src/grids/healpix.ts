import { positiveAngle, wrapLongitude } from '@severe/geo';
import { radian, type Position } from '../angles.ts';
import type { DefinedGrid, HealpixGrid } from '../grid-definition.ts';
import type { GridLocator } from './locator.ts';

/** A point by its ring, counted from 1 in the north, and its number in the ring, from 1 eastwards. */
interface RingPlace {
  ring: number;
  along: number;
}

/** Of the 12 base squares: their southern corner in rings, and their centre in eighths of a turn. */
const faceRings = [2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4];
const faceTurns = [1, 3, 5, 7, 0, 2, 4, 6, 1, 3, 5, 7];

/** The longitude of the first square's centre in the definition of HEALPix. */
const standardFirstLon = 45;

/**
 * Locates the points of a HEALPix grid. Its cells are one row of all points.
 *
 * @see K. M. Górski et al., HEALPix: a framework for high-resolution discretization and fast analysis of data distributed on
 * the sphere, The Astrophysical Journal 622 (2005), section 5
 */
export function healpixLocator({ geometry: { side, nested, firstLon } }: DefinedGrid<HealpixGrid>): GridLocator {
  const turn = firstLon - standardFirstLon;
  return {
    positionOf(column) {
      const { lat, lon } = centreOf(side, nested ? nestedPlace(side, column) : ringPlace(side, column));
      return { lat, lon: wrapLongitude(lon + turn) };
    },
    cellAt({ lat, lon }) {
      const place = placeAround(side, { lat, lon: positiveAngle(wrapLongitude(lon - turn)) });
      return { column: nested ? nestedIndex(side, place) : ringIndex(side, place), row: 0 };
    },
  };
}

/** Points of a ring in a quarter turn, and whether its first point lies on the meridian of the origin. */
function ringShape(side: number, ring: number): { quarter: number; onMeridian: boolean } {
  const quarter = Math.min(ring, side, 4 * side - ring);
  return { quarter, onMeridian: quarter === side && (ring + side) % 2 === 1 };
}

function centreOf(side: number, { ring, along }: RingPlace): Position {
  const { quarter, onMeridian } = ringShape(side, ring);
  const lon = ((along - (onMeridian ? 1 : 0.5)) * 90) / quarter;
  const fromPole = quarter ** 2 / (3 * side ** 2);
  const equatorial = ((2 * side - ring) * 2) / (3 * side);
  const sine = ring < side ? 1 - fromPole : ring > 3 * side ? fromPole - 1 : equatorial;
  return { lat: Math.asin(sine) / radian, lon };
}

/** The point whose square contains a position; its longitude is from 0 to 360. */
function placeAround(side: number, { lat, lon }: Position): RingPlace {
  const sine = Math.sin(lat * radian);
  const quarters = (lon / 90) % 4;
  if (Math.abs(sine) <= 2 / 3) {
    const rising = Math.floor(side * (0.5 + quarters - sine * 0.75));
    const falling = Math.floor(side * (0.5 + quarters + sine * 0.75));
    const ring = 2 * side + rising - falling;
    const shift = ringShape(side, ring).onMeridian ? 1 : 0;
    const along = Math.floor((rising + falling - side + shift + 1) / 2);
    return { ring, along: 1 + ((along + 4 * side) % (4 * side)) };
  }
  const part = quarters % 1;
  const distance = side * Math.sqrt(3 * (1 - Math.abs(sine)));
  const fromPole = Math.min(side, 1 + Math.floor(part * distance) + Math.floor((1 - part) * distance));
  const along = 1 + (Math.floor(quarters * fromPole) % (4 * fromPole));
  return { ring: sine > 0 ? fromPole : 4 * side - fromPole, along };
}

function ringIndex(side: number, { ring, along }: RingPlace): number {
  if (ring < side) return 2 * ring * (ring - 1) + along - 1;
  if (ring <= 3 * side) return 2 * side * (side - 1) + (ring - side) * 4 * side + along - 1;
  const fromSouth = 4 * side - ring;
  return 12 * side ** 2 - 2 * fromSouth * (fromSouth + 1) + along - 1;
}

function ringPlace(side: number, index: number): RingPlace {
  const [cap, belt] = [2 * side * (side - 1), 4 * side];
  if (index < cap) {
    const ring = Math.floor((1 + Math.sqrt(1 + 2 * index)) / 2);
    return { ring, along: 1 + index - 2 * ring * (ring - 1) };
  }
  const inBelt = index - cap;
  if (inBelt < belt * (2 * side + 1)) return { ring: side + Math.floor(inBelt / belt), along: 1 + (inBelt % belt) };
  const left = 12 * side ** 2 - index;
  const fromSouth = Math.floor((1 + Math.sqrt(2 * left - 1)) / 2);
  return { ring: 4 * side - fromSouth, along: 4 * fromSouth + 1 - (left - 2 * fromSouth * (fromSouth - 1)) };
}

/** Points of a base square are numbered by the bits of x and y in turn. */
function nestedPlace(side: number, index: number): RingPlace {
  const face = Math.floor(index / side ** 2);
  let [x, y, rest] = [0, 0, index % side ** 2];
  for (let bit = 1; bit < side; bit *= 2, rest = Math.floor(rest / 4)) {
    if (rest & 1) x += bit;
    if (rest & 2) y += bit;
  }
  const ring = faceRings[face] * side - x - y - 1;
  const { quarter, onMeridian } = ringShape(side, ring);
  const along = (faceTurns[face] * quarter + x - y + 1 + (onMeridian ? 1 : 0)) / 2;
  const around = 4 * quarter;
  return { ring, along: 1 + ((along - 1 + around) % around) };
}

function nestedIndex(side: number, { ring, along }: RingPlace): number {
  const { quarter, onMeridian } = ringShape(side, ring);
  const face = faceOf(side, { ring, along });
  const down = ring - faceRings[face] * side + 1;
  let across = 2 * along - faceTurns[face] * quarter - (onMeridian ? 1 : 0) - 1;
  if (across >= 2 * side) across -= 8 * side; // the square across the meridian of the origin
  const [x, y] = [(across - down) / 2, -(across + down) / 2];
  let index = face * side ** 2;
  for (let bit = 1; bit < side; bit *= 2) {
    if (x & bit) index += bit ** 2;
    if (y & bit) index += 2 * bit ** 2;
  }
  return index;
}

function faceOf(side: number, { ring, along }: RingPlace): number {
  if (ring < side) return Math.floor((along - 1) / ring);
  if (ring > 3 * side) return 8 + Math.floor((along - 1) / (4 * side - ring));
  const below = ring - side + 1;
  const above = 2 * side + 2 - below;
  const falling = Math.floor((along - Math.floor(below / 2) + side - 1) / side);
  const rising = Math.floor((along - Math.floor(above / 2) + side - 1) / side);
  if (rising === falling) return 4 + (rising % 4);
  return rising < falling ? rising : falling + 8;
}
