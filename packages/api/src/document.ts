import { apiPrefix, openApiDocument, type Endpoint, type OpenApiDocument } from '@severe/http';
import { cookieNameOf } from './access/sessions.ts';
import { glossary } from './glossary.ts';

const description = `Public severe-weather data as one REST API. Output is released under CC0 1.0; attribution is requested, not required.

- Times are RFC 3339 in UTC. Coordinates are WGS84.
- Unknown query parameters are ignored. A known parameter that occurs twice, percent-encoded or in capitals is a 422.
- Every documented field is always present. Unknown values are \`null\`.
- Responses carry a strong \`ETag\`. Send it in \`If-None-Match\` to get a 304 while the data are unchanged.
- Errors are JSON with \`detail\`: a sentence, or in a 422 a list with one item for each invalid parameter.
- \`X-RateLimit-…\` and \`RateLimit\` report how many requests an address may still send in the current 60 seconds. A request beyond the limit gets a 429 with \`Retry-After\`.`;

/** Version of the API contract in the OpenAPI document. It is independent of the version of the service. */
const apiVersion = '0.1.0';

/** The cookie has its name of a service with https. */
const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: cookieNameOf('https:'),
    description: 'Session of a user, for pages of the service. `POST /auth/login` and `POST /auth/signup` set it.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'An API key, for a higher rate limit. `POST /account/api-keys` creates it.',
  },
};

/**
 * Creates the OpenAPI document of the whole service, including the endpoints of the tile server.
 *
 * @throws {Error} if definitions contradict each other
 */
export function documentOf(
  endpoints: readonly Endpoint<any>[],
  { publicUrl }: { publicUrl: () => string },
): OpenApiDocument {
  return {
    ...openApiDocument(endpoints, { title: 'severe', version: apiVersion, description, glossary, securitySchemes }),
    ...serversOf(publicUrl),
  };
}

/** The `servers` member. It is separate because the public URL may be known only after start. */
export function serversOf(publicUrl: () => string): { servers: { url: string }[] } {
  return { servers: [{ url: `${publicUrl()}${apiPrefix}` }] };
}
