import { createAjv } from './ajv.ts';

/** Why a text does not match its schema: the `msg`, `type` and `ctx` of a 422 item. */
export class Problem {
  readonly msg: string;
  readonly type: string;
  readonly ctx: Record<string, unknown> | undefined;

  constructor(type: string, msg: string, ctx?: Record<string, unknown>) {
    this.msg = msg;
    this.type = type;
    this.ctx = ctx;
  }
}

/** A value of the schema, or the problem. */
export type ReadText = (text: string) => unknown;

type Json = Record<string, unknown>;
/** The first error of a value. */
type Check = (value: any) => Problem | undefined;

/** Readers by JSON type. */
const readers: Record<string, ReadText> = {
  string: (text) => text,
  integer: readInteger,
  number: readNumber,
  boolean: readBoolean,
};

/** Checks by schema keyword. Ajv checks all other keywords. */
const checks: Record<string, (limit: any) => Check> = {
  minimum: (limit: number) => {
    const problem = new Problem('greater_than_equal', `Input should be greater than or equal to ${limit}`, {
      ge: limit,
    });
    return (value: number) => (value < limit ? problem : undefined);
  },
  maximum: (limit: number) => {
    const problem = new Problem('less_than_equal', `Input should be less than or equal to ${limit}`, { le: limit });
    return (value: number) => (value > limit ? problem : undefined);
  },
  enum: (choices: string[]) => {
    const allowed = new Set(choices);
    const expected = listed(choices);
    const problem = new Problem('enum', `Input should be ${expected}`, { expected });
    const many = new Problem('enum', `Input should be one value, not a list: ${expected}`, { expected });
    return (value: unknown) => {
      if (allowed.has(value as string)) return undefined;
      return typeof value === 'string' && value.includes(',') ? many : problem;
    };
  },
  minLength: (limit: number) => {
    const problem = new Problem('string_too_short', `String should have at least ${characters(limit)}`, {
      min_length: limit,
    });
    return (value: string) => (codePoints(value) < limit ? problem : undefined);
  },
  maxLength: (limit: number) => {
    const problem = new Problem('string_too_long', `String should have at most ${characters(limit)}`, {
      max_length: limit,
    });
    // A text has at most as many code points as code units, so most texts need no count.
    return (value: string) => (value.length > limit && codePoints(value) > limit ? problem : undefined);
  },
  pattern: (pattern: string) => {
    const form = new RegExp(pattern, 'u');
    const problem = new Problem('string_pattern_mismatch', `String should match pattern '${pattern}'`, { pattern });
    return (value: string) => (form.test(value) ? undefined : problem);
  },
  format: (name: string) => formats[name] ?? ajvCheck({ type: 'string', format: name }),
};

/**
 * The addresses that `<input type="email">` accepts, with a dot in the domain: the grammar of RFC 5321 without quoted names,
 * comments and address literals.
 *
 * @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const emailForm =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

const notEmail = new Problem('value_error', 'Input should be an e-mail address');

/** Formats by name. Spaces around an e-mail address are allowed, because people paste them. */
const formats: Record<string, Check> = {
  email: (value: string) => (emailForm.test(value.trim()) ? undefined : notEmail),
  password: () => undefined,
};

const ajv = createAjv();

/** Schema keywords that check nothing. */
const silent = new Set(['type', 'default', 'description', 'title', 'examples', 'deprecated']);

/**
 * Compiles the reader of one parameter: from its text to a validated value.
 *
 * @param anyCase whether the words of an enumeration are case-insensitive
 * @throws {Error} if the schema is invalid, or its type cannot be written as text
 */
export function compileReadText(json: Json, anyCase = false): ReadText {
  const read = anyCase ? readerOfAnyCase(json.enum as string[]) : readers[json.type as string];
  if (!read) throw new Error(`a parameter of type ${JSON.stringify(json.type)} cannot be read from a text`);

  const check = compileCheck(json);
  return (text) => {
    const value = read(text);
    return value instanceof Problem ? value : (check(value) ?? value);
  };
}

/**
 * Compiles the checks of a schema for one value of its type.
 *
 * @throws {Error} if the default does not match the schema
 */
export function compileCheck(json: Json): Check {
  const keywords = Object.keys(json).filter((word) => !silent.has(word));
  const all = keywords.filter((word) => word in checks).map((word) => checks[word](json[word]));
  const others = keywords.filter((word) => !(word in checks));
  if (others.length > 0) all.push(ajvCheck({ type: json.type, ...pick(json, others) }));
  assertDefault(json);
  return (value) => {
    for (const check of all) {
      const problem = check(value);
      if (problem) return problem;
    }
    return undefined;
  };
}

const notInteger = new Problem('int_parsing', 'Input should be a valid integer, unable to parse string as an integer');
const tooBig = new Problem('int_parsing', 'Input should be a valid integer, and this one is too big to be exact');
const notNumber = new Problem('float_parsing', 'Input should be a valid number, unable to parse string as a number');
const notBoolean = new Problem('bool_parsing', 'Input should be a valid boolean: true, false, yes, no, 1 or 0');

function readInteger(text: string): number | Problem {
  if (!/^-?\d+$/.test(text)) return notInteger;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value + 0 : tooBig; // -0 + 0 is 0
}

function readNumber(text: string): number | Problem {
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return notNumber;
  const value = Number(text);
  return Number.isFinite(value) ? value + 0 : notNumber;
}

const words = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
]);

function readBoolean(text: string): boolean | Problem {
  return words.get(text.toLowerCase()) ?? notBoolean;
}

/** A word in the case of the enumeration; any other text unchanged. */
function readerOfAnyCase(choices: string[]): ReadText {
  const words = new Map(choices.map((choice) => [choice.toLowerCase(), choice]));
  return (text) => words.get(text.toLowerCase()) ?? text;
}

function ajvCheck(json: Json): Check {
  const validate = ajv.compile(json);
  return (value) => {
    if (validate(value)) return undefined;
    const [error] = validate.errors ?? [];
    return new Problem('value_error', `Input ${error?.message ?? 'is not valid'}`, error?.params);
  };
}

/** A default that does not match its schema is a programming error, found at start. */
function assertDefault(json: Json): void {
  if ('default' in json && !ajv.validate(json, json.default)) {
    throw new Error(`the default ${JSON.stringify(json.default)} does not match its schema: ${ajv.errorsText()}`);
  }
}

function pick(json: Json, words: string[]): Json {
  return Object.fromEntries(words.map((word) => [word, json[word]]));
}

function listed(choices: string[]): string {
  const quoted = choices.map((choice) => `'${choice}'`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

const characters = (count: number): string => `${count} character${count === 1 ? '' : 's'}`;

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
