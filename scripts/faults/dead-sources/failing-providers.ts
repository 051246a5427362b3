import type { AssessedSource } from '@severe/assessment';
import { startProxy } from '../../support/proxy.ts';

const bulletins = 'api\\.weather\\.gov/products';

/** What each source requests, also of the providers that stand in for the first: parts of `<host>/<path>?<query>`. */
const requestsOf: Record<AssessedSource, string> = {
  alerts: 'api\\.weather\\.gov/alerts',
  watches: `spcwatch\\.py|spc\\.noaa\\.gov/products/watch|${bulletins}`,
  discussions: `spc_mcd|spc\\.noaa\\.gov/products/md|metwatch|${bulletins}`,
  outlooks: `spc\\.noaa\\.gov/products/(outlook|exper|extended|fire)|${bulletins}`,
  eros: `wpc\\.ncep\\.noaa\\.gov/exper|${bulletins}`,
  reports: 'lsr\\.geojson|climo/reports|mping|spotternetwork',
  observations: 'aviationweather|currents\\.geojson|synopticdata|api\\.weather\\.gov/stations',
  lightning: 'noaa-goes.*GLM',
  radar: 'noaa-mrms',
  hrrr: 'noaa-hrrr',
};

/**
 * Serves the simulated providers; whatever a source requests fails with 500.
 *
 * @param failing default: none
 */
export function startFailingProviders(
  simulator: string,
  failing: AssessedSource | undefined,
): ReturnType<typeof startProxy> {
  const fails = failing ? new RegExp(requestsOf[failing]) : /(?!)/;
  return startProxy(({ url = '' }) => ({
    server: simulator,
    path: fails.test(decodeURIComponent(url)) ? `/faults/error-500${url}` : url,
  }));
}
