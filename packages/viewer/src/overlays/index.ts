import type { Geometry } from 'geojson';
import { countyAlerts } from './county-alerts.ts';
import { damageTracks } from './damage-tracks.ts';
import { discussions } from './discussions.ts';
import { gauges } from './gauges.ts';
import { lightning } from './lightning.ts';
import { observations } from './observations.ts';
import { convectiveOutlook, rainOutlook } from './outlooks.ts';
import type { Overlay } from './overlay.ts';
import { reports } from './reports.ts';
import { savedPlaces } from './saved-places.ts';
import { stormCells } from './storm-cells.ts';
import { tropical } from './tropical.ts';
import { warnings } from './warnings.ts';
import { watches } from './watches.ts';

/**
 * Every overlay, in the order of the list.
 *
 * @param isSignedIn whether the reader may have saved locations
 */
export function overlaysOf(shapeOf: (fips: string) => Geometry | undefined, isSignedIn: boolean): Overlay[] {
  return [
    ...(isSignedIn ? [savedPlaces] : []),
    warnings,
    watches,
    discussions,
    stormCells,
    reports,
    lightning,
    convectiveOutlook,
    rainOutlook,
    countyAlerts(shapeOf),
    observations,
    gauges,
    tropical,
    damageTracks,
  ];
}
