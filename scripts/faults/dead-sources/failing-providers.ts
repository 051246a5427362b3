import type { AssessedSource } from '@severe/assessment';
import { createServer, request as send } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

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
export async function startFailingProviders(
  simulator: string,
  failing: AssessedSource | undefined,
): Promise<{ url: string; close(): Promise<void> }> {
  const fails = failing ? new RegExp(requestsOf[failing]) : /(?!)/;
  const server = createServer((request, response) => {
    const { url = '', method, headers } = request;
    const path = fails.test(decodeURIComponent(url)) ? `/faults/error-500${url}` : url;
    const forwarded = send(simulator + path, { method, headers }, (reply) => {
      response.writeHead(reply.statusCode!, reply.headers);
      reply.pipe(response);
      reply.once('error', () => response.destroy());
    });
    forwarded.once('error', () => response.destroy());
    response.once('close', () => forwarded.destroy());
    request.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
