import type { Endpoint } from './endpoint.ts';
import * as shape from './schema.ts';
import { fields, type Param, type Params } from './params.ts';
import { mediaOf } from './route.ts';

type Json = Record<string, unknown>;

/** What the document says of the whole. */
export interface ApiInfo {
  title: string;
  version: string;
  description: string;
  /** Below which the paths lie: `https://wx.example.org/api/v1`; left to the caller when absent. */
  serverUrl?: string;
  /** What fields of these names are, wherever a shape does not say it itself. */
  glossary?: Readonly<Record<string, string>>;
}

/** An OpenAPI 3.1 document, as plain data. */
export interface OpenApiDocument {
  openapi: '3.1.1';
  info: Json;
  servers: Json[];
  tags: Json[];
  paths: Record<string, Json>;
  components: { schemas: Json; headers: Json };
}

const errorSchema = shape.named('Error', shape.object({ detail: shape.text({ about: 'What was wrong.' }) }));
const validationSchema = shape.named('ValidationError', {
  json: {
    type: 'object',
    required: ['detail'],
    properties: {
      detail: {
        type: 'array',
        description: 'What was wrong, an item for each parameter or field.',
        items: {
          type: 'object',
          required: ['loc', 'msg', 'type'],
          properties: {
            loc: {
              type: 'array',
              description: 'Where: `query`, `path`, `body` or `header`, and the name; in a body the way to the field.',
              items: { type: ['string', 'integer'] },
              examples: [['query', 'limit']],
            },
            msg: { type: 'string', description: 'What was wanted.' },
            type: { type: 'string', description: 'The kind of fault.', examples: ['less_than_equal'] },
            input: { description: 'What was found: its beginning, and only where it is plain words or numbers.' },
            ctx: { type: 'object', description: 'The limit that was broken.' },
          },
        },
      },
    },
  },
});

