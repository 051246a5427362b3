// Takes one job, says so, and never finishes it: the test that started this process kills it.
import { silentLog } from '@severe/base';
import { createBullQueue } from '../../src/queue/bull.ts';
import { openRedis } from '../../src/redis/link.ts';

const [url, name] = process.argv.slice(2);
const queue = createBullQueue(await openRedis({ redisUrl: url }, silentLog), silentLog, {
  lockMs: 500,
  stalledMs: 200,
});
queue.onWake(name, 1, async () => {
  process.stdout.write('taken');
  await new Promise(() => undefined);
});
