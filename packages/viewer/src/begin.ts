import { t, translatePage } from './language.ts';
import { element } from './elements.ts';
import { isEmbedded, takeQuery } from './embedded.ts';
import { drawFirstPicture } from './first-picture.ts';
import { positionOf } from './home.ts';
import { loadLayers } from './layers/index.ts';
import { last, legendOf, nearestTo, type Frame, type Layer } from './layers/layer.ts';
import { radarFrames } from './layers/radar.ts';
import { satelliteFrames } from './layers/satellite.ts';
import { drawLegend } from './legend.ts';
import { kindNotices, showNotices } from './notices.ts';
import { readLink } from './page-link.ts';
import { showTime } from './player.ts';
import { client, dataOf, firstRequests, type Site } from './service.ts';
import { themeNow } from './theme.ts';
import type { View } from './view.ts';

/** What is known of the layer of a view before the map is there. */
interface Found {
  frames: Frame[];
  layer: Pick<Layer, 'current' | 'legend'>;
}

/** Frames of families whose loop can be requested before the list of their products is there. */
const films = { radar: radarFrames, satellite: satelliteFrames };

/**
 * Requests what the map needs first, all at once, while the map library loads, and shows the first frame as plain images.
 * The map then uses the same responses. It asks again for what fails here, and reports it.
 */
async function showFirstFrame(view: View): Promise<void> {
  const health = dataOf(client.get('/meta/health')).then((answer) => {
    showNotices(element('notices'), kindNotices(answer));
    return answer;
  });
  const [{ time }, { frames, layer }] = await Promise.all([health, findLayer(view)]);
  if (view.under !== '' || view.beside !== '') return; // alone, or as wide as the page, it is another picture
  const now = Date.parse(time);
  const index = nearestTo(frames, view.time) ?? layer.current(frames, now);
  const frame = frames[index];
  if (!frame || !drawFirstPicture(frame, positionOf(location.hash), view.opacity / 100)) return;
  showTime({ frame, frames, index, isPlaying: false, under: undefined, now, isLoading: true });
  drawLegend(element('legend'), await layer.legend(view));
}

/** @throws {Error} if there is no such layer */
async function findLayer(view: View): Promise<Found> {
  const [family, id] = view.layer.split('/');
  const sites = new Map<string, Site>();
  const lists = Promise.all([dataOf(client.get('/nexrad/sites')), loadLayers((site) => sites.get(site))]);
  lists.catch(() => {}); // the map reports it
  if (family === 'radar' || family === 'satellite') {
    const legend = legendOf(family, id, [view.palette]);
    void legend(view).catch(() => {}); // the first of two requests, which share the response
    return { frames: await films[family](id, view.palette, view), layer: { current: last, legend } };
  }
  const [listed, layers] = await lists;
  for (const site of listed.sites) sites.set(site.id, site);
  const layer = layers.find((each) => each.id === view.layer);
  if (!layer) throw new Error(`there is no layer ${view.layer}`);
  return { frames: await layer.frames(view), layer };
}

if (isEmbedded()) takeQuery();
translatePage();
document.documentElement.dataset.theme = themeNow();
firstRequests.begin();
const first = showFirstFrame(readLink().view);
first.catch((error: unknown) => console.debug('the map begins without a first picture:', error));

import('./main.ts')
  .then(({ start }) => start())
  .catch((error: unknown) => {
    const text =
      error instanceof Error && /WebGL/i.test(error.message)
        ? t`This browser cannot draw the map because it has no WebGL.`
        : t`The page failed to start.`;
    element('notices').textContent = text;
    element('notices').className = 'notice unreachable';
    console.error(error);
  });
