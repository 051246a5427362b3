import {
  addProtocol,
  type AddProtocolAction,
  type Map as MapView,
  type SourceSpecification,
  type StyleSpecification,
} from 'maplibre-gl';
import bundledUrl from '../../assets/basemap.pmtiles?url';
import { outlineLayers } from '../basemap.ts';
import { detailSource } from './layers.ts';

/** Wait after the archive could not be read. */
const retryMs = 60_000;

/** The archive of the base map: the one that the service names in the page, else the one that was built with the page. */
function archiveUrl(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name=basemap]')?.content;
  return new URL(named || bundledUrl, document.baseURI).href;
}

/**
 * Opens the archive, which is then read by ranges. The reader is loaded on demand: it is not needed before the first radar image.
 *
 * @throws {Error} if the archive cannot be read
 */
async function openArchive(url: string): Promise<void> {
  const { PMTiles, Protocol } = await import('pmtiles');
  const archive = new PMTiles(url);
  await archive.getHeader();
  const protocol = new Protocol({ metadata: true }); // the attribution is there
  protocol.add(archive);
  addProtocol('pmtiles', protocol.tilev4 as AddProtocolAction);
}

/** Waits until the archive can be read. */
async function opened(url: string): Promise<void> {
  for (;;) {
    try {
      return await openArchive(url);
    } catch (error) {
      console.warn(`The base map ${url} cannot be read:`, error);
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}

/**
 * Adds roads, water, towns and names of counties to a map, in place of the outlines. Until the archive can be read, the
 * outlines stay.
 *
 * @param sources sources of the map style; the tiles are stored there for this style and the next ones
 * @param style   makes the present style from the sources
 */
export async function addDetail(
  map: MapView,
  sources: Record<string, SourceSpecification>,
  style: () => StyleSpecification,
): Promise<void> {
  const url = archiveUrl();
  await opened(url);
  const source: SourceSpecification = { type: 'vector', url: `pmtiles://${url}` };
  sources[detailSource] = source;
  if (map.getSource(detailSource)) return; // its style was made after the archive had been opened
  map.addSource(detailSource, source);
  addMissingLayers(map, style());
  const hideOutlines = () => {
    if (!map.getSource(detailSource) || !map.isSourceLoaded(detailSource)) return;
    map.off('sourcedata', hideOutlines);
    for (const id of outlineLayers) map.setLayoutProperty(id, 'visibility', 'none');
  };
  map.on('sourcedata', hideOutlines); // until then they stay below the tiles
}

/** Adds the layers of a style that the map lacks, each directly above the one before it in the style. */
function addMissingLayers(map: MapView, { layers }: StyleSpecification): void {
  layers.forEach((layer, i) => {
    if (map.getLayer(layer.id)) return;
    const order = map.getLayersOrder();
    const above = order[order.indexOf(layers[i - 1].id) + 1] as string | undefined;
    map.addLayer(layer, above);
  });
}
