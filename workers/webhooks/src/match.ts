import type { LocationAlert, NewMail, ReadStep, StepLimits, Tables } from '@severe/db';

/** Steps begin with these, and are made smaller while they exceed the time limit of a statement. */
const most: StepLimits = { alerts: 25, hits: 10_000 };
/** Webhooks that are matched with all active alerts in one step. */
const webhooksAtOnce = 50;

/** What was found. */
export interface Found {
  deliveries: number;
  mails: number;
}

export interface MatchContext {
  db: Pick<Tables, 'webhookDeliveries' | 'savedLocations'>;
  /** Text of the mail about an alert at a saved location. */
  compose: (hit: LocationAlert) => NewMail;
}

/** Matches everything that has changed with webhooks and saved locations. */
export async function matchEverything({ db, compose }: MatchContext): Promise<Found> {
  const found: Found = { deliveries: 0, mails: 0 };
  await inSteps(most.alerts, (alerts) => db.webhookDeliveries.matchAlerts({ ...most, alerts }), ({ deliveries }) => {
    found.deliveries += deliveries;
  }); // prettier-ignore
  await inSteps(webhooksAtOnce, (webhooks) => db.webhookDeliveries.matchWebhooks(webhooks), ({ deliveries }) => {
    found.deliveries += deliveries;
  }); // prettier-ignore
  await inSteps(
    most.alerts,
    (alerts) => db.savedLocations.mailAlerts({ alerts, hits: 100 }, compose),
    ({ mails }) => (found.mails += mails),
  );
  return found;
}

/**
 * Takes steps until none is left. A step that fails is repeated with a quarter of the size, down to one: on a busy machine a
 * large one can exceed the time limit of a statement for ever.
 *
 * @throws the error of a step of size one
 */
async function inSteps<T>(
  size: number,
  step: (size: number) => Promise<ReadStep<T>>,
  add: (result: T) => void,
): Promise<void> {
  for (let now = size, more = true; more;) {
    try {
      const done = await step(now);
      add(done.result);
      more = done.more;
      now = Math.min(size, now * 2);
    } catch (error) {
      if (now === 1) throw error;
      now = Math.max(1, Math.floor(now / 4));
    }
  }
}
