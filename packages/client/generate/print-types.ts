type Json = Record<string, any>;

/** The words of a schema that say something of its type, or that are told in words. Any other is unknown here. */
const known = new Set(
  (
    '$ref anyOf oneOf const enum type format properties required additionalProperties items minItems maxItems title ' +
    'description examples default minimum maximum exclusiveMinimum minLength maxLength pattern deprecated'
  ).split(' '),
);

/** The methods that are called, each with the name of its table. */
const tables: Record<string, string> = { get: 'Gets', post: 'Posts' };

/**
 * The types of a service as TypeScript: `Schemas`, and for each method a table from paths to what they take and give.
 *
 * @param document an OpenAPI 3.1 document
 * @throws {Error} for what it cannot write truly: a word of JSON Schema that it does not know, a method without a table
 */
export function printTypes(document: Json): string {
  const { schemas } = document.components as { schemas: Record<string, Json> };
  const parts = [
    block('The shapes of answers, by name.', 'Schemas', Object.entries(schemas).map(printField(() => true))),
  ];
  const operations = Object.entries(document.paths as Record<string, Json>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Json })),
  );
  const other = operations.find(({ method }) => !(method in tables));
  if (other) throw new Error(`${other.method} ${other.path}: there is no table for this method`);
  for (const [method, table] of Object.entries(tables)) {
    const calls = operations.filter((each) => each.method === method);
    const about = `What ${method.toUpperCase()} takes and gives, by path.`;
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
  const told = comment([summary, description].filter(Boolean));
  return `${told}${key(path)}: { params: {\n${fields.join('\n')}\n}; ${body}data: ${dataOf(responses['200'].content)} };`;
}

/** Of JSON its schema, of text the text, and of anything else the bytes. */
function dataOf(content: Json): string {
  const [[media, { schema }]] = Object.entries<Json>(content);
  if (schema) return typeOf(schema);
  return media.startsWith('text/') ? 'string' : 'Blob';
}

const printField =
  (isRequired: (name: string) => boolean) =>
  ([name, schema]: [string, Json]): string =>
    `${comment(said(schema))}${key(name)}${isRequired(name) ? '' : '?'}: ${typeOf(schema)};`;

/** What a schema says beside its type. */
function said({ description, deprecated, minimum, maximum, default: value, examples }: Json): string[] {
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
  const strange = Object.keys(schema).find((word) => !known.has(word));
  if (strange !== undefined) throw new Error(`a schema with "${strange}" cannot be written as a type`);
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

/** Beyond this a list of fixed length is a list to whoever reads it. */
const longestTuple = 4;

function arrayType({ items = {}, minItems, maxItems }: Json): string {
  const item = typeOf(items);
  if (minItems === undefined || minItems !== maxItems || minItems > longestTuple) return `Array<${item}>`;
  return `[${Array(minItems).fill(item).join(', ')}]`;
}

const union = (types: string[]): string => [...new Set(types)].join(' | ');

const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
