/** JSON Schema (2020-12) of one parameter or field, carrying the TypeScript type of its value. */
export interface Schema<T = unknown> {
  readonly json: Record<string, unknown>;
  /** Media type of a body of this shape; default `application/json`. */
  readonly media?: string;
  /** Never set; carries the type only. */
  readonly type?: T;
}

/** A parameter: its schema, whether it is required, and its description. */
export interface Param<T = unknown> extends Schema<T> {
  readonly required: boolean;
  readonly about: string;
  readonly example?: unknown;
  /**
   * Parses a text with its own grammar, or throws a `RequestError` 400 with an explanation. Runs after the schema
   * check.
   */
  readonly parse?: (text: string) => T;
  /** The canonical form of a valid text, if different texts have equal values. */
  readonly canonical?: (text: string) => string;
  /** Pattern of a text with its own grammar, for the OpenAPI document: every text that `parse` accepts matches it. */
  readonly grammar?: string;
  /** Whether the words of the enumeration are case-insensitive; the value has the case of the enumeration. */
  readonly anyCase?: boolean;
  /** Names of parameters with which the default does not hold; the value is then undefined, and the handler decides. */
  readonly defaultUnless?: readonly string[];
  /** Names that other APIs have for it. A query with one of them is refused with a hint. In the query only. */
  readonly alsoCalled?: readonly string[];
}

export type Params = Record<string, Param<any>>;
export type ValuesOf<P extends Params> = { [K in keyof P]: P[K] extends Param<infer T> ? T : never };

interface About<T> {
  about?: string;
  example?: T;
}
type Optional<T, O> = O extends { default: T } ? T : T | undefined;

function param<T>(
  json: Record<string, unknown>,
  options: About<unknown> & { default?: unknown },
  parse?: (text: string) => T,
): Param<T> {
  const { about = '', example, default: value } = options;
  const schema = value === undefined ? json : { ...json, default: value };
  return {
    json: schema,
    required: false,
    about,
    ...(example === undefined ? {} : { example }),
    ...(parse ? { parse } : {}),
  };
}

/** A whole number within bounds, both ends included. */
export function integer<const O extends About<number> & { min?: number; max?: number; default?: number }>(
  options: O = {} as O,
): Param<Optional<number, O>> {
  const { min, max } = options;
  return param(
    { type: 'integer', ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }) },
    options,
  );
}

/** A finite number within bounds, both ends included. */
export function number<const O extends About<number> & { min?: number; max?: number; default?: number }>(
  options: O = {} as O,
): Param<Optional<number, O>> {
  const { min, max } = options;
  return param(
    { type: 'number', ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }) },
    options,
  );
}

/** `true/false/1/0/yes/no`, any case. */
export function boolean<const O extends About<boolean> & { default?: boolean }>(
  options: O = {} as O,
): Param<Optional<boolean, O>> {
  return param({ type: 'boolean' }, options);
}

/** One of these words; with `anyCase`, case-insensitive. */
export function oneOf<const T extends string, const O extends About<T> & { default?: T; anyCase?: boolean }>(
  choices: readonly T[],
  options: O = {} as O,
): Param<Optional<T, O>> {
  return { ...param({ type: 'string', enum: [...choices] }, options), ...(options.anyCase ? { anyCase: true } : {}) };
}

/** Text, with optional bounds on its length. */
export function text<
  const O extends About<string> & { minLength?: number; maxLength?: number; pattern?: string; default?: string },
>(options: O = {} as O): Param<Optional<string, O>> {
  const { minLength, maxLength = 4096, pattern } = options;
  return param(
    {
      type: 'string',
      ...(minLength === undefined ? {} : { minLength }),
      maxLength,
      ...(pattern === undefined ? {} : { pattern }),
    },
    options,
  );
}

