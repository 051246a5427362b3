import { plainly, RequestError, type ValidationItem } from '@severe/base';
import { decodeText } from './decode.ts';
import type { Endpoint, CanonicalQuery } from './endpoint.ts';
import type { Param } from './params.ts';
import { foreignNamesOf } from './foreign-names.ts';
import { pathNames } from './path.ts';
import { compileReadText, Problem, type ReadText } from './read-text.ts';

type Values = Record<string, unknown>;

/**
 * Reads and validates the parameters of a request.
 *
 * @param pathTexts values of the `{name}` parameters of the path, in order, percent-encoded
 * @param search    query without its question mark, percent-encoded
 * @throws {RequestError} 422, of a strict endpoint 400, with an item for every invalid parameter; else 400 for the first malformed
 * composite text
 */
export type ReadCall = (pathTexts: readonly string[], search: string) => ReadValues;

/** The values, and the query in canonical form. */
interface ReadValues {
  path: Values;
  query: Values;
  canonicalQuery: CanonicalQuery;
}

/** One parameter, ready to read. */
interface Slot {
  name: string;
  loc: [place: 'path' | 'query', name: string];
  read: ReadText;
  parse: Param['parse'];
  canonical: Param['canonical'];
  required: boolean;
  fallback: unknown;
  /** Places of parameters with which the fallback does not hold. */
  unless: readonly number[];
}

/** The names that a query may not ignore. */
interface Names {
  /** Places of the declared parameters. */
  places: ReadonlyMap<string, number>;
  /** In lower case. */
  foreign: ReadonlyMap<string, Problem>;
  /** Of every other name; they are ignored if undefined. */
  unknown: Problem | undefined;
}

const undecodable = new Problem('value_error', 'Input should be percent-encoded UTF-8 without NUL characters');
const repeated = new Problem('value_error', 'Parameter should be given only once');
const missing = new Problem('missing', 'Field required');
/** Without this refusal, a moment would be answered with the present. */
const presentOnly = new Problem('value_error', 'This path shows the present only; it has no as_of');
const unknown = new Problem('extra_forbidden', 'There is no such parameter here');
const misspelt = new Problem('value_error', 'Parameter name should be in lower case and not percent-encoded');

/** Compiles the reader of an endpoint's parameters. */
export function compileReadCall(endpoint: Endpoint<any>): ReadCall {
  const pathSlots = pathNames(endpoint.path).map((name) => slotOf(endpoint, 'path', name, endpoint.params[name]));
  const querySlots = Object.entries(endpoint.query).map(([name, param]) => slotOf(endpoint, 'query', name, param));
  if (Object.keys(endpoint.params).length !== pathSlots.length) {
    throw new Error(`${endpoint.path}: params and the names in the path differ`);
  }
  const composites = [...pathSlots, ...querySlots].filter((slot) => slot.parse);
  const names: Names = {
    places: new Map(querySlots.map((slot, place) => [slot.name, place])),
    foreign: new Map(
      [...foreignNamesOf(endpoint)].map(([name, hint]) => [
        name,
        new Problem('value_error', `There is no ${name} here. ${hint}`),
      ]),
    ),
    unknown: endpoint.strict ? unknown : undefined,
  };

  return (pathTexts, search) => {
    const items: ValidationItem[] = [];
    const values = { path: {} as Values, query: {} as Values };
    const texts = search === '' ? [] : queryTexts(search, names, querySlots, items);
    for (let i = 0; i < pathSlots.length; i++) readSlot(pathSlots[i], pathTexts[i], values.path, items);
    for (let i = 0; i < querySlots.length; i++) readSlot(querySlots[i], texts[i], values.query, items, texts);
    if (items.length > 0) throw new RequestError(endpoint.strict ? 400 : 422, items);

    for (const { loc, name, parse } of composites) {
      const text = values[loc[0]][name];
      if (text !== undefined) values[loc[0]][name] = parse!(text as string);
    }
    const { path, query } = values;
    return { path, query, canonicalQuery: (changes = {}) => canonicalQueryOf(querySlots, texts, changes) };
  };
}

