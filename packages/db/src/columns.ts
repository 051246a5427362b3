/** Types in SQL of the values of a field. */
type SqlType<Value> = [Value] extends [Date]
  ? 'timestamptz'
  : [Value] extends [boolean]
    ? 'boolean'
    : [Value] extends [number]
      ? 'smallint' | 'integer' | 'bigint' | 'real' | 'double precision'
      : [Value] extends [string]
        ? 'text'
        : [Value] extends [readonly string[]]
          ? 'text[]'
          : 'jsonb';

declare const value: unique symbol;

/** Name and type of a column in SQL; `Value` is the type of the field in a row. */
export type Column<Value> = string & { readonly [value]: Value };

/**
 * A column of a table: `receivedAt: column<Date | null>('received_at timestamptz')`. A record of them, by the fields of a row, is the
 * one place where a table says what it has: the type of the row is `RowOf` it, and the lists of statements are made of it.
 *
 * @param definition as in the migration. A type that is not one of the values does not compile.
 */
export function column<Value>(definition: `${string} ${SqlType<NonNullable<Value>>}`): Column<Value> {
  return definition as string as Column<Value>;
}

/** A row by the columns of its table. */
export type RowOf<Columns> = {
  [Field in keyof Columns]: Columns[Field] extends Column<infer Value> ? Value : never;
};

/** Definitions of columns, or other SQL, by field. */
type ByField = Record<string, string>;

/** Longitude and latitude of a row of `givenRows`, see `givenPoint`. */
export const givenPosition = {
  lon: column<number>('lon double precision'),
  lat: column<number>('lat double precision'),
};

/** SQL: the point at `givenPosition`. */
export const givenPoint = 'ST_SetSRID(ST_MakePoint(given.lon, given.lat), 4326)';

/** SQL: the rows of the bound value `:given`, a JSON array, as a table `given` whose columns have the names of fields. */
export function givenRows(columns: ByField): string {
  const list = Object.entries(columns).map(
    ([field, definition]) => `"${field}" ${definition.slice(definition.indexOf(' ') + 1)}`,
  );
  return `jsonb_to_recordset(cast(:given as jsonb)) as given (${list.join(', ')})`;
}

/** SQL: the values of a row of `givenRows`, in the order of `names`. @param instead of the given value of a field */
export function givenValues<C extends ByField>(columns: C, instead: Partial<Record<keyof C, string>> = {}): string {
  return Object.values({ ...byField(columns, (_, field) => `given."${field}"`), ...instead }).join(', ');
}

/** SQL: the names of columns, as in an insert. @param row the alias of their table, or `excluded` */
export function names(columns: ByField, row?: string): string {
  return Object.values(byField(columns, (name) => (row === undefined ? name : `${row}.${name}`))).join(', ');
}

/** SQL: what `on conflict do update set` does with each column: it has the value of the new row. */
export function assignments(columns: ByField): string {
  return Object.values(byField(columns, (name) => `${name} = excluded.${name}`)).join(', ');
}

/** SQL: the values that are bound by the names of fields, in the order of `names`. */
export function boundValues(columns: ByField): string {
  return Object.keys(columns).map((field) => `:${field}`).join(', '); // prettier-ignore
}

/** SQL: what an update sets, by the names of fields: each column of which a change has the field. */
export function updates(columns: ByField, change: object): string[] {
  const set = Object.entries(byField(columns, (name, field) => `${name} = :${field}`));
  return set.flatMap(([field, sql]) => ((change as Record<string, unknown>)[field] === undefined ? [] : [sql]));
}

/** The columns for a list, see `selectList`. @param row the alias of their table */
export function shown<C extends ByField>(columns: C, row = 't'): Record<keyof C, string> {
  return byField(columns, (name) => `${row}.${name}`) as Record<keyof C, string>;
}

/** Columns without those of some fields. */
export function except<C extends ByField, Field extends keyof C>(columns: C, ...fields: Field[]): Omit<C, Field> {
  const left = Object.entries(columns).filter(([field]) => !fields.includes(field as Field));
  return Object.fromEntries(left) as Omit<C, Field>;
}

function byField(columns: ByField, make: (name: string, field: string) => string): ByField {
  const made = Object.entries(columns).map(([field, definition]) => [
    field,
    make(definition.slice(0, definition.indexOf(' ')), field),
  ]);
  return Object.fromEntries(made);
}