const headers: Record<string, Json> = {
  'X-Request-Id': { description: 'Names this answer in our log.', schema: { type: 'string' } },
  ETag: { description: 'Of the content; send it back in If-None-Match.', schema: { type: 'string' } },
  'Cache-Control': { description: 'How long the answer may be kept.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  'X-RateLimit-Limit': { description: 'Requests in any minute.', schema: { type: 'integer', minimum: 1 } },
  'X-RateLimit-Remaining': { description: 'How many more may come now.', schema: { type: 'integer', minimum: 0 } },
  'X-RateLimit-Reset': { description: 'When the next one is freed, in Unix seconds.', schema: { type: 'integer' } },
  'RateLimit-Policy': {
    description: 'The limit (q) and its window in seconds (w), by the draft of the IETF.',
    schema: { type: 'string', examples: ['"anonymous";q=300;w=60'] },
  },
  RateLimit: {
    description: 'How many more may come now (r), and in how many seconds the next one is freed (t).',
    schema: { type: 'string', examples: ['"anonymous";r=287;t=32'] },
  },
};

/** On every answer, unless it comes from a memory in front of the limit, or nothing limits it. */
const limitHeaders = Object.keys(headers).filter((name) => name.includes('RateLimit'));
const answerHeaders = ['X-Request-Id', 'ETag', 'Cache-Control', ...limitHeaders];

/**
 * The OpenAPI 3.1 document of these endpoints: every parameter with its bounds, default and example, every response
 * with its schema, every error. Named shapes become components.
 *
 * @throws {Error} where two different shapes have one name, or two endpoints one operation id
 */
export function openApiDocument(endpoints: readonly Endpoint<any>[], info: ApiInfo): OpenApiDocument {
  const schemas: Json = {};
  const { title, version, description, serverUrl, glossary = {} } = info;
  const published = endpoints.filter((endpoint) => !endpoint.internal);
  const paths: Record<string, Json> = {};
  const ids = new Set<string>();
  for (const endpoint of published) {
    const id = operationId(endpoint.method, endpoint.path);
    if (ids.has(id)) throw new Error(`two operations are named ${id}`);
    ids.add(id);
    const operation = operationOf(endpoint, id, (json) => lift(json, { schemas, glossary }));
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.1',
    info: { title, version, description, license: { name: 'CC0 1.0 (data)', identifier: 'CC0-1.0' } },
    servers: serverUrl === undefined ? [] : [{ url: serverUrl }],
    tags: [...new Set(published.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas, headers },
  };
}

/** Copies a schema into the document. */
type Lift = (json: unknown) => unknown;

function operationOf(endpoint: Endpoint<any>, id: string, lift: Lift): Json {
  const { summary, description, tag, params, query } = endpoint;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    parameters: [
      ...Object.entries(params).map(([name, param]) => parameterOf('path', name, param)),
      ...Object.entries(query).map(([name, param]) => parameterOf('query', name, param)),
    ],
    ...(endpoint.body ? { requestBody: requestBodyOf(endpoint.body) } : {}),
    responses: responsesOf(endpoint, lift),
  };
}

function requestBodyOf(body: Params): Json {
  return { required: true, content: { 'application/json': { schema: fields(body).json } } };
}

function parameterOf(place: 'path' | 'query', name: string, param: Param): Json {
  return {
    name,
    in: place,
    required: place === 'path' || param.required,
    ...(param.json['deprecated'] ? { deprecated: true } : {}),
    ...(param.about ? { description: param.about } : {}),
    schema: param.json,
    ...(param.example === undefined ? {} : { example: param.example }),
  };
}

const notModified = { 304: { description: 'The client has it already.', headers: refs(...answerHeaders) } };

/** What may be wrong with a body beside its fields. */
const bodyErrors: Record<number, string> = {
  400: 'The body is no JSON, or a field of it could not be read.',
  413: 'The body is larger than 256 KiB.',
  415: 'The body is not `application/json`.',
};

function responsesOf(endpoint: Endpoint<any>, lift: Lift): Json {
  const { body } = endpoint;
  const params = [...Object.values(endpoint.params), ...Object.values(endpoint.query), ...Object.values(body ?? {})];
  const errors: Record<number, string> = {
    429: 'More requests than the limit allows in a minute.',
    500: 'Our mistake.',
    ...(body ? bodyErrors : {}),
    ...endpoint.errors,
  };
  if (params.some((param) => param.parse)) errors[400] ??= 'A parameter could not be read.';
  if (params.length > 0) {
    errors[422] ??= 'A parameter is missing, of the wrong type or out of bounds.';
    errors[431] = 'The URL and the headers are larger than 16 KiB.';
  }
  return {
    200: {
      description: 'about' in endpoint.response ? endpoint.response.about : 'As asked.',
      headers: refs(...answerHeaders),
      content: { [mediaOf(endpoint)]: contentOf(endpoint, lift) },
    },
    ...(endpoint.method === 'GET' ? notModified : {}),
    ...Object.fromEntries(
      Object.entries(errors).map(([status, about]) => [status, errorResponse(Number(status), about, lift)]),
    ),
  };
}

function contentOf({ response }: Endpoint<any>, lift: Lift): Json {
  return 'json' in response ? { schema: lift(response.json) } : {}; // bytes need no schema in 3.1
}

/** What some errors bring beside their name. */
const errorHeaders: Record<number, string[]> = { 429: ['Retry-After', ...limitHeaders], 503: ['Retry-After'] };

function errorResponse(status: number, about: string, lift: Lift): Json {
  const { json } = status === 422 ? validationSchema : errorSchema;
  return {
    description: about,
    headers: refs('X-Request-Id', ...(errorHeaders[status] ?? [])),
    content: { 'application/json': { schema: lift(json) } },
  };
}

function refs(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Words of a schema whose content is data, not schema. */
const data = new Set(['examples', 'default', 'enum', 'const']);

interface Into {
  /** Takes the named shapes. */
  schemas: Json;
  glossary: Readonly<Record<string, string>>;
}

/** A copy of a schema in which every named shape is a reference, and every field is told of. */
function lift(json: unknown, into: Into): unknown {
  if (Array.isArray(json)) return json.map((item) => lift(item, into));
  if (typeof json !== 'object' || json === null) return json;
  const copy = Object.fromEntries(
    Object.entries(json).map(([word, value]) => {
      if (data.has(word)) return [word, value];
      return [word, word === 'properties' ? liftFields(value as Json, into) : lift(value, into)];
    }),
  );
  if (typeof copy.title !== 'string') return copy;
  const known = into.schemas[copy.title];
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(copy)) {
    throw new Error(`two different shapes are named ${copy.title}`);
  }
  into.schemas[copy.title] = copy;
  return { $ref: `#/components/schemas/${copy.title}` };
}

/** Fields; what one does not say of itself is what its name means everywhere. */
function liftFields(fields: Json, into: Into): Json {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const copy = lift(field, into) as Json;
      const about = Object.hasOwn(into.glossary, name) ? into.glossary[name] : undefined;
      const told = about === undefined || 'description' in copy || '$ref' in copy;
      return [name, told ? copy : { ...copy, description: about }];
    }),
  );
}

/** `GET /radar/tiles/{product}.json` → `getRadarTilesProductJson`. */
function operationId(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return method.toLowerCase() + words.map((word) => word[0].toUpperCase() + word.slice(1)).join('');
}
