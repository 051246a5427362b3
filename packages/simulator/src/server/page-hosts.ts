import { openCenterBook } from '../center/book.ts';
import { openForesight } from '../center/happenings.ts';
import { openOutlooks } from '../center/outlooks.ts';
import { openRainOutlooks } from '../center/rain-outlooks.ts';
import { openObservations } from '../observations/observation.ts';
import { openReportBook } from '../reports/book.ts';
import { openWarningBook } from '../warnings/numbering.ts';
import { aviationCenter } from './aviation-center.ts';
import { hurricaneCenter, tropicalMaps } from './hurricane-center.ts';
import { mesonet } from './mesonet.ts';
import type { PageHost } from './pages.ts';
import { predictionCenter } from './prediction-center.ts';
import { stormCenter } from './storm-center.ts';
import { weatherApi } from './weather-api.ts';

/** Every host that is no bucket. */
export function pageHosts(seed: number): PageHost[] {
  const warnings = openWarningBook(seed);
  const reports = openReportBook(seed);
  const center = openCenterBook(seed);
  const observationsAt = openObservations(seed);
  const foresight = openForesight(seed);
  return [
    weatherApi(seed, warnings, foresight),
    mesonet(seed, { reports, center, observationsAt }),
    stormCenter(reports, center, openOutlooks(foresight)),
    predictionCenter(openRainOutlooks(foresight)),
    aviationCenter(observationsAt),
    hurricaneCenter(),
    tropicalMaps(),
  ];
}
