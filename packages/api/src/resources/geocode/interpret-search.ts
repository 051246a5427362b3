import { states } from '@severe/catalogue';
import { normaliseTerm } from '@severe/db';

/** One interpretation of a search text. `term` is a normalised name; `state` has two letters. */
export type Interpretation =
  | { kind: 'point'; lat: number; lon: number }
  | { kind: 'postcode'; code: string }
  | { kind: 'name'; term: string; state?: string };

const pointPattern = /^(-?\d{1,3}(?:\.\d+)?)(?:\s*[,;]\s*|\s+)(-?\d{1,3}(?:\.\d+)?)$/;

/**
 * Returns the possible interpretations of a search text, most likely first: a point as `lat,lon`, a postcode, a name followed
 * by its state (`Norman OK`, `Norman, Oklahoma`), or a name.
 */
export function interpretSearch(text: string): Interpretation[] {
  const point = pointPattern.exec(text.trim());
  if (point) {
    const [lat, lon] = [Number(point[1]), Number(point[2])];
    return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? [{ kind: 'point', lat, lon }] : [];
  }
  if (/^\s*\d{5}(-\d{4})?\s*$/.test(text)) return [{ kind: 'postcode', code: text.trim().slice(0, 5) }];

  const term = normaliseTerm(text);
  if (term === '') return [];
  const state = states.find(({ code, name }) => [code, name].some((word) => term.endsWith(` ${word.toLowerCase()}`)));
  const wholeName: Interpretation = { kind: 'name', term };
  if (!state) return [wholeName];
  const suffix = [state.code, state.name].map((word) => ` ${word.toLowerCase()}`).find((end) => term.endsWith(end))!;
  return [{ kind: 'name', term: term.slice(0, -suffix.length), state: state.code }, wholeName];
}
