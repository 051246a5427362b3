import { t } from '../language.ts';
import { withStatus, type SavedPlace } from '../saved-places/load-saved-places.ts';
import { lookOfStatus, savedPlaceLayers } from '../saved-places/status-look.ts';
import { client } from '../service.ts';
import { rememberSignedIn } from '../signed-in.ts';
import { compact, overlayData, type MapSymbol, type Overlay } from './overlay.ts';

/** The saved locations of a person who has signed in, with what the weather means there. */
export const savedPlaces: Overlay = {
  id: 'places',
  name: t`My saved locations`,
  source: 'alerts',
  everySeconds: 30,
  seldom: true,
  listed: true,
  layers: savedPlaceLayers('places'),
  async load() {
    const { data, error } = await client.get('/account/locations');
    if (error?.status === 401) {
      rememberSignedIn(false); // the session has ended
      return overlayData(() => []);
    }
    if (!data) throw new Error('the service refused the saved locations', { cause: error });
    const places = await withStatus(data);
    return overlayData(() => places.map(savedPlaceSymbol));
  },
};

/** The symbol of a saved location. */
function savedPlaceSymbol({ location: { lat, lon, name, label }, status, reason }: SavedPlace): MapSymbol {
  const look = lookOfStatus(status);
  return {
    geometry: { type: 'Point', coordinates: [lon, lat] },
    kind: t`${look.name} at a saved location`,
    colour: look.colour,
    rank: look.rank,
    title: `${name}: ${look.name}`,
    drawn: { label: name },
    lines: compact(reason, label),
  };
}
