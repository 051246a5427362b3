import { apiPrefix, openApiDocument, type Endpoint } from '@severe/http';
import { apiVersion } from '../../api-version.ts';
import { glossary } from '../../glossary.ts';
import { asOpenApi30 } from './downgrade.ts';
import { root } from './links.ts';

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

/** The definition of OGC API here, in OpenAPI 3.0, of those of these endpoints that are below its landing page. */
export function ogcDocumentOf(endpoints: readonly Endpoint<any>[]): (publicUrl: string) => Json {
  const own = endpoints.filter(({ path }) => path === root || path.startsWith(`${root}/`));
  const document = openApiDocument(
    own.map((each) => ({ ...each, internal: false, path: each.path.slice(root.length) || '/' })),
    {
      title: 'severe, OGC API',
      version: apiVersion,
      description: 'Severe-weather data by the standards of OGC API.',
      glossary,
    },
  );
  const made = withForms(asOpenApi30(document));
  return (publicUrl) => ({ ...made, servers: [{ url: `${publicUrl}${apiPrefix}${root}` }] });
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
