/** JSON Schema (2020-12) of one parameter or field, carrying the TypeScript type of its value. */
export interface Schema<T = unknown> {
  readonly json: Record<string, unknown>;
  /** Media type of a body of this shape, where it is not `application/json`. */
  readonly media?: string;
  /** Never set: it only carries the type. */
  readonly type?: T;
}

/** A parameter: its schema, whether it must be there, and how it is described. */
export interface Param<T = unknown> extends Schema<T> {
  readonly required: boolean;
  readonly about: string;
  readonly example?: unknown;
  /**
   * For a composite text with a grammar of its own: turns the text into a value, or throws a `RequestError` 400 with a
   * sentence that helps. Runs after the schema has been checked.
   */
  readonly parse?: (text: string) => T;
  /** Whether the words of the enumeration may be written in any case; the value is as it stands there. */
  readonly anyCase?: boolean;
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

/** One of these words; with `anyCase` also where its letters are of another case. */
export function oneOf<const T extends string, const O extends About<T> & { default?: T; anyCase?: boolean }>(
  choices: readonly T[],
  options: O = {} as O,
): Param<Optional<T, O>> {
  return { ...param({ type: 'string', enum: [...choices] }, options), ...(options.anyCase ? { anyCase: true } : {}) };
}

/** Text, with bounds on its length where they are given. */
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

/** Text with a grammar of its own; `parse` throws a `RequestError` 400 where it cannot be read. */
export function composite<T>(parse: (text: string) => T, options: About<string> = {}): Param<T | undefined> {
  return param<T | undefined>({ type: 'string', maxLength: 4096 }, options, parse);
}

/** Text that means something else; `parse` runs after the schema has been checked. */
export function parsed<T>(given: Param<string | undefined>, parse: (text: string) => T): Param<T | undefined> {
  return { ...given, parse } as unknown as Param<T | undefined>;
}

/** A list, in a body alone. */
export function list<T>(item: Param<T>, options: About<T[]> & { min?: number; max: number }): Param<T[] | undefined> {
  const { min = 0, max } = options;
  return param({ type: 'array', items: describedSchema(item), minItems: min, maxItems: max }, options);
}

/** An object with these fields, in a body alone; others are passed over. */
export function fields<P extends Params>(of: P, options: About<object> = {}): Param<ValuesOf<P> | undefined> {
  const properties = Object.fromEntries(Object.entries(of).map(([name, field]) => [name, describedSchema(field)]));
  const needed = Object.keys(of).filter((name) => of[name].required);
  return param({ type: 'object', properties, required: needed }, options);
}

/** The same parameter under a name that is still read and no longer recommended. */
export function deprecated<T>(old: Param<T>): Param<T> {
  return { ...old, json: { ...old.json, deprecated: true } };
}

/** A schema that says of itself what the parameter says beside it. */
function describedSchema({ json, about, example }: Param): Record<string, unknown> {
  return {
    ...json,
    ...(about ? { description: about } : {}),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

/** The same parameter, but it must be there. */
export function required<T>(optional: Param<T>): Param<Exclude<T, undefined>> {
  return { ...optional, required: true } as Param<Exclude<T, undefined>>;
}
