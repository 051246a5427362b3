import type { GeoJSON } from 'geojson';
import type { GeoJSONSource, LayerSpecification, Map as MapView, SourceSpecification } from 'maplibre-gl';

/** A source that draws nothing. */
export const emptySource: SourceSpecification = { type: 'geojson', data: { type: 'FeatureCollection', features: [] } };

/**
 * Replaces the shapes of a source. Layers without shapes are hidden: for each source that is visible, the map covers all of its
 * tiles in every frame, which a slow graphics card feels, and cuts tiles after every move.
 */
export function setShapes(map: MapView, source: string, data: GeoJSON | string): void {
  const drawn = map.getSource<GeoJSONSource>(source);
  if (!drawn) return; // the style is being loaded, which has them
  void drawn.setData(data);
  const visibility = isEmpty(data) ? 'none' : 'visible';
  for (const id of map.getLayersOrder()) {
    if (map.getLayer(id)?.source === source) map.setLayoutProperty(id, 'visibility', visibility);
  }
}

/** Hides the layers of a style whose sources have no shapes. */
export function hideEmpty(
  layers: LayerSpecification[],
  sources: Record<string, SourceSpecification>,
): LayerSpecification[] {
  const isShapeless = (source: SourceSpecification) => source.type === 'geojson' && isEmpty(source.data);
  return layers.map((layer) => {
    if (!('source' in layer) || !isShapeless(sources[layer.source])) return layer;
    return { ...layer, layout: { ...layer.layout, visibility: 'none' } };
  });
}

function isEmpty(data: GeoJSON | string): boolean {
  return typeof data === 'object' && data.type === 'FeatureCollection' && data.features.length === 0;
}
