import { apiPrefix, shape } from '@severe/http';
import { geoJson } from '../../shared/feature.ts';

/** Path of the landing page below `/api/v1`. */
export const root = '/ogc';

/** What all endpoints of OGC API share: parameters that are not known are refused, and they have a definition of their own. */
export const ofOgc = { tag: 'OGC API', strict: true, internal: true } as const;

const json = 'application/json';
/** OpenAPI 3.0 in JSON. */
export const openApi3 = 'application/vnd.oai.openapi+json;version=3.0';

/** A link (RFC 8288) as OGC API writes it. */
export interface Link {
  rel: string;
  href: string;
  type: string;
  title?: string;
  templated?: boolean;
}

/** Addresses below the landing page. */
export function addressOf(publicUrl: string, path: string): string {
  return `${publicUrl}${apiPrefix}${root}${path}`;
}

/** A link to a resource below the landing page. */
export function linkTo(publicUrl: string, rel: string, path: string, title?: string, type = json): Link {
  return { rel, href: addressOf(publicUrl, path), type, ...(title === undefined ? {} : { title }) };
}

/** A relation that OGC defines. */
export const ogcRel = (name: string): string => `http://www.opengis.net/def/rel/ogc/1.0/${name}`;

export const itemsPath = (collection: string): string => `/collections/${collection}/items`;

export const itemsMedia = geoJson;

export const linksShape = shape.arrayOf(
  shape.named('OgcLink', {
    json: {
      type: 'object',
      required: ['rel', 'href', 'type'],
      properties: {
        rel: { type: 'string', description: 'Relation: of IANA, or of OGC.', examples: ['items'] },
        href: { type: 'string', description: 'Address; with `templated`, a template.' },
        type: { type: 'string', description: 'Media type.', examples: [geoJson] },
        title: { type: 'string', description: 'What it leads to.' },
        templated: { type: 'boolean', description: 'Whether names in braces are to be replaced.' },
      },
    },
  }),
);
