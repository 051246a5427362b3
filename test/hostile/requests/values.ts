import type { Dice } from '@severe/testing/hostile/dice';

type Json = Record<string, any>;

/** A parameter of the OpenAPI document. */
export interface Parameter {
  name: string;
  in: 'path' | 'query';
  schema: Json;
  example?: string | number | boolean;
}

/** Texts that no parameter accepts, by kind. */
const absurd = Object.values({
  empty: ['', ' ', '\t', '\ufeff'],
  separators: String.raw`- . .. / \ * + & = ; ,`.split(' '),
  escapes: '% %2 %zz %00 %80 %ed%a0%80 %c0%af'.split(' '),
  words: 'x null undefined true [] {} [object-Object] __proto__ constructor toString'.split(' '),
  numbers: 'NaN -NaN Infinity 0x10 0b1 1n 1e3 1e999 -1e999 1e-999 -0 +1 1. .5 1,5 1_000 00 ١٢٣ ９ ½ ²'.split(' '),
  large: '2147483648 -2147483649 4294967296 9007199254740993 9223372036854775808'.split(' '),
  statements: ["'", "' OR 1=1--", '"; DROP TABLE alerts;--', "\\'; SELECT pg_sleep(9);--", '*)(|', '%s%n'],
  templates: ['{{7*7}}', '#{7*7}', '$(id)', '`id`', '<script>alert(1)</script>', '\r\nX-Injected: 1'],
  files: '../../etc/passwd ..%2f..%2fetc%2fpasswd %2e%2e/ file:///etc/passwd'.split(' '),
  unicode: ['\0', 'a\0b', '\u2028', '\u202e', '👩‍👩‍👧‍👦', 'é'.normalize('NFD'), 'İ', 'ß', '\uffff', '\u0300'.repeat(50)],
  places: '-100,40,-99 0,0,0,0,0 NaN,NaN,NaN,NaN 1e999,0,1,1 180,-90,-180,90 90,0 91,181 0km 1e9km 50ft'.split(' '),
  times:
    '2026-02-30 0000-00-00 -271821-04-20 +275760-09-13 9999-12-31T23:59:60Z 2026-05-20T24:00:00Z 202613322561'.split(
      ' ',
    ),
  long: ['a', '%', ',', '9', '9,', '(('].map((text) => text.repeat(4097)),
}).flat();

/** A text for a parameter: valid, at its bounds, just beyond them, or absurd. */
export const texts: Record<'valid' | 'boundary' | 'invalid' | 'absurd', (parameter: Parameter, dice: Dice) => string> =
  {
    valid({ schema, example }, dice) {
      const { enum: words, minimum, maximum, default: value } = schema;
      if (words) return dice.oneOf(words as string[]);
      if (schema.type === 'boolean') return dice.oneOf(['true', 'false', '1', '0', 'yes', 'no', 'TRUE']);
      if (example !== undefined && dice.once(2)) return String(example);
      if (schema.type === 'integer') return String(within(minimum ?? 0, maximum ?? 1000, dice));
      if (schema.type === 'number')
        return String(within((minimum ?? -1000) * 100, (maximum ?? 1000) * 100, dice) / 100);
      return String(example ?? value ?? 'a');
    },
    boundary({ schema }, dice) {
      const { minimum = 0, maximum = 2 ** 31, minLength = 1, maxLength = 4096 } = schema;
      if (schema.type !== 'string') return String(dice.oneOf([minimum, maximum]));
      return 'a'.repeat(dice.oneOf([minLength, maxLength]));
    },
    invalid({ schema }, dice) {
      const { minimum = 0, maximum = 2 ** 53, minLength = 1, maxLength = 4096, enum: words } = schema;
      if (words) return dice.oneOf([`${words[0]}x`, String(words[0]).toUpperCase(), words.join(), '']);
      if (schema.type === 'string') return 'a'.repeat(dice.oneOf([minLength - 1, maxLength + 1]));
      return String(dice.oneOf([minimum - 1, maximum + 1, minimum + 0.5, -maximum]));
    },
    absurd: (_, dice) => (dice.once(4) ? noise(dice) : dice.oneOf(absurd)),
  };

function within(from: number, to: number, dice: Dice): number {
  return from + dice.below(to - from + 1);
}

/** Random code points, including lone surrogates. */
function noise(dice: Dice): string {
  const ends = dice.oneOf([0x7f, 0x7ff, 0xffff]);
  return Array.from({ length: 1 + dice.below(12) }, () => String.fromCharCode(dice.below(ends))).join('');
}

/** A text in a URL: usually encoded, sometimes not. */
export function written(text: string, dice: Dice): string {
  if (dice.once(12)) return text;
  const proper = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  return dice.once(8) ? proper.replaceAll('%2C', ',').replaceAll('%20', '+') : proper;
}

/** A value of a JSON schema, with a wrong part in some places. */
export function bodyOf(schema: Json, dice: Dice): unknown {
  if (dice.once(12)) return dice.oneOf(strange)();
  if (schema.type === 'object') {
    const entries = Object.entries(schema.properties as Json).filter(() => !dice.once(10));
    const more = dice.once(10) ? [['__proto__', 1]] : [];
    return Object.fromEntries([...entries.map(([name, inner]) => [name, bodyOf(inner as Json, dice)]), ...more]);
  }
  if (schema.type === 'array') {
    const { minItems = 0, maxItems = 10, items } = schema;
    const many = dice.oneOf([minItems, minItems + 1, maxItems, maxItems + 1]);
    return Array.from({ length: Math.max(0, many) }, () => bodyOf(items as Json, dice));
  }
  const kind = dice.oneOf(['valid', 'valid', 'boundary', 'invalid'] as const);
  const text = texts[kind](
    { name: '', in: 'query', schema, example: schema.examples?.[0] as string | undefined },
    dice,
  );
  return schema.type === 'string' ? text : Number(text);
}

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/** Values that no schema accepts. */
const strange: (() => unknown)[] = [
  () => null,
  () => true,
  () => 1e308,
  () => -0,
  () => 2 ** 60,
  () => '',
  () => 'a\0b',
  () => '\ud800',
  () => 'x'.repeat(5000),
  () => [],
  () => ({}),
  () => ({ $gt: '' }),
  () => nested(12),
  () => nested(500),
  () => Array(3000).fill(0),
];
