import type { Area, Position } from '@severe/geo';
import { noteUnknownWord } from '../../parse/unknown-words.ts';
import type { Basin } from './row.ts';

/** A basin that a title or a field names, and what no basin of ours is: both parts of the Pacific. */
const basinWords: [RegExp, Basin | 'pacific'][] = [
  [/\bcentral\b[^]*\bpacific\b|^cp$/i, 'cp'],
  [/\beast(?:ern)?\b[^]*\bpacific\b|^ep$/i, 'ep'],
  [/\bpacific\b/i, 'pacific'],
  [/\batlantic\b|^(?:al|at)$/i, 'al'],
];

/** The basin in the words of a title; undefined if they name none, or both parts of the Pacific. */
export function basinInTitle(title: string): Basin | undefined {
  const named = basinIn(title);
  return named === 'pacific' ? undefined : named;
}

/**
 * The basin of an area on the map. Its field says `Atlantic` or `Pacific`, which the place divides into the eastern and the
 * central one. Without a word that is known, the place decides alone.
 */
export function basinOfArea(word: string | null, shape: Area): Basin {
  const named = word === null ? undefined : basinIn(word);
  if (named === undefined && word !== null) noteUnknownWord('basin', word);
  if (named !== undefined && named !== 'pacific') return named;
  const [lon, lat] = middleOf(shape);
  if (lon < centralWestOf) return 'cp';
  return named === 'pacific' || isPacific(lon, lat) ? 'ep' : 'al';
}

function basinIn(words: string): Basin | 'pacific' | undefined {
  return basinWords.find(([pattern]) => pattern.test(words.trim()))?.[1];
}

/** The meridian between the eastern and the central Pacific. @see NWS Directive 10-607 */
const centralWestOf = -140;

/** The land between the oceans, from Mexico to Panama; the Pacific is south-west of it. */
const isthmus: Position[] = [
  [-105, 22],
  [-97, 17],
  [-92, 15.5],
  [-87, 13.5],
  [-83.5, 9.5],
  [-79.5, 9],
  [-77, 8],
];

function isPacific(lon: number, lat: number): boolean {
  if (lon <= isthmus[0][0]) return true;
  for (let i = 1; i < isthmus.length; i++) {
    const [[west, from], [east, to]] = [isthmus[i - 1], isthmus[i]];
    if (lon <= east) return lat < from + ((to - from) * (lon - west)) / (east - west);
  }
  return false;
}

/** The middle of the box around an area. Places beyond 180° are west of it: the basins reach from there to Africa. */
function middleOf({ type, coordinates }: Area): Position {
  const shells = type === 'Polygon' ? [coordinates[0]] : coordinates.map(([shell]) => shell);
  const middle = (values: number[]): number =>
    (values.reduce((a, b) => Math.min(a, b)) + values.reduce((a, b) => Math.max(a, b))) / 2;
  const positions = shells.flat();
  return [middle(positions.map(([lon]) => (lon > farEast ? lon - 360 : lon))), middle(positions.map(([, lat]) => lat))];
}

/** East of Africa nothing is in the Atlantic. */
const farEast = 60;
