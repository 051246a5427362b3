import { openCenterArchive } from '../center/archive.ts';
import { openFutureEvents } from '../center/future-events.ts';
import { openOutlooks } from '../center/outlooks.ts';
import { openRainOutlooks } from '../center/rain-outlooks.ts';
import { openObservations } from '../observations/observation.ts';
import { openReportArchive } from '../reports/archive.ts';
import { openRivers } from '../rivers/water.ts';
import { openSurveyArchive } from '../surveys/archive.ts';
import { openWarningArchive } from '../warnings/archive.ts';
import { aviationCenter } from './aviation-center.ts';
import { damageToolkit } from './damage-toolkit.ts';
import { facilityList } from './facility-list.ts';
import { hurricaneCenter, tropicalMaps } from './hurricane-center.ts';
import { mesonet } from './mesonet.ts';
import { mping } from './mping.ts';
import type { PageHost } from './pages.ts';
import { predictionCenter } from './prediction-center.ts';
import { spotterNetwork } from './spotter-network.ts';
import { stormCenter } from './storm-center.ts';
import { synopticData } from './synoptic-data.ts';
import { surveyItems, surveyValues, waterService } from './water-service.ts';
import { wyoming } from './wyoming.ts';
import { weatherApi } from './weather-api.ts';

/** All simulated hosts that serve pages. */
export function pageHosts(seed: number): PageHost[] {
  const warnings = openWarningArchive(seed);
  const reports = openReportArchive(seed);
  const center = openCenterArchive(seed);
  const observationsAt = openObservations(seed);
  const futureEvents = openFutureEvents(seed);
  const rivers = openRivers(seed);
  const outlooks = openOutlooks(futureEvents);
  const rainOutlooks = openRainOutlooks(futureEvents);
  const surveys = openSurveyArchive(seed);
  return [
    weatherApi(seed, warnings, futureEvents, { center, outlooks, rainOutlooks, surveys }),
    mesonet(seed, { reports, center, observationsAt }),
    stormCenter(reports, center, outlooks),
    predictionCenter(rainOutlooks),
    mping(seed, reports),
    spotterNetwork(seed, reports),
    synopticData(seed),
    aviationCenter(observationsAt),
    wyoming(seed),
    hurricaneCenter(seed),
    tropicalMaps(seed),
    waterService(rivers),
    surveyValues(rivers),
    surveyItems(rivers),
    damageToolkit(surveys),
    facilityList(seed),
  ];
}