/** Reads the texts again: they are valid, and the values may have been parsed since. */
function canonicalQueryOf(
  slots: readonly Slot[],
  texts: readonly (string | undefined)[],
  changes: Record<string, string | undefined>,
): string {
  const pairs = slots.flatMap((slot, i) => {
    const { name, read, canonical } = slot;
    const text = texts[i] === undefined ? undefined : read(decodeText(texts[i], true)!);
    const given = canonical && text !== undefined ? canonical(text as string) : text;
    const wanted = Object.hasOwn(changes, name) ? changes[name] : given === fallbackOf(slot, texts) ? undefined : given;
    const value = wanted as string | number | boolean | undefined;
    return value === undefined ? [] : [`${name}=${encoded(String(value))}`];
  });
  return pairs.join('&');
}

/** Commas and colons are allowed in a query (RFC 3986, 3.4) and are more readable unencoded. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':');
}

/**
 * The raw text of every declared parameter, in order. Others are ignored, or refused if the endpoint is strict. A declared name in other letters or encoded is
 * refused: a cache in front of the service may read it as the parameter, or not, and keep the response under another key.
 * So is `as_of` where it is not declared, and a name that another API has for something that the endpoint does.
 */
function queryTexts(search: string, names: Names, slots: Slot[], items: ValidationItem[]) {
  const texts: (string | undefined)[] = Array.from({ length: slots.length });
  for (const pair of search.split('&')) {
    const equals = pair.indexOf('=');
    const name = equals < 0 ? pair : pair.slice(0, equals);
    const place = names.places.get(name);
    const text = equals < 0 ? '' : pair.slice(equals + 1);
    if (place === undefined) {
      const lower = decodeText(name, true)?.toLowerCase() ?? '';
      const refusal = pair === '' ? undefined : refusalOf(lower, names);
      const loc: Slot['loc'] = ['query', plainly(lower) ?? ''];
      if (refusal) items.push(itemOf({ loc }, refusal, decodeText(refusal === misspelt ? name : text, true)));
    } else if (texts[place] === undefined) texts[place] = text;
    else items.push(itemOf(slots[place], repeated, decodeText(text, true)));
  }
  return texts;
}

/** Why a name that is not declared may not be ignored; undefined if it may. @param lower the name in lower case */
function refusalOf(lower: string, { places, foreign, unknown: otherwise }: Names): Problem | undefined {
  if (places.has(lower)) return misspelt;
  return foreign.get(lower) ?? (lower === 'as_of' ? presentOnly : otherwise);
}

/** The default of a parameter, as far as it holds beside the others. */
function fallbackOf({ fallback, unless }: Slot, texts: readonly (string | undefined)[] = []): unknown {
  return unless.some((place) => texts[place] !== undefined) ? undefined : fallback;
}

/** Reads one parameter into `into`, or adds its error to `items`. @param queryTexts of all parameters, if it is one of the query */
function readSlot(
  slot: Slot,
  raw: string | undefined,
  into: Values,
  items: ValidationItem[],
  queryTexts?: readonly (string | undefined)[],
): void {
  if (raw === undefined) {
    if (slot.required) items.push(itemOf(slot, missing, null));
    else into[slot.name] = fallbackOf(slot, queryTexts);
    return;
  }
  const text = decodeText(raw, queryTexts !== undefined);
  const value = text === undefined ? undecodable : slot.read(text);
  if (value instanceof Problem) items.push(itemOf(slot, value, text ?? raw));
  else into[slot.name] = value;
}

function itemOf(
  { loc }: Pick<Slot, 'loc'>,
  { msg, type, ctx }: Problem,
  input: string | null | undefined,
): ValidationItem {
  const shown = typeof input === 'string' ? plainly(input) : input;
  return { loc: [...loc], msg, type, input: shown, ...(ctx ? { ctx } : {}) };
}

function slotOf(endpoint: Endpoint<any>, place: 'path' | 'query', name: string, param: Param | undefined): Slot {
  const where = `${endpoint.path}, ${place} parameter ${name}`;
  if (!param) throw new Error(`${where} is not defined`);
  try {
    return {
      name,
      loc: [place, name],
      read: compileReadText(param.json, param.anyCase),
      parse: param.parse,
      canonical: param.canonical,
      required: param.required || place === 'path',
      fallback: param.json.default,
      unless: (param.defaultUnless ?? []).map((other) => Object.keys(endpoint.query).indexOf(other)),
    };
  } catch (cause) {
    throw new Error(where, { cause });
  }
}
