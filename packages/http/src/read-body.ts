import { plainly, RequestError, type ValidationItem } from '@severe/base';
import { fields, type Params } from './params.ts';
import { compileCheck, Problem } from './read-text.ts';

/**
 * Parses a JSON body and validates its fields.
 *
 * @throws {RequestError} 400 if it is not JSON or a composite text is malformed; 422 with an item for every invalid field,
 *   up to `maxItems422`
 */
export type ReadBody = (text: string) => Values;

type Json = Record<string, unknown>;
type Values = Record<string, unknown>;
type Place = (string | number)[];

/** Reads a value of the schema; adds errors to `items`. */
type ReadValue = (value: unknown, loc: Place, items: ValidationItem[]) => unknown;

/** Further errors are not collected: a body may contain a hundred thousand. */
const maxItems422 = 50;
/** Maximum depth of nested objects and lists; the bodies of the API have at most four. */
const maxDepth = 16;

/** Compiles the reader of a body. */
export function compileReadBody(body: Params): ReadBody {
  const read = compileValue(fields(body).json);
  const composites = Object.entries(body).filter(([, { parse }]) => parse);
  return (text) => {
    const items: ValidationItem[] = [];
    const values = read(parseJson(text), ['body'], items) as Values;
    if (items.length > 0) throw new RequestError(422, items);
    for (const [name, { parse }] of composites) {
      if (typeof values[name] === 'string') values[name] = parse!(values[name]);
    }
    return values;
  };
}

function parseJson(text: string): unknown {
  if (depthOf(text) > maxDepth) throw new RequestError(400, `Invalid JSON body: more than ${maxDepth} levels`);
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestError(400, 'Invalid JSON body');
  }
}

/** Depth of nested brackets outside of strings. */
function depthOf(text: string): number {
  let [depth, most, quoted] = [0, 0, false];
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '"') quoted = !quoted;
    else if (quoted)
      i += character === '\\' ? 1 : 0; // skips the escaped character
    else if (character === '[' || character === '{') most = Math.max(most, ++depth);
    else if (character === ']' || character === '}') depth--;
  }
  return most;
}

const missing = new Problem('missing', 'Field required');
const notObject = new Problem('value_error', 'Input should be an object');
const notList = new Problem('value_error', 'Input should be a list');

function compileValue(json: Json): ReadValue {
  if (json.type === undefined) return (value) => value; // the handler checks it
  if (Array.isArray(json.type)) return compileNullable(json as Json & { type: string[] });
  if (json.type === 'object') return compileObject(json);
  return json.type === 'array' ? compileList(json) : compileScalar(json);
}

/** A value of one type, or null. */
function compileNullable({ type, ...rest }: Json & { type: string[] }): ReadValue {
  if (rest.enum) rest.enum = (rest.enum as unknown[]).filter((word) => word !== null);
  const read = compileValue({ ...rest, type: type.find((each) => each !== 'null') });
  return (value, loc, items) => (value === null ? null : read(value, loc, items));
}

function compileObject({ properties, required }: Json): ReadValue {
  const slots = Object.entries(properties as Record<string, Json>).map(([name, schema]) => ({
    name,
    read: compileValue(schema),
    needed: (required as string[]).includes(name),
    fallback: schema.default,
  }));
  return (value, loc, items) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return refuse(notObject, value, loc, items);
    const values: Values = {};
    for (const { name, read, needed, fallback } of slots) {
      const given = Object.hasOwn(value, name) ? (value as Values)[name] : undefined;
      if (given !== undefined) values[name] = read(given, [...loc, name], items);
      else if (needed) refuse(missing, null, [...loc, name], items);
      else values[name] = fallback;
    }
    return values;
  };
}

function compileList({ items: item, minItems, maxItems }: Json): ReadValue {
  const [min, max] = [minItems as number, maxItems as number];
  const read = compileValue(item as Json);
  const range = min > 0 ? `${min} to ${max}` : `at most ${max}`;
  return (value, loc, items) => {
    if (!Array.isArray(value)) return refuse(notList, value, loc, items);
    if (value.length < min || value.length > max) {
      const problem = new Problem('value_error', `List should have ${range} items, and has ${value.length}`);
      return refuse(problem, null, loc, items);
    }
    return value.map((entry, i) => (items.length < maxItems422 ? read(entry, [...loc, i], items) : undefined));
  };
}

interface Kind {
  is: (value: any) => boolean;
  problem: Problem;
  /** What is wrong with some values of the kind. */
  unfit?: { is: (value: any) => boolean; problem: Problem };
}

/** A NUL or a lone surrogate, which PostgreSQL cannot store. */
// eslint-disable-next-line no-control-regex
const unstorable = /\0|\p{Surrogate}/u;

const kinds: Record<string, Kind> = {
  string: {
    is: (value) => typeof value === 'string',
    problem: new Problem('value_error', 'Input should be a text'),
    unfit: {
      is: (value) => unstorable.test(value as string),
      problem: new Problem('value_error', 'Input should be a text without NUL characters and lone surrogates'),
    },
  },
  number: { is: Number.isFinite, problem: new Problem('float_parsing', 'Input should be a valid number') },
  integer: { is: Number.isSafeInteger, problem: new Problem('int_parsing', 'Input should be a valid integer') },
  boolean: {
    is: (value) => typeof value === 'boolean',
    problem: new Problem('bool_parsing', 'Input should be true or false'),
  },
};

function compileScalar(json: Json): ReadValue {
  const { is, problem, unfit } = kinds[json.type as string];
  const check = compileCheck(json);
  const isSecret = json.format === 'password';
  return (value, loc, items) => {
    const found = !is(value) ? problem : unfit?.is(value) ? unfit.problem : check(value);
    return found ? refuse(found, isSecret ? undefined : value, loc, items) : value;
  };
}

function refuse({ msg, type, ctx }: Problem, value: unknown, loc: Place, items: ValidationItem[]): undefined {
  const input = typeof value === 'object' ? null : value;
  const short = typeof input === 'string' ? plainly(input) : input;
  items.push({ loc, msg, type, input: short, ...(ctx ? { ctx } : {}) });
}
