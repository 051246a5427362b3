import type { Log } from '@severe/base';
import { jobs, nowcastProducts, type FrameName } from '@severe/catalogue';
import type { ExpectingWebhook, Frame, Tables } from '@severe/db';
import type { Queue } from '@severe/platform';
import type { ArrivalReport, ArrivalTask } from './arrival-task.ts';
import { composite } from './request-nowcast.ts';

interface TellContext {
  db: Pick<Tables, 'frames' | 'webhooks' | 'webhookDeliveries'>;
  queue: Queue;
  log: Log;
  findArrivals: (task: ArrivalTask) => Promise<ArrivalReport>;
}

/** Webhooks that are looked at together. */
const atOnce = 500;

/**
 * Tells webhooks of the echoes that a new run expects in their geofences. What fails is found again in the next run, two minutes
 * later.
 */
export async function tellArrivals({ runAt }: FrameName, { db, queue, log, findArrivals }: TellContext): Promise<void> {
  let after = 0;
  let files: Omit<ArrivalTask, 'webhooks'> | undefined;
  let told = 0;
  for (let webhooks: ExpectingWebhook[]; (webhooks = await db.webhooks.expecting(after, atOnce)).length > 0;) {
    after = webhooks.at(-1)!.id;
    files ??= await filesOf(runAt!, db);
    if (!files) return;
    const echoes = await findArrivals({ ...files, webhooks });
    if (echoes.length > 0) told += await db.webhookDeliveries.tellEchoes(echoes);
  }
  if (told === 0) return;
  log.info({ echoes: told }, 'webhooks are told of expected echoes');
  await queue.wake(jobs.deliverWebhooks);
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
