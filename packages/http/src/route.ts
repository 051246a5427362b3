import type { AccessRule } from './access.ts';
import type { CacheRule, Endpoint } from './endpoint.ts';
import { compileReadBody, type ReadBody } from './read-body.ts';
import { compileReadCall, type ReadCall } from './read-call.ts';

/** An endpoint with its compiled readers and constant headers. */
export interface Served {
  endpoint: Endpoint<any>;
  read: ReadCall;
  /** Present if the endpoint takes a body. */
  readBody?: ReadBody;
  /** Undefined if each reply has its own. */
  cacheControl: string | undefined;
  /** Headers of a JSON body. */
  headers: Readonly<Record<string, string>>;
}

/** A path and its endpoints by method. Its access rule is the strictest of them; it holds for other methods. */
export interface Route extends AccessRule {
  path: string;
  methods: Map<string, Served>;
  /** The Allow header. */
  allow: string;
}

/**
 * Groups endpoints by path.
 *
 * @throws {Error} if two endpoints share method and path, two paths have one form, or a definition contradicts itself
 */
export function routesOf(endpoints: readonly Endpoint<any>[]): Route[] {
  const routes = new Map<string, Map<string, Served>>();
  for (const endpoint of endpoints) {
    const methods = routes.get(endpoint.path) ?? new Map<string, Served>();
    if (methods.has(endpoint.method)) throw new Error(`two endpoints for ${endpoint.method} ${endpoint.path}`);
    routes.set(endpoint.path, methods.set(endpoint.method, serve(endpoint)));
  }
  refuseTwins([...routes.keys()]);
  return [...routes].map(([path, methods]) => ({
    path,
    methods,
    allow: allowOf([...methods.keys()]),
    ...strictestOf(path, [...methods.values()]),
  }));
}

/** @throws {Error} if two paths differ in the names of parameters only */
function refuseTwins(paths: string[]): void {
  const byForm = new Map<string, string>();
  for (const path of paths) {
    const form = path.replace(/\{\w+\}/g, '{}');
    const twin = byForm.get(form);
    if (twin !== undefined) throw new Error(`no request can tell ${path} from ${twin}`);
    byForm.set(form, path);
  }
}

function strictestOf(path: string, served: Served[]): AccessRule {
  const rules = served.map(({ endpoint }): AccessRule => endpoint);
  const [{ ownPages }] = rules;
  if (rules.some((rule) => rule.ownPages !== ownPages))
    throw new Error(`${path} is for own pages with some methods only`);
  if (rules.some((rule) => rule.access !== 'public' && !rule.ownPages))
    throw new Error(`${path} is open to other origins`);
  const access = (['admin', 'session'] as const).find((each) => rules.some((rule) => rule.access === each));
  return { ownPages, access: access ?? 'public' };
}

function serve(endpoint: Endpoint<any>): Served {
  return {
    endpoint,
    read: compileReadCall(endpoint),
    readBody: endpoint.body && compileReadBody(endpoint.body),
    cacheControl: endpoint.cache === 'in-reply' ? undefined : cacheControl(endpoint.cache),
    headers: { 'Content-Type': mediaOf(endpoint) },
  };
}

/** Media type of a successful response. */
export function mediaOf({ response }: Endpoint<any>): string {
  return response.media ?? 'application/json';
}

function allowOf(methods: string[]): string {
  return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ');
}

/** The Cache-Control of a rule: stale responses are allowed for as long again during revalidation, and for 5 minutes on errors. */
export function cacheControl(rule: Exclude<CacheRule, 'in-reply'>): string {
  if (rule === 'no-store') return rule;
  return `public, max-age=${rule.seconds}, stale-while-revalidate=${rule.seconds}, stale-if-error=300`;
}
