import { openCenterBook } from '../center/book.ts';
import { openForesight } from '../center/happenings.ts';
import { openOutlooks } from '../center/outlooks.ts';
import { openRainOutlooks } from '../center/rain-outlooks.ts';
import { openObservations } from '../observations/observation.ts';
import { openReportBook } from '../reports/book.ts';
import { openRivers } from '../rivers/water.ts';
import { openSurveyBook } from '../surveys/book.ts';
import { openWarningBook } from '../warnings/numbering.ts';
import { aviationCenter } from './aviation-center.ts';
import { damageToolkit } from './damage-toolkit.ts';
import { facilityList } from './facility-list.ts';
import { hurricaneCenter, tropicalMaps } from './hurricane-center.ts';
import { mesonet } from './mesonet.ts';
import type { PageHost } from './pages.ts';
import { predictionCenter } from './prediction-center.ts';
import { stormCenter } from './storm-center.ts';
import { surveyItems, surveyValues, waterService } from './water-service.ts';
import { weatherApi } from './weather-api.ts';

/** All simulated hosts that serve pages. */
export function pageHosts(seed: number): PageHost[] {
  const warnings = openWarningBook(seed);
  const reports = openReportBook(seed);
  const center = openCenterBook(seed);
  const observationsAt = openObservations(seed);
  const foresight = openForesight(seed);
  const rivers = openRivers(seed);
  return [
    weatherApi(seed, warnings, foresight, center),
    mesonet(seed, { reports, center, observationsAt }),
    stormCenter(reports, center, openOutlooks(foresight)),
    predictionCenter(openRainOutlooks(foresight)),
    aviationCenter(observationsAt),
    hurricaneCenter(),
    tropicalMaps(),
    waterService(rivers),
    surveyValues(rivers),
    surveyItems(rivers),
    damageToolkit(openSurveyBook(seed)),
    facilityList(seed),
  ];
}
