import { apiPrefix, openApiDocument, type Endpoint, type OpenApiDocument } from '@severe/http';
import { apiVersion } from './api-version.ts';
import { cookieNameOf } from './access/cookie.ts';
import { sessionCookie } from './access/sessions.ts';
import { glossary } from './glossary.ts';

const description = `Public severe-weather data as one REST API. Output is released under CC0 1.0; attribution is requested, not required.

- Within \`/api/v1\` the API only grows. The version of this document counts its editions.
- Times are RFC 3339 in UTC. Coordinates are WGS84.
- Unknown query parameters are ignored. A known parameter that occurs twice, percent-encoded or in capitals is a 422. So is a name that other weather APIs have for something that the endpoint does, such as \`lat\` and \`area\` in \`/alerts\`: the error says what to write.
- A path with a slash at its end is redirected to the path without it (308).
- Every documented field is always present. Unknown values are \`null\`.
- Responses carry a strong \`ETag\`. Send it in \`If-None-Match\` to get a 304 while the data are unchanged.
- Errors are JSON with \`detail\`: a sentence, or in a 422 a list with one item for each invalid parameter.
- \`X-RateLimit-…\` and \`RateLimit\` report how many requests an API key, or else an address, may still make in the current 60 seconds. A request beyond the limit gets a 429 with \`Retry-After\`.
- Work is shared fairly between API keys, or else addresses. A request that waits more than 10 s behind others of its client, or needs too much time of the database, gets a 503 whose \`detail\` says how to ask for less.
- \`numberMatched\` is exact. It is absent where a count would read far more than the page: then the link \`next\` says whether there are more.`;

/** The session cookie has another name without https. */
const securitySchemesOf = (publicUrl: string) => ({
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: cookieNameOf(sessionCookie, publicUrl),
    description: 'Session of a user, for pages of the service. `POST /auth/login` and `POST /auth/signup` set it.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'An API key, for a higher rate limit. `POST /account/api-keys` creates it.',
  },
});

/** What the document says about this service rather than about the API. */
interface DocumentedService {
  publicUrl: () => string;
  /** Version of the service. */
  version: string;
}

/**
 * Creates the OpenAPI document of the whole service, including the endpoints of the tile server.
 *
 * @throws {Error} if definitions contradict each other
 */
export function documentOf(
  endpoints: readonly Endpoint<any>[],
  { publicUrl, version }: DocumentedService,
): OpenApiDocument {
  const securitySchemes = securitySchemesOf(publicUrl());
  const general = { title: 'severe', version: apiVersion, description, glossary, securitySchemes };
  const document = openApiDocument(endpoints, general);
  return atAddress({ ...document, info: { ...document.info, 'x-service-version': version } }, publicUrl);
}

/** The document with the parts that follow from the public URL, which may be known only after start. */
export function atAddress(document: OpenApiDocument, publicUrl: () => string): OpenApiDocument {
  const { components } = document;
  return {
    ...document,
    servers: [{ url: `${publicUrl()}${apiPrefix}` }],
    components: { ...components, securitySchemes: securitySchemesOf(publicUrl()) },
  };
}
