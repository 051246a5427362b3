import type { Endpoint } from './endpoint.ts';
import * as shape from './schema.ts';
import { fields, type Param, type Params } from './params.ts';
import { mediaOf } from './route.ts';

type Json = Record<string, unknown>;

/** General part of the document. */
export interface ApiInfo {
  title: string;
  version: string;
  description: string;
  /** Base URL of the paths, such as `https://wx.example.org/api/v1`; absent if the caller sets it. */
  serverUrl?: string;
  /** Descriptions of fields by name, for fields whose schema has none. */
  glossary?: Readonly<Record<string, string>>;
  /** How callers identify themselves: the cookie of a session, and the header of an API key. */
  securitySchemes?: Record<SecurityScheme, Json>;
}

type SecurityScheme = 'session' | 'apiKey';

/** An OpenAPI 3.1 document, as plain data. */
export interface OpenApiDocument {
  openapi: '3.1.1';
  info: Json;
  servers: Json[];
  tags: Json[];
  paths: Record<string, Json>;
  components: { schemas: Json; headers: Json; securitySchemes?: Json };
}

const errorSchema = shape.named('Error', shape.object({ detail: shape.text({ about: 'Description of the error.' }) }));
const validationSchema = shape.named('ValidationError', {
  json: {
    type: 'object',
    required: ['detail'],
    properties: {
      detail: {
        type: 'array',
        description: 'One item for each invalid parameter or field.',
        items: {
          type: 'object',
          required: ['loc', 'msg', 'type'],
          properties: {
            loc: {
              type: 'array',
              description:
                'Location: `query`, `path`, `body` or `header`, then the name; in a body, the path to the field.',
              items: { type: ['string', 'integer'] },
              examples: [['query', 'limit']],
            },
            msg: { type: 'string', description: 'Description of the expected value.' },
            type: { type: 'string', description: 'Error type.', examples: ['less_than_equal'] },
            input: { description: 'The rejected value, shortened. Present only for plain text and numbers.' },
            ctx: { type: 'object', description: 'The limit that was violated.' },
          },
        },
      },
    },
  },
});

