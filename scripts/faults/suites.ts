import { accounts } from './accounts/accounts.ts';
import { clock } from './clock.ts';
import { cluster } from './cluster.ts';
import { day } from './day.ts';
import { deadSources } from './dead-sources.ts';
import { matrix } from './matrix.ts';
import { rasterStores } from './raster-stores.ts';
import { readers } from './readers.ts';
import { replay } from './replay.ts';
import { replicas } from './replicas.ts';
import { router } from './router.ts';
import { testSuite } from './run-tests.ts';
import { skew } from './skew.ts';
import { steady } from './steady.ts';
import { stops } from './stops.ts';
import { strain } from './strain.ts';
import type { FaultSuite } from './suite.ts';

/** Every suite, in the order in which they run. */
export const suites: Record<string, FaultSuite> = {
  stops,
  replicas,
  router,
  skew,
  cluster,
  readers,
  clock,
  strain,
  replay,
  day,
  steady,
  accounts,
  'dead-sources': deadSources,
  matrix,
  providers: testSuite('endless, huge and hostile responses', [
    'workers/ingest/test/fetch/*.test.ts',
    'workers/ingest/test/thread/hostile-payloads.test.ts',
  ]),
  raster: testSuite('raster workers that are killed', ['workers/raster/test/killed.test.ts'], { SEVERE_KILLS: '50' }),
  'raster-stores': rasterStores,
  feeds: testSuite(
    'feeds that five processes share, while one is killed and one stands still',
    ['test/faults/feeds-once.test.ts'],
    { SEVERE_FEED_PROCESSES: '5', SEVERE_FEED_FAULTS: 'SIGKILL,SIGSTOP' },
  ),
  strangers: testSuite(
    'strangers who take what is shared: time of the database, memory, deliveries, free identities',
    ['test/faults/strangers/*.test.ts'],
    { SEVERE_STRANGERS: 'full' },
  ),
  webhooks: testSuite(
    'deliveries and account writes while dispatcher, API, Redis and PostgreSQL are killed',
    ['test/faults/webhooks/webhooks.test.ts', 'test/faults/webhooks/account-writes.test.ts'],
    { SEVERE_KILLS: '50', SEVERE_PAIRS: '10000', SEVERE_WRITES: '2000' },
  ),
};
