import type { Dice } from '@severe/testing/hostile/dice';
import { bodyOf, texts, written, type Parameter } from './values.ts';

type Json = Record<string, any>;

/** A request as sent. */
export interface HostileRequest {
  method: string;
  /** Path and query, byte for byte. */
  target: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/** An endpoint of the document. */
export interface Operation {
  path: string;
  method: string;
  parameters: Parameter[];
  body?: Json;
  /** Documented responses by status. */
  responses: Record<string, { content?: Record<string, { schema?: Json }> }>;
}

/** Every endpoint of an OpenAPI document, except streams: their responses do not end. */
export function operationsOf(document: Json): Operation[] {
  const all = Object.entries(document.paths as Record<string, Json>).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Json>).map(([method, { parameters, requestBody, responses }]) => ({
      path,
      method: method.toUpperCase(),
      parameters: parameters as Parameter[],
      ...(requestBody ? { body: requestBody.content['application/json'].schema as Json } : {}),
      responses: responses as Operation['responses'],
    })),
  );
  return all.filter(({ responses }) => !('text/event-stream' in (responses['200']?.content ?? {})));
}

/** How much of a request is invalid: nothing, one part, or everything. */
const moods = ['good', 'one wrong', 'one wrong', 'one wrong', 'wild'] as const;

/** A random request to one of the endpoints, or to a path near one. */
export function makeRequest(operations: readonly Operation[], prefix: string, dice: Dice): HostileRequest {
  const operation = dice.oneOf(operations);
  const mood = dice.oneOf(moods);
  const used = operation.parameters.filter(({ in: place }) => place === 'path' || mood === 'wild' || !dice.once(2));
  const wrong = mood === 'one wrong' && used.length > 0 ? dice.oneOf(used) : undefined;
  const textFor = (parameter: Parameter): string => {
    if (mood === 'wild')
      return texts[dice.oneOf(['valid', 'valid', 'boundary', 'invalid', 'absurd'] as const)](parameter, dice);
    const kind = parameter === wrong ? dice.oneOf(['boundary', 'invalid', 'absurd', 'absurd'] as const) : 'valid';
    return texts[kind](parameter, dice);
  };

  const byName = new Map(used.map((parameter) => [parameter.name, parameter]));
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => written(textFor(byName.get(name)!), dice));
  const pairs = used
    .filter(({ in: place }) => place === 'query')
    .map((parameter) => `${parameter.name}=${written(textFor(parameter), dice)}`);
  if (mood === 'wild' || dice.once(20)) spoilQuery(pairs, operation, dice);
  const query = pairs.join('&');
  const target = prefix + (dice.once(60) ? spoilPath(path, dice) : path) + (query === '' ? '' : `?${query}`);
  return {
    method: dice.once(25) ? dice.oneOf(otherMethods) : operation.method,
    target,
    headers: dice.once(6) ? strangeHeaders(dice) : {},
    ...(operation.body || dice.once(50) ? sentBody(operation.body ?? { type: 'object', properties: {} }, dice) : {}),
  };
}

const otherMethods = ['HEAD', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'BREW', 'get'];

/** Repeated parameters, brackets, unknown names, and texts that are not pairs. */
function spoilQuery(pairs: string[], { parameters }: Operation, dice: Dice): void {
  const name = parameters.length > 0 ? dice.oneOf(parameters).name : 'limit';
  const odd = [
    'constructor=1',
    '__proto__[a]=1',
    '=',
    '&&',
    'x=%80',
    '%=%',
    `${name}[]=1`,
    `${name}[a]=1`,
    name,
    `${name}=`,
  ];
  pairs.push(
    dice.once(3) && pairs.length > 0
      ? dice.oneOf(pairs)
      : dice.oneOf([...odd, `${name.toUpperCase()}=1`, 'format=xml']),
  );
  if (dice.once(10)) pairs.push(...Array.from({ length: 500 }, (_, i) => `p${i}=${i}`));
}

function spoilPath(path: string, dice: Dice): string {
  return dice.oneOf([
    `${path}/`,
    `/${path}`,
    `${path}/more`,
    path.toUpperCase(),
    path.replace('/', '/./'),
    path.replace('/', '/../v1/'),
    path.replace('/', '%2F'),
    path.replace('/', '\\'),
    `${path};a=b`,
    `${path}%00`,
    `${path}%20`,
    `${path}#x`,
    path.slice(0, -1),
    path.repeat(200),
  ]);
}

function strangeHeaders(dice: Dice): Record<string, string> {
  const values: Record<string, string[]> = {
    'If-None-Match': ['*', '"', 'W/"a"', '"a","b"', ','.repeat(2000)],
    'If-Modified-Since': ['yesterday', 'Wed, 21 Oct 2026 07:28:00 GMT', '0', '-1'],
    'Accept-Encoding': ['br;q=0, *', 'gzip;q=2', 'br, gzip', '*;q=0', ',,,', 'identity;q=0', 'x'.repeat(2000)],
    Accept: ['text/html', 'application/xml;q=1', '*/*;q=0', '/'],
    Range: ['bytes=0-0', 'bytes=5-1', 'lines=1'],
    Origin: ['null', 'https://evil.example', 'x'],
    'X-API-Key': ['', 'sev_', 'a'.repeat(4000), "' OR 1=1--"],
    'X-Forwarded-For': ['127.0.0.1', '::1, x', ','.repeat(500)],
    'X-Request-Id': ['a b', 'x'.repeat(129), '<x>'],
    Cookie: ['a=b; a=c', '=', ';'.repeat(3000)],
    Expect: ['100-continue', 'the-unexpected'],
    'Content-Type': ['text/plain', 'application/json;charset=utf-16', '/'],
  };
  const name = dice.oneOf(Object.keys(values));
  return { [name]: dice.oneOf(values[name]) };
}

/** A valid body, a mutated one, or one of another type. */
function sentBody(schema: Json, dice: Dice): Pick<HostileRequest, 'headers' | 'body'> {
  const text = JSON.stringify(bodyOf(schema, dice)) ?? '';
  const mutated = dice.once(5)
    ? dice.oneOf<() => string | Buffer>([
        () => text.slice(0, -1),
        () => `${text},`,
        () => '',
        () => '\ufeff' + text,
        () => text.replace(/[{[]/, '$&'.repeat(dice.oneOf([2, 20, 20_000]))),
        () => Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
        () => `{"points":${'['.repeat(60_000)}`,
        () => `"${'x'.repeat(300_000)}"`,
        () => '{"points":[],"points":[{"lat":1,"lon":1e400}]}',
      ])()
    : text;
  const type = dice.once(15) ? dice.oneOf(['text/plain', 'application/json; charset=latin1', '']) : 'application/json';
  return { headers: type === '' ? {} : { 'Content-Type': type }, body: Buffer.from(mutated) };
}
