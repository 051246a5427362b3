import { parseListOrFile, parseTextListing, parseTextProduct } from '../feeds/bulletins/parse.ts';
import { readSurveys } from '../feeds/damage-tracks/parse-survey.ts';
import { parseDamageTracks } from '../feeds/damage-tracks/parse.ts';
import { parseDiscussionText, readDiscussionBulletins } from '../feeds/discussions/parse-text.ts';
import { parseDiscussions } from '../feeds/discussions/parse.ts';
import { parseEro } from '../feeds/eros/parse.ts';
import { readEroBulletins } from '../feeds/eros/read-bulletins.ts';
import { parseGridForecast, parsePeriods } from '../feeds/forecast/parse-grid.ts';
import { parseGridPoint } from '../feeds/forecast/parse-point.ts';
import { parseHml } from '../feeds/gauges/parse-hml.ts';
import { parseNwpsGauges, parseStageFlow } from '../feeds/gauges/parse-nwps.ts';
import { parseUsgsTable } from '../feeds/gauges/parse-usgs-table.ts';
import { parseUsgsReadings } from '../feeds/gauges/parse-usgs.ts';
import { parseIdx } from '../feeds/model/idx.ts';
import { parseAlerts } from '../feeds/nws-alerts/parse.ts';
import { readAlertBulletins } from '../feeds/nws-alerts/read-bulletins.ts';
import { parseZoneOffices } from '../feeds/nws-zones/parse-offices.ts';
import { parseZone, parseZoneCodes } from '../feeds/nws-zones/parse.ts';
import { parseIemObservations } from '../feeds/observations/parse-iem.ts';
import { parseStations } from '../feeds/observations/parse-nws.ts';
import { parseSynoptic } from '../feeds/observations/parse-synoptic.ts';
import { readNwsObservations } from '../feeds/observations/read-nws.ts';
import { parseOutlook } from '../feeds/outlooks/parse.ts';
import { readOutlookBulletins } from '../feeds/outlooks/read-bulletins.ts';
import { parseMping } from '../feeds/reports/parse-mping.ts';
import { parseSpcReports } from '../feeds/reports/parse-spc.ts';
import { parseSpotterNetwork } from '../feeds/reports/parse-spotter-network.ts';
import { readLocalReports } from '../feeds/reports/read.ts';
import { readIemSoundings, readIgraSoundings, readUwyoSounding } from '../feeds/soundings/read.ts';
import { parseBasinOutlook } from '../feeds/tropical/parse-outlook.ts';
import { parseOutlookAreas, parseStormGusts, parseStormShapes } from '../feeds/tropical/parse-shapes.ts';
import { parseCurrentStorms } from '../feeds/tropical/parse-storms.ts';
import { readAdvisories, readTracks } from '../feeds/tropical/read-texts.ts';
import { readProbabilities } from '../feeds/watches/read-probabilities.ts';
import { parseWatches } from '../feeds/watches/parse.ts';
import { readWatchBulletins } from '../feeds/watches/read-bulletins.ts';
import { parseListing } from '../parse/listing.ts';

/** Every parser of a provider's payload, by name. Parameters and results are plain data, which threads can exchange. */
export const parsers = {
  advisories: readAdvisories,
  alertBulletins: readAlertBulletins,
  alerts: parseAlerts,
  basinOutlook: parseBasinOutlook,
  currentStorms: parseCurrentStorms,
  damageTracks: parseDamageTracks,
  discussionBulletins: readDiscussionBulletins,
  discussions: parseDiscussions,
  discussionText: parseDiscussionText,
  ero: parseEro,
  eroBulletins: readEroBulletins,
  gridForecast: parseGridForecast,
  gridPeriods: parsePeriods,
  gridPoint: parseGridPoint,
  hml: parseHml,
  modelInventory: parseIdx,
  iemObservations: parseIemObservations,
  iemSoundings: readIemSoundings,
  igraSoundings: readIgraSoundings,
  listing: parseListing,
  localReports: readLocalReports,
  mping: parseMping,
  nwpsGauges: parseNwpsGauges,
  nwsObservations: readNwsObservations,
  outlook: parseOutlook,
  outlookAreas: parseOutlookAreas,
  outlookBulletins: readOutlookBulletins,
  spcReports: parseSpcReports,
  spotterNetwork: parseSpotterNetwork,
  stageFlow: parseStageFlow,
  stations: parseStations,
  stormGusts: parseStormGusts,
  stormShapes: parseStormShapes,
  surveys: readSurveys,
  synoptic: parseSynoptic,
  textListOrFile: parseListOrFile,
  textListing: parseTextListing,
  textProduct: parseTextProduct,
  tracks: readTracks,
  usgsReadings: parseUsgsReadings,
  usgsTable: parseUsgsTable,
  uwyoSounding: readUwyoSounding,
  watchBulletins: readWatchBulletins,
  watches: parseWatches,
  watchProbabilities: readProbabilities,
  zone: parseZone,
  zoneCodes: parseZoneCodes,
  zoneOffices: parseZoneOffices,
};

export type Parsers = typeof parsers;
