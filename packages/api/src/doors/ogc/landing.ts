import { shape } from '@severe/http';
import { endpoint } from '../../context.ts';
import { linksShape, linkTo, ofOgc, ogcRel, openApi3, root } from './links.ts';
import { form } from './parameters.ts';

const classesOf = (standard: string, ...classes: string[]): string[] =>
  classes.map((name) => `http://www.opengis.net/spec/${standard}/conf/${name}`);

/** Identifiers of the conformance classes that hold here. */
const conformance = [
  ...classesOf('ogcapi-common-1/1.0', 'core', 'landing-page', 'json', 'oas30'),
  ...classesOf('ogcapi-common-2/1.0', 'collections'),
  ...classesOf('ogcapi-features-1/1.0', 'core', 'geojson', 'oas30'),
  ...classesOf('tms/2.0', 'tilematrixset', 'json-tilematrixset', 'tilesetmetadata', 'json-tilesetmetadata'),
  ...classesOf('ogcapi-tiles-1/1.0', 'core', 'tileset', 'tilesets-list', 'geodata-tilesets', 'png', 'oas30'),
  ...classesOf('ogcapi-edr-1/1.1', 'core', 'collections', 'queries', 'json', 'geojson', 'covjson', 'oas30'),
];

/** GET /ogc */
export const getOgcLanding = endpoint({
  path: root,
  summary: 'Landing page of OGC API: features, map tiles, and values at places.',
  ...ofOgc,
  query: form,
  response: shape.named(
    'OgcLanding',
    shape.object({ title: shape.text(), description: shape.text(), links: linksShape }),
  ),
  cache: { seconds: 300 },
  handle: (_call, { publicUrl, simulated }) => ({
    title: simulated ? 'severe, simulated weather' : 'severe',
    description: `Public severe-weather data of the United States.${simulated ? ' All of it is simulated.' : ''}`,
    links: [
      linkTo(publicUrl(), 'self', '', 'This page'),
      linkTo(publicUrl(), 'service-desc', '/api', 'Definition of this API', openApi3),
      { rel: 'service-doc', href: `${publicUrl()}/api/v1/docs`, type: 'text/html', title: 'API reference' },
      linkTo(publicUrl(), 'conformance', '/conformance', 'Conformance classes'),
      linkTo(publicUrl(), 'data', '/collections', 'Collections'),
      linkTo(publicUrl(), ogcRel('tiling-schemes'), '/tileMatrixSets', 'Tile matrix sets'),
    ],
  }),
});

/** GET /ogc/api */
export const getDefinition = endpoint({
  path: `${root}/api`,
  summary: 'This definition, in OpenAPI 3.0.',
  ...ofOgc,
  query: form,
  response: { json: { type: 'object' }, media: openApi3 },
  cache: { seconds: 300 },
  handle: (_call, { ogcDocument, publicUrl }) => ogcDocument(publicUrl()),
});

/** GET /ogc/conformance */
export const getConformance = endpoint({
  path: `${root}/conformance`,
  summary: 'The conformance classes that hold here.',
  ...ofOgc,
  query: form,
  response: shape.named(
    'OgcConformance',
    shape.object({ conformsTo: shape.arrayOf(shape.text({ example: conformance[0] })) }),
  ),
  cache: { seconds: 300 },
  handle: () => ({ conformsTo: conformance }),
});
