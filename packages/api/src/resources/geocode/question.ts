import { states } from '@severe/catalogue';
import { termOf } from '@severe/db';

/** What somebody looks for. */
export type Question =
  | { kind: 'point'; lat: number; lon: number }
  | { kind: 'postcode'; code: string }
  | { kind: 'name'; term: string; state?: string };

const pointPattern = /^\s*(-?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/;

/**
 * What a text may mean, the likeliest first: a point as `lat,lon`, a postcode, a name with its state behind it (`Norman OK`,
 * `Norman, Oklahoma`), a name.
 */
export function questionsIn(text: string): Question[] {
  const point = pointPattern.exec(text);
  if (point) {
    const [lat, lon] = [Number(point[1]), Number(point[2])];
    return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? [{ kind: 'point', lat, lon }] : [];
  }
  if (/^\s*\d{5}(-\d{4})?\s*$/.test(text)) return [{ kind: 'postcode', code: text.trim().slice(0, 5) }];

  const term = termOf(text);
  if (term === '') return [];
  const state = states.find(({ code, name }) => [code, name].some((word) => term.endsWith(` ${word.toLowerCase()}`)));
  const plain: Question = { kind: 'name', term };
  if (!state) return [plain];
  const rest = [state.code, state.name].map((word) => ` ${word.toLowerCase()}`).find((end) => term.endsWith(end))!;
  return [{ kind: 'name', term: term.slice(0, -rest.length), state: state.code }, plain];
}
