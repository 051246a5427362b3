const classesOf = (standard: string, ...classes: string[]): string[] =>
  classes.map((name) => `http://www.opengis.net/spec/${standard}/conf/${name}`);

/** Identifiers of the conformance classes that hold here. */
export const conformance = [
  ...classesOf('ogcapi-common-1/1.0', 'core', 'landing-page', 'json', 'oas30'),
  ...classesOf('ogcapi-common-2/1.0', 'collections'),
  ...classesOf('ogcapi-features-1/1.0', 'core', 'geojson', 'oas30'),
  ...classesOf('tms/2.0', 'tilematrixset', 'json-tilematrixset', 'tilesetmetadata', 'json-tilesetmetadata'),
  ...classesOf('ogcapi-tiles-1/1.0', 'core', 'tileset', 'tilesets-list', 'geodata-tilesets', 'png', 'oas30'),
  ...classesOf('ogcapi-edr-1/1.1', 'core', 'collections', 'queries', 'json', 'geojson', 'covjson', 'oas30'),
];
