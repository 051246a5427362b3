import { createAjv } from '@severe/http';
import { compileMatch } from '@severe/http/testing/match';
import type { HostileRequest, Operation } from './make.ts';
import type { Got } from './send.ts';

type Json = Record<string, any>;

/** Internals that a response must not contain: SQL, stacks, file paths. */
const secret = /select .* from|syntax error at|\bpg_|knex|pglite|node_modules|\/src\/|\bat [\w.<>]+ \(/i;

/** Refusals of Node's HTTP parser. */
const unreadable = new Set([400, 408, 414, 417, 431]);

/** Problems of a response, one sentence each; none if it matches the document. */
export type Judge = (request: HostileRequest, got: Got) => string[];

/**
 * Compares responses with an OpenAPI document, and refusals with the common error form.
 *
 * @param prefix base path of the document
 */
export function createJudge(document: Json, operations: readonly Operation[], prefix: string): Judge {
  const ajv = createAjv();
  ajv.addKeyword('components'); // the named shapes, carried along so that references find them
  const validators = new Map<object, ReturnType<typeof ajv.compile>>();
  const validatorOf = (schema: Json) => {
    const known = validators.get(schema) ?? ajv.compile({ ...schema, components: document.components as Json });
    validators.set(schema, known);
    return known;
  };
  const byPath = new Map<string, Operation[]>();
  for (const operation of operations) byPath.set(operation.path, [...(byPath.get(operation.path) ?? []), operation]);
  const find = compileMatch(byPath);

  const ofOperation = ({ responses, path }: Operation, got: Got, bodiless: boolean): string[] => {
    const documented = responses[got.status];
    if (!documented) return [`${got.status} is not a documented response of ${path}`];
    const [[media, { schema }] = ['', {}]] = Object.entries(documented.content ?? {});
    if (got.status === 304 || bodiless) return got.body.length > 0 ? ['there is a body'] : [];
    if (got.headers['content-type']?.split(';')[0] !== media) return [`${got.headers['content-type']} is not ${media}`];
    if (!schema) return [];
    const value = jsonOf(got.body);
    if (value === undefined) return ['the body is no JSON'];
    const validate = validatorOf(schema);
    return validate(value) ? [] : [`not as in the document: ${ajv.errorsText(validate.errors).slice(0, 300)}`];
  };

  return (request, got) => {
    const { status } = got;
    const bodiless = request.method === 'HEAD';
    const problems = status >= 400 && !bodiless ? refusalProblems(got) : [];
    if (status >= 400 && tellsTooMuch(got)) problems.push('it tells too much');
    if (status < 200 || (status >= 500 && status !== 503)) problems.push(`status ${status}`);
    if (unreadable.has(status) && isUnreadable(request)) return problems;

    const path = /^[^?#\s]*/.exec(request.target)![0]; // a truncated request line requests the path before the break
    const here = path.startsWith(prefix) ? find(path.slice(prefix.length) || '/') : undefined;
    if (!here && status === 308 && isWithoutSlash(got.headers['location'], path)) return problems;
    const called = here?.value.find(({ method }) => method === (bodiless ? 'GET' : request.method));
    if (called) problems.push(...ofOperation(called, got, bodiless));
    else if (request.method === 'OPTIONS') return problems;
    // A path that needs a session does not say without one which methods it has.
    else if (here && status === 401 && here.value.some(({ responses }) => '401' in responses)) return problems;
    else if (here && status !== 405) problems.push(`${status}, though there is no ${request.method} here`);
    else if (!here && status < 400 && path.startsWith(`${prefix}/`)) problems.push(`${status}, though nothing is here`);
    return problems;
  };
}

/** Whether a redirection leads to the same path without the slash at its end. */
function isWithoutSlash(location: string | undefined, path: string): boolean {
  return path.endsWith('/') && location?.split('?')[0] === path.replace(/\/+$/, '');
}

/** A refusal is JSON with `detail`: a sentence, or in a 422 a list of items. */
function refusalProblems({ status, headers, body }: Got): string[] {
  const detail = (jsonOf(body) as { detail?: unknown } | undefined)?.detail;
  if (status === 422) {
    const good = Array.isArray(detail) && detail.length > 0 && detail.every(isItem);
    return good ? [] : [`a 422 without items: ${body.toString().slice(0, 120)}`];
  }
  const problems = typeof detail === 'string' && detail !== '' ? [] : [`no detail: ${body.toString().slice(0, 120)}`];
  if (status === 503 && !/^[1-9]\d*$/.test(headers['retry-after'] ?? '')) problems.push('a 503 without Retry-After');
  if (status === 405 && !headers.allow) problems.push('a 405 without Allow');
  return problems;
}

function isItem(item: Json | null): boolean {
  const { loc, msg, type } = item ?? {};
  return ['query', 'path', 'body', 'header'].includes(loc?.[0]) && typeof msg === 'string' && typeof type === 'string';
}

/** Whether a body contains internals, or repeats a part of the request that looks like them. */
export function tellsTooMuch({ body }: Pick<Got, 'body'>): boolean {
  return secret.test(body.toString());
}

/** Whether a refusal has the common error form. */
export function isRefusal(got: Got): boolean {
  return refusalProblems(got).length === 0;
}

/** Whether an HTTP parser may refuse the request before routing. */
function isUnreadable({ method, target, headers }: HostileRequest): boolean {
  const octets = target.length + JSON.stringify(headers).length;
  return (
    !/^[\x21-\x7e]*$/.test(target) ||
    !/^[A-Z]+$/.test(method) ||
    method === 'BREW' ||
    'Expect' in headers ||
    octets > 12_000
  );
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
