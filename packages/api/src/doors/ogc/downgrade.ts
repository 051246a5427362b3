type Json = Record<string, unknown>;

/**
 * A document of OpenAPI 3.1 as one of OpenAPI 3.0.3, as far as our own documents go: null as a type becomes `nullable`, examples
 * become one example.
 *
 * @see https://spec.openapis.org/oas/v3.0.3#schema-object
 */
export function asOpenApi30(document: object): Json {
  const { info, ...rest } = downgraded(document) as { info: Json };
  const license = { name: 'CC0 1.0 (data)', url: 'https://creativecommons.org/publicdomain/zero/1.0/' };
  return { ...rest, openapi: '3.0.3', info: { ...info, license } };
}

/** A schema whose types are those of known values. */
export function withoutNull(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutNull);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable: _, allOf, ...rest } = node as { nullable?: unknown; allOf?: unknown[] };
  const only = allOf?.length === 1 ? (allOf[0] as Json) : undefined;
  return Object.fromEntries(Object.entries({ ...rest, ...only }).map(([name, value]) => [name, withoutNull(value)]));
}

/** A schema of JSON Schema 2020-12 as one of OpenAPI 3.0. */
export function downgraded(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(downgraded);
  if (typeof node !== 'object' || node === null) return node;
  const { type, anyOf, examples, ...rest } = node as { type?: unknown; anyOf?: unknown; examples?: unknown };
  return {
    ...typeOf(type),
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, downgraded(value)])),
    ...(Array.isArray(anyOf) ? choiceOf(anyOf as Json[]) : anyOf === undefined ? {} : { anyOf: downgraded(anyOf) }),
    ...(Array.isArray(examples) ? { example: examples[0] as unknown } : {}),
    ...(examples !== undefined && !Array.isArray(examples) ? { examples: downgraded(examples) } : {}),
  };
}

function typeOf(type: unknown): Json {
  if (type === undefined) return {};
  if (!Array.isArray(type)) return { type: downgraded(type) };
  const types = (type as string[]).filter((name) => name !== 'null');
  const isNullable = types.length < type.length ? { nullable: true } : {};
  return types.length === 1
    ? { type: types[0], ...isNullable }
    : { anyOf: types.map((name) => ({ type: name })), ...isNullable };
}

function choiceOf(choices: Json[]): Json {
  const shapes = choices.filter(({ type }) => type !== 'null').map(downgraded);
  const isNullable = shapes.length < choices.length ? { nullable: true } : {};
  return shapes.length === 1 ? { allOf: shapes, ...isNullable } : { anyOf: shapes, ...isNullable };
}