const headers: Record<string, Json> = {
  'X-Request-Id': { description: 'Identifies the request in the server log.', schema: { type: 'string' } },
  'X-Replay': {
    description: 'Present if the service plays another time as if it were now: the period and the speed.',
    schema: { type: 'string', examples: ['2026-05-20T22:00:00Z..2026-05-20T23:00:00Z; speed=10'] },
  },
  ETag: { description: 'Entity tag of the content, for If-None-Match.', schema: { type: 'string' } },
  'Cache-Control': { description: 'Caching rules of the response.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: { type: 'integer', minimum: 1 } },
  'X-RateLimit-Limit': {
    description: 'Units per 60 seconds. Most requests take one.',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-RateLimit-Remaining': { description: 'Units that remain.', schema: { type: 'integer', minimum: 0 } },
  'X-RateLimit-Reset': {
    description: 'Time at which the next unit is free, in Unix seconds; of a 429, at which the request is allowed.',
    schema: { type: 'integer' },
  },
  'RateLimit-Policy': {
    description: 'The limit (q) and its window in seconds (w), as in the IETF draft.',
    schema: { type: 'string', examples: ['"anonymous";q=300;w=60'] },
  },
  RateLimit: {
    description: 'Remaining units (r), and seconds until the next one is free (t).',
    schema: { type: 'string', examples: ['"anonymous";r=287;t=32'] },
  },
};

/** Present on every response of a limited endpoint, except responses of a cache in front of the limit. */
const limitHeaders = Object.keys(headers).filter((name) => name.includes('RateLimit'));
const responseHeaders = ['X-Request-Id', 'X-Replay', 'ETag', 'Cache-Control', ...limitHeaders];

/**
 * Builds the OpenAPI 3.1 document of endpoints: every parameter with bounds, default and example, every response with its
 * schema, and every error. Named shapes become components.
 *
 * @throws {Error} if two different shapes share a name, or two endpoints an operation id
 */
export function openApiDocument(endpoints: readonly Endpoint<any>[], info: ApiInfo): OpenApiDocument {
  const schemas: Json = {};
  const { title, version, description, serverUrl, glossary = {}, securitySchemes } = info;
  const published = endpoints.filter((endpoint) => !endpoint.internal);
  const paths: Record<string, Json> = {};
  const ids = new Set<string>();
  for (const endpoint of published) {
    const id = operationId(endpoint.method, endpoint.path);
    if (ids.has(id)) throw new Error(`two operations are named ${id}`);
    ids.add(id);
    const operation = operationOf(endpoint, id, (json) => lift(json, { schemas, glossary }));
    if (securitySchemes) operation.security = securityOf(endpoint);
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.1',
    info: { title, version, description, license: { name: 'CC0 1.0 (data)', identifier: 'CC0-1.0' } },
    servers: serverUrl === undefined ? [] : [{ url: serverUrl }],
    tags: [...new Set(published.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas, headers, ...(securitySchemes ? { securitySchemes } : {}) },
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

/** A key is optional; pages of the own origin send the cookie. */
function securityOf({ access, ownPages }: Endpoint<any>): Partial<Record<SecurityScheme, string[]>>[] {
  if (access !== 'public') return [{ session: [] }];
  return ownPages ? [] : [{}, { apiKey: [] }];
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
    schema: param.grammar === undefined ? param.json : { ...param.json, pattern: param.grammar },
    ...(param.example === undefined ? {} : { example: param.example }),
  };
}

const notModified = {
  304: { description: 'Not modified: the copy of the client is current.', headers: refs(...responseHeaders) },
};

/** Errors of a body, apart from errors of its fields. */
const bodyErrors: Record<number, string> = {
  400: 'The body is not JSON, or a field cannot be parsed.',
  413: 'The body is larger than 256 KiB.',
  415: 'The body is not `application/json`.',
};

/** Errors of the access rule. */
function accessErrors({ access, ownPages, method }: Endpoint<any>): Record<number, string> {
  const errors: Record<number, string> = {};
  if (!ownPages) errors[401] = 'The API key is invalid or revoked.';
  else if (access !== 'public') errors[401] = 'There is no valid session.';
  if (ownPages && method !== 'GET') errors[403] = 'The call comes from a page of another origin.';
  if (access === 'admin')
    errors[403] = 'The user is not an administrator, or the call comes from a page of another origin.';
  return errors;
}

function responsesOf(endpoint: Endpoint<any>, lift: Lift): Json {
  const { body } = endpoint;
  const params = [...Object.values(endpoint.params), ...Object.values(endpoint.query), ...Object.values(body ?? {})];
  const errors: Record<number, string> = {
    429: 'The rate limit is exceeded.',
    500: 'Internal server error.',
    503: 'There is too much work at the moment.',
    ...(body ? bodyErrors : {}),
    ...accessErrors(endpoint),
    ...endpoint.errors,
  };
  if (params.some((param) => param.parse)) errors[400] ??= 'A parameter cannot be parsed.';
  if (params.length > 0) {
    errors[422] ??= 'A parameter is missing, has the wrong type or is out of bounds.';
    errors[431] = 'The URL and the headers together exceed 16 KiB.';
  }
  return {
    [endpoint.status ?? 200]: {
      description: 'about' in endpoint.response ? endpoint.response.about : 'Successful response.',
      headers: refs(...responseHeaders),
      ...(endpoint.status === 204 ? {} : { content: { [mediaOf(endpoint)]: contentOf(endpoint, lift) } }),
    },
    ...(endpoint.method === 'GET' ? notModified : {}),
    ...Object.fromEntries(
      Object.entries(errors).map(([status, about]) => [status, errorResponse(Number(status), about, lift)]),
    ),
  };
}

function contentOf({ response }: Endpoint<any>, lift: Lift): Json {
  return 'json' in response ? { schema: lift(response.json) } : {}; // OpenAPI 3.1 needs no schema for bytes
}

/** Additional headers of errors, by status. */
const errorHeaders: Record<number, string[]> = { 429: ['Retry-After', ...limitHeaders], 503: ['Retry-After'] };

function errorResponse(status: number, about: string, lift: Lift): Json {
  const { json } = status === 422 ? validationSchema : errorSchema;
  return {
    description: about,
    headers: refs('X-Request-Id', 'X-Replay', ...(errorHeaders[status] ?? [])),
    content: { 'application/json': { schema: lift(json) } },
  };
}

function refs(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Keywords whose value is data, not a schema. */
const data = new Set(['examples', 'default', 'enum', 'const']);

interface Into {
  /** Receives the named shapes. */
  schemas: Json;
  glossary: Readonly<Record<string, string>>;
}

/** Copies a schema: named shapes become references, and fields get a description. */
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
  const existing = into.schemas[copy.title];
  if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(copy)) {
    throw new Error(`two different shapes are named ${copy.title}`);
  }
  into.schemas[copy.title] = copy;
  return { $ref: `#/components/schemas/${copy.title}` };
}

/** Copies fields; a field without a description gets that of the glossary. */
function liftFields(fields: Json, into: Into): Json {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const copy = lift(field, into) as Json;
      const about = Object.hasOwn(into.glossary, name) ? into.glossary[name] : undefined;
      const described = about === undefined || 'description' in copy || '$ref' in copy;
      return [name, described ? copy : { ...copy, description: about }];
    }),
  );
}

/** `GET /radar/tiles/{product}.json` → `getRadarTilesProductJson`. */
function operationId(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return method.toLowerCase() + words.map((word) => word[0].toUpperCase() + word.slice(1)).join('');
}
