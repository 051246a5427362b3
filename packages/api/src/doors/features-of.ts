/** A feature of a list. */
export interface ListedFeature<Properties = Record<string, unknown>> {
  id: number | string;
  geometry: {
    type: 'Point' | 'LineString' | 'MultiLineString' | 'Polygon' | 'MultiPolygon';
    coordinates: unknown[];
  } | null;
  properties: Properties;
}

const open = '"features":[';
const close = ']}';
/** Begins each feature (`featureText`). Within a text of JSON its quotes would be escaped. */
const begin = '{"type":"Feature",';
const between = `,${begin}`;

/** The texts of the features of a collection, which are parsed one by one: the whole would take the main thread too long. */
export function featureTextsOf(collection: string): string[] {
  const list = collection.slice(collection.indexOf(open) + open.length, -close.length);
  return list === '' ? [] : list.split(between).map((text, i) => (i === 0 ? text : begin + text));
}
