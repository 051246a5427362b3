import { apiPrefix, openApiDocument, type Endpoint } from '@severe/http';
import { apiVersion } from '../../api-version.ts';
import { endpoint, type ApiContext } from '../../context.ts';
import { glossary } from '../../glossary.ts';
import { asOpenApi30 } from './downgrade.ts';
import { openApi3, root } from './links.ts';
import { form } from './parameters.ts';

type Json = Record<string, unknown>;

/** What OGC API says about its parameters in OpenAPI 3.0 (OGC 17-069r4, 7.15.2 to 7.15.4). */
const forms: Record<string, Json> = {
  bbox: {
    schema: { type: 'array', minItems: 4, maxItems: 6, items: { type: 'number' } },
    style: 'form',
    explode: false,
  },
  datetime: { style: 'form', explode: false },
  limit: { style: 'form', explode: false },
};

/** GET /ogc/api: the definition of these endpoints. */
export function definitionOf(endpoints: readonly Endpoint<ApiContext>[]): Endpoint<ApiContext> {
  let made: Json | undefined;
  const own = endpoint({
    path: `${root}/api`,
    summary: 'This definition, in OpenAPI 3.0.',
    tag: 'OGC API',
    strict: true,
    internal: true,
    query: form,
    response: { json: { type: 'object' }, media: openApi3 },
    cache: { seconds: 300 },
    handle(_call, { publicUrl }) {
      made ??= documentOf([...endpoints, own]);
      return { ...made, servers: [{ url: `${publicUrl()}${apiPrefix}${root}` }] };
    },
  });
  return own;
}

function documentOf(endpoints: readonly Endpoint<ApiContext>[]): Json {
  const document = openApiDocument(
    endpoints.map((each) => ({ ...each, internal: false, path: each.path.slice(root.length) || '/' })),
    {
      title: 'severe, OGC API',
      version: apiVersion,
      description: 'Severe-weather data by the standards of OGC API.',
      glossary,
    },
  );
  return withForms(asOpenApi30(document));
}

interface Operation {
  get: Json & { parameters: { name: string }[] };
}

function withForms(document: Json): Json {
  const paths = Object.entries(document.paths as Record<string, Operation>).map(([path, { get }]) => [
    path,
    { get: { ...get, parameters: get.parameters.map((each) => ({ ...each, ...forms[each.name] })) } },
  ]);
  return { ...document, paths: Object.fromEntries(paths) as Json };
}
