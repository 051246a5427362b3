import { modelIds, models } from '@severe/catalogue';
import { countingUnknownWords } from '../counting-unknown-words.ts';
import type { Feed } from '../feed.ts';
import { createBulletinFeeds } from './bulletin-feeds.ts';
import { createNwsText } from './bulletins/feed.ts';
import { counties } from './counties/feed.ts';
import { createDatTracks } from './damage-tracks/feed.ts';
import { spcDiscussions } from './discussions/feed.ts';
import { createWpcEros } from './eros/feed.ts';
import { simulatedFacilities } from './facilities/feed.ts';
import { nwsForecasts } from './forecast/feed.ts';
import { createHml } from './gauges/hml-feed.ts';
import { createNwpsGauges, nwpsForecasts, nwpsThresholds } from './gauges/nwps-feed.ts';
import { createUsgsFeeds } from './gauges/usgs-feed.ts';
import { createGlm } from './glm/feed.ts';
import { createGoes } from './goes/feed.ts';
import { createModelFeed } from './model/feed.ts';
import { createMrms } from './mrms/feed.ts';
import { createNexradFeed } from './nexrad/feed.ts';
import { createNwsAlerts } from './nws-alerts/feed.ts';
import { zoneOffices } from './nws-zones/offices.ts';
import { createNwsZones } from './nws-zones/feed.ts';
import { iemCurrents } from './observations/iem-feed.ts';
import { nwsObservations, nwsStations } from './observations/nws-feed.ts';
import { createSynoptic } from './observations/synoptic-feed.ts';
import { createSpcOutlooks } from './outlooks/feed.ts';
import { places } from './places/feed.ts';
import { createIemSoundings } from './soundings/feed.ts';
import { createUwyoSoundings } from './soundings/uwyo-feed.ts';
import { createNhcFeeds } from './tropical/feeds.ts';
import { createSpcWatches } from './watches/feed.ts';
import { createWatchProbabilities } from './watches/probabilities-feed.ts';
import { createLocalReports } from './reports/feed.ts';
import { createMping } from './reports/mping-feed.ts';
import { createSpcReports } from './reports/spc-feed.ts';
import { spotterNetwork } from './reports/spotter-network-feed.ts';

/** Creates all feeds for one service. The state of a feed belongs to that service. */
export const createFeeds = (): Feed[] => allFeeds().map(countingUnknownWords);

const allFeeds = (): Feed[] => [
  createMrms(),
  createGoes(),
  createNexradFeed(),
  ...modelIds.map((id) => createModelFeed(models[id])),
  createGlm('east'),
  createGlm('west'),
  createNwsAlerts(),
  createNwsZones(),
  zoneOffices,
  createLocalReports(),
  createSpcReports(),
  createMping(),
  spotterNetwork,
  createSpcOutlooks(),
  createSpcWatches(),
  createWatchProbabilities(),
  spcDiscussions,
  ...createNhcFeeds(),
  ...createBulletinFeeds(),
  createWpcEros(),
  createNwsText(),
  createDatTracks(),
  createIemSoundings(),
  createUwyoSoundings(),
  nwsObservations,
  nwsStations,
  iemCurrents,
  createSynoptic(),
  nwsForecasts,
  createNwpsGauges(),
  ...createUsgsFeeds(),
  nwpsForecasts,
  nwpsThresholds,
  createHml(),
  counties,
  places,
  simulatedFacilities,
];
