import type { Log } from '@severe/base';
import { jobs, nowcastProducts, type FrameName } from '@severe/catalogue';
import type { Frame, Tables } from '@severe/db';
import type { Queue } from '@severe/platform';
import type { ArrivalReport, ArrivalTask } from './arrival-task.ts';
import { composite } from './request-nowcast.ts';

interface TellContext {
  db: Pick<Tables, 'frames' | 'webhooks' | 'webhookDeliveries'>;
  queue: Queue;
  log: Log;
  findArrivals: (task: ArrivalTask) => Promise<ArrivalReport>;
}

/** Webhooks that are looked at together, and how often in a run: radar frames wait meanwhile. */
const [atOnce, mostTimes] = [500, 10];

/**
 * Creates what tells webhooks of the echoes that a new run expects in their geofences. What fails is found again in the next run,
 * two minutes later. Of very many webhooks each run looks at some, and the next one goes on behind them.
 */
export function createArrivalTeller(context: TellContext): (run: FrameName) => Promise<void> {
  const { db, queue, log, findArrivals } = context;
  let after = 0;

  return async ({ runAt }) => {
    let files: Omit<ArrivalTask, 'webhooks'> | undefined;
    let told = 0;
    for (let times = 0; times < mostTimes; times++) {
      const webhooks = await db.webhooks.expecting(after, atOnce);
      after = webhooks.length < atOnce ? 0 : webhooks.at(-1)!.id;
      if (webhooks.length === 0) break;
      files ??= await filesOf(runAt!, db);
      if (!files) return;
      const echoes = await findArrivals({ ...files, webhooks });
      if (echoes.length > 0) told += await db.webhookDeliveries.tellEchoes(echoes);
      if (after === 0) break;
    }
    if (told === 0) return;
    log.info({ echoes: told }, 'webhooks are told of expected echoes');
    await queue.wake(jobs.deliverWebhooks);
  };
}

/** The files of a run and of its image; undefined if there are newer ones. */
async function filesOf(runAt: Date, { frames }: TellContext['db']): Promise<Omit<ArrivalTask, 'webhooks'> | undefined> {
  const isOfRun = (frame: Frame): boolean => frame.runAt?.getTime() === runAt.getTime();
  const image = (await frames.all('radar')).find(
    ({ product, validAt }) => product === composite && validAt.getTime() === runAt.getTime(),
  );
  if (!image) return undefined;
  const made = (await frames.all('nowcast')).filter(isOfRun);
  const chances = nowcastProducts.flatMap(({ id, source }) => {
    const dbz = source.feed === 'nowcast' ? source.atLeast : undefined;
    const ofLevel = dbz === undefined ? [] : made.filter(({ product }) => product === id);
    return ofLevel
      .toSorted((one, other) => one.validAt.getTime() - other.validAt.getTime())
      .map(({ validAt, valuesKey }) => ({ dbz: dbz!, validAt, valuesKey }));
  });
  return { runAt, valuesKey: image.valuesKey, chances };
}
