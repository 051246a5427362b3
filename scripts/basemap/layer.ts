import type { Feature, Geometry } from 'geojson';

/** A layer of the base map before it is cut into tiles. */
export interface Layer {
  /** Name in the tiles, as in the Protomaps basemap. */
  id: 'earth' | 'landcover' | 'water' | 'roads' | 'boundaries' | 'places';
  fields: Record<string, 'String' | 'Number'>;
  features: LayerFeature[];
}

/** A feature; it is in the tiles from its `min_zoom` on, and drawn below its `max_zoom`. */
export type LayerFeature = Feature<Geometry, { kind: string; min_zoom: number; [field: string]: string | number }>;
