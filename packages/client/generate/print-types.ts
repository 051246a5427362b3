type Json = Record<string, any>;

/** The supported keywords of JSON Schema. */
const keywords = new Set(
  (
    '$ref anyOf oneOf const enum type format properties required additionalProperties items minItems maxItems title ' +
    'description examples default minimum maximum exclusiveMinimum minLength maxLength pattern deprecated'
  ).split(' '),
);

/** The supported methods, and the name of the interface of each. */
const tables: Record<string, string> = { get: 'Gets', post: 'Posts', patch: 'Patches', delete: 'Deletes' };

/**
 * The types of a service as TypeScript: `Schemas`, and for each method an interface from paths to their parameters, body and data.
 *
 * @param document an OpenAPI 3.1 document
 * @throws {Error} for an unsupported keyword of JSON Schema or an unsupported method
 */
export function printTypes(document: Json): string {
  const { schemas } = document.components as { schemas: Record<string, Json> };
  const parts = [block('Response schemas, by name.', 'Schemas', Object.entries(schemas).map(printField(() => true)))];
  const operations = Object.entries(document.paths as Record<string, Json>)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Json })),
    )
    .filter(({ operation }) => !isEventStream(operation)); // `events.ts` reads those
  const other = operations.find(({ method }) => !(method in tables));
  if (other) throw new Error(`${other.method} ${other.path}: there is no table for this method`);
  for (const [method, table] of Object.entries(tables)) {
    const calls = operations.filter((each) => each.method === method);
    const about = `Parameters and data of ${method.toUpperCase()}, by path.`;
    parts.push(
      block(
        about,
        table,
        calls.map(({ path, operation }) => printCall(path, operation)),
      ),
    );
  }
  return parts.join('\n');
}

function isEventStream({ responses }: Json): boolean {
  return 'text/event-stream' in (responses?.['200']?.content ?? {});
}

function block(about: string, name: string, members: string[]): string {
  return `/** ${about} */\nexport interface ${name} {\n${members.join('\n')}\n}\n`;
}

function printCall(path: string, { summary, description, parameters, requestBody, responses }: Json): string {
  const params = (parameters as Json[]).map(({ name, description, schema, example, required, deprecated }) => {
    const about = { ...schema, description, deprecated, ...(example === undefined ? {} : { examples: [example] }) };
    return { name: name as string, required: required as boolean, about };
  });
  const names = params.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Error(`${path}: two parameters have one name`);
  const needed = new Set(params.filter(({ required }) => required).map(({ name }) => name));
  const fields = params.map(({ name, about }) => printField((each) => needed.has(each))([name, about]));
  const body = requestBody ? `body: ${typeOf(requestBody.content['application/json'].schema)}; ` : '';
  const heading = comment([summary, description].filter(Boolean));
  return `${heading}${key(path)}: { params: {\n${fields.join('\n')}\n}; ${body}data: ${dataOf(successOf(responses))} };`;
}

/** The media types of a successful response; undefined if it has no body. */
function successOf(responses: Json): Json | undefined {
  return (responses['200'] ?? responses['201'] ?? responses['204']).content as Json | undefined;
}

/** The schema of JSON, `string` for text, `Blob` for anything else. */
function dataOf(content: Json | undefined): string {
  if (!content) return 'undefined';
  const [[media, { schema }]] = Object.entries<Json>(content);
  if (schema) return typeOf(schema);
  return media.startsWith('text/') ? 'string' : 'Blob';
}

const printField =
  (isRequired: (name: string) => boolean) =>
  ([name, schema]: [string, Json]): string =>
    `${comment(notesOf(schema))}${key(name)}${isRequired(name) ? '' : '?'}: ${typeOf(schema)};`;

/** The notes of a schema beside its type. */
function notesOf({ description, deprecated, minimum, maximum, default: value, examples }: Json): string[] {
  return [
    ...(description === undefined ? [] : [description]),
    ...(minimum === undefined ? [] : [`@minimum ${minimum}`]),
    ...(maximum === undefined ? [] : [`@maximum ${maximum}`]),
    ...(value === undefined ? [] : [`@default ${JSON.stringify(value)}`]),
    ...((examples as unknown[]) ?? []).map((example) => `@example ${JSON.stringify(example)}`),
    ...(deprecated ? ['@deprecated'] : []),
  ];
}

function comment(lines: string[]): string {
  const text = lines.join('\n').replaceAll('*/', '*\\/');
  if (text === '') return '';
  return lines.length > 1 || text.includes('\n')
    ? `/**\n * ${text.replaceAll('\n', '\n * ')}\n */\n`
    : `/** ${text} */\n`;
}

/** The TypeScript type of a schema. */
function typeOf(schema: Json): string {
  const unsupported = Object.keys(schema).find((word) => !keywords.has(word));
  if (unsupported !== undefined) throw new Error(`a schema with "${unsupported}" cannot be printed as a type`);
  if (schema.$ref !== undefined) return `Schemas[${JSON.stringify(schema.$ref.split('/').at(-1))}]`;
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return union(choices.map(typeOf));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union((schema.enum as unknown[]).map((value) => JSON.stringify(value)));
  const types = ([schema.type ?? []] as (string | string[])[]).flat();
  return types.length === 0 ? 'unknown' : union(types.map((type) => typeNamed(type, schema)));
}

function typeNamed(type: string, schema: Json): string {
  if (type === 'object') return objectType(schema);
  if (type === 'array') return arrayType(schema);
  return type === 'integer' ? 'number' : type;
}

function objectType({ properties, required = [], additionalProperties }: Json): string {
  if (!properties) return `Record<string, ${additionalProperties ? typeOf(additionalProperties) : 'unknown'}>`;
  const fields = Object.entries(properties as Json).map(printField((name) => required.includes(name)));
  return `{\n${fields.join('\n')}\n}`;
}

/** A list of fixed length is printed as a tuple up to this length. */
const longestTuple = 4;

function arrayType({ items = {}, minItems, maxItems }: Json): string {
  const item = typeOf(items);
  if (minItems === undefined || minItems !== maxItems || minItems > longestTuple) return `Array<${item}>`;
  return `[${Array(minItems).fill(item).join(', ')}]`;
}

const union = (types: string[]): string => [...new Set(types)].join(' | ');

const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