/** A secret such as a password or a token: as `text`, and never repeated in a response. */
export function secret<const O extends About<string> & { minLength?: number; maxLength?: number; default?: string }>(
  options: O = {} as O,
): Param<Optional<string, O>> {
  const given = text(options);
  return { ...given, json: { ...given.json, format: 'password' } };
}

/** Longest e-mail address in characters (RFC 5321, 4.5.3.1.3, with the angle brackets). */
const longestEmail = 254;

/** An e-mail address; in a body only. The value is trimmed and in lower case. */
export function email(options: About<string> = {}): Param<string | undefined> {
  return param<string | undefined>({ type: 'string', format: 'email', maxLength: longestEmail }, options, (given) =>
    given.trim().toLowerCase(),
  );
}

/** The same field, or null; in a body only. */
export function nullable<T>(field: Param<T>): Param<T | null> {
  const { type, enum: choices, ...rest } = field.json as { type: string; enum?: unknown[] };
  const json = { ...rest, type: [type, 'null'], ...(choices ? { enum: [...choices, null] } : {}) };
  return { ...field, json };
}

/**
 * Text with its own grammar; `parse` throws a `RequestError` 400 if it is malformed.
 *
 * @param options.canonical the canonical form of a text that `parse` accepts; default: the text as given
 * @param options.grammar   pattern for the documentation; it is not checked, because `parse` explains what is wrong
 */
export function composite<T>(
  parse: (text: string) => T,
  { canonical, grammar, ...options }: About<string> & { canonical?: (text: string) => string; grammar?: string } = {},
): Param<T | undefined> {
  const created = param<T | undefined>({ type: 'string', maxLength: 4096 }, options, parse);
  return { ...created, ...(canonical ? { canonical } : {}), ...(grammar === undefined ? {} : { grammar }) };
}

/** A text parameter whose value is parsed after the schema check. */
export function parsed<T>(given: Param<string | undefined>, parse: (text: string) => T): Param<T | undefined> {
  return { ...given, parse } as unknown as Param<T | undefined>;
}

/** A list; in a body only. */
export function list<T>(item: Param<T>, options: About<T[]> & { min?: number; max: number }): Param<T[] | undefined> {
  const { min = 0, max } = options;
  return param({ type: 'array', items: describedSchema(item), minItems: min, maxItems: max }, options);
}

/** An object with these fields; in a body only. Other fields are ignored. */
export function fields<P extends Params>(of: P, options: About<object> = {}): Param<ValuesOf<P> | undefined> {
  const properties = Object.fromEntries(Object.entries(of).map(([name, field]) => [name, describedSchema(field)]));
  const needed = Object.keys(of).filter((name) => of[name].required);
  return param({ type: 'object', properties, required: needed }, options);
}

/** A value of JSON that the handler checks; in a body only. The schema documents it. */
export function unchecked<T>(json: Record<string, unknown>, options: About<T> = {}): Param<T | undefined> {
  if ('type' in json) throw new Error('a schema with a type is checked');
  return param(json, options);
}

/** The same parameter under a deprecated name, which is still accepted. */
export function deprecated<T>(old: Param<T>): Param<T> {
  return { ...old, json: { ...old.json, deprecated: true } };
}

/** The same parameter, whose default does not hold if one of these is given; the value is then undefined. */
export function defaultUnless<T>(of: Param<T>, ...names: string[]): Param<T | undefined> {
  return { ...of, defaultUnless: names };
}

/** The same parameter, with the names that other APIs have for it. */
export function alsoCalled<T>(of: Param<T>, names: readonly string[]): Param<T> {
  return { ...of, alsoCalled: [...(of.alsoCalled ?? []), ...names] };
}

/** The schema of a parameter, with its description and example. */
function describedSchema({ json, about, example }: Param): Record<string, unknown> {
  return {
    ...json,
    ...(about ? { description: about } : {}),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

/** The same parameter, required. */
export function required<T>(optional: Param<T>): Param<Exclude<T, undefined>> {
  return { ...optional, required: true } as Param<Exclude<T, undefined>>;
}
