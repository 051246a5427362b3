/**
 * A parameter as the specification defines it. The values on both sides of every bound follow from it.
 */
export type Rule =
  | { integer: { min?: number; max?: number }; default?: number }
  | { boolean: true; default?: boolean }
  | { oneOf: string[]; default?: string; anyCase?: boolean }
  | { text: { good: string[]; bad: string[] } }
  /** A composite value: a malformed one is a 400. */
  | { composite: { good: string[]; bad: string[] } };

/** An endpoint as the specification defines it. */
export interface Contract {
  /** Path below `/api/v1`, with values for its parameters. */
  path: string;
  /** Path of the definition, if it differs. */
  template?: string;
  media: 'application/geo+json' | 'application/json';
  /** Seconds of Cache-Control (decision 1.10). */
  cache: number;
  /** Parameters of every request. */
  always?: string;
  params: Record<string, Rule>;
  /** Paths of missing records, and paths with invalid ids. */
  missing?: string[];
  malformed?: string[];
}

/** Accepted values of a parameter, and refused ones with their status. */
export function valuesOf(rule: Rule): { good: string[]; bad: [text: string, status: 400 | 422][] } {
  const invalid = (...texts: string[]): [string, 422][] => texts.map((text) => [text, 422]);
  if ('integer' in rule) {
    const { min, max } = rule.integer;
    const ends = [min, max].flatMap((end) => (end === undefined ? [] : [String(end)]));
    const beyond = [min === undefined ? [] : [min - 1], max === undefined ? [] : [max + 1]].flat().map(String);
    return { good: ends, bad: invalid(...beyond, 'x', '1.5', '', '99999999999999999999') };
  }
  if ('boolean' in rule) {
    return { good: ['true', 'false', '1', '0', 'yes', 'no', 'TRUE', 'No'], bad: invalid('maybe', '', '2') };
  }
  if ('oneOf' in rule) {
    const other = rule.oneOf.map((word) => (word === word.toLowerCase() ? word.toUpperCase() : word.toLowerCase()));
    return rule.anyCase
      ? { good: [...rule.oneOf, ...other], bad: invalid('nonsense', '') }
      : { good: rule.oneOf, bad: invalid('nonsense', '', ...other) };
  }
  if ('text' in rule) return { good: rule.text.good, bad: invalid(...rule.text.bad, 'a\0b') };
  return {
    good: rule.composite.good,
    bad: [...rule.composite.bad.map((text): [string, 400] => [text, 400]), ...invalid('a\0b')],
  };
}

const states =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI ' +
  'SC SD TN TX UT VT VA WA WV WI WY DC PR VI GU AS MP';

const bbox: Rule = {
  composite: {
    good: ['-100,30,-90,40', '175,-20,-175,-10', '0,0,0,0', '-180,-90,180,90', ' -1e2, 30 ,-90,40.5'],
    bad: ['', '1,2,3', '1,2,3,4,5', 'a,b,c,d', '1,2,3,NaN', '0,10,1,9', '1,2,3,Infinity', '0,0,1,91', '-181,0,1,1'],
  },
};
const point: Rule = {
  composite: {
    good: ['35.22,-97.44', '-90,180', '90,-180'],
    bad: ['', '35', '35,-97,1', 'x,y', '91,0', '0,181', '-97,35'],
  },
};

/** `bbox, point, radius, state` (decision 1.7); `radius` needs a point and is tested separately. */
export const spatial: Record<string, Rule> = { bbox, point, state: { oneOf: states.split(' '), anyCase: true } };

export const wfo: Rule = {
  text: { good: ['OUN', 'oun', 'KOUN', 'PAFC', 'TJSJ', 'ZZZ'], bad: ['OU', 'OUNXX', 'XOUN', 'O1N', ''] },
};

const times = {
  good: [
    '2026-05-20',
    '2026-05-20T22:18:00Z',
    '2026-05-20T22:18:00.5Z',
    '2026-05-20T17:18:00-05:00',
    '2026-05-20T22:18:00',
  ],
  bad: ['', 'now', '20260520', '2026-02-30', '2026-05-20T25:00:00Z', '1779315480'],
};
/** `start, end` (decision 1.5). */
export const timeRange: Record<string, Rule> = { start: { composite: times }, end: { composite: times } };

/** `limit, offset` of most lists. */
export const page = (limit: number): Record<string, Rule> => ({
  limit: { integer: { min: 1, max: 1000 }, default: limit },
  offset: { integer: { min: 0 }, default: 0 },
});

/** Records by their ids. */
export const ids: Rule = {
  text: {
    good: ['1', '1,2,3', '999999999999999', Array.from({ length: 100 }, (_, i) => i).join()],
    bad: [
      '',
      'a',
      '1,',
      ',1',
      '1, 2',
      '-1',
      '1.5',
      '1234567890123456',
      Array.from({ length: 101 }, (_, i) => i).join(),
    ],
  },
};

/** Records by ids that are words. */
export const idWords: Rule = {
  text: { good: ['NRMO2', 'a,b', '20260520T221000Z-3'], bad: ['', 'a,', 'a b', 'x'.repeat(61)] },
};

/** A county by its number: five digits, four get a leading zero (decision 6.7). */
export const countyCode = {
  text: { good: ['40027', '1001', '01001', '99999'], bad: ['', '123', '123456', 'OK027', '4002x'] },
};
