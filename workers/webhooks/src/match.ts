import type { AlertMail, LocationAlert, ReadStep, StepLimits, Tables } from '@severe/db';

/** Steps begin with these, and have fewer alerts while they exceed the time limit of a statement. */
const deliverySteps: StepLimits = { alerts: 25, hits: 10_000 };
const mailSteps: StepLimits = { alerts: 25, hits: 100 };
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
  compose: (hit: LocationAlert) => AlertMail;
}

/** Matches everything that has changed with webhooks and saved locations. */
export async function matchEverything({ db, compose }: MatchContext): Promise<Found> {
  const { webhookDeliveries, savedLocations } = db;
  const deliveriesOf = ({ deliveries }: { deliveries: number }): number => deliveries;
  const ofAlerts = await sumOfSteps(
    deliverySteps.alerts,
    (alerts) => webhookDeliveries.matchAlerts({ ...deliverySteps, alerts }),
    deliveriesOf,
  );
  const ofWebhooks = await sumOfSteps(
    webhooksAtOnce,
    (webhooks) => webhookDeliveries.matchWebhooks(webhooks),
    deliveriesOf,
  );
  const mails = await sumOfSteps(
    mailSteps.alerts,
    (alerts) => savedLocations.mailAlerts({ ...mailSteps, alerts }, compose),
    (step) => step.mails,
  );
  const lateMails = await sumOfSteps(
    mailSteps.hits,
    (hits) => savedLocations.mailLateZones(hits, compose),
    (step) => step.mails,
  );
  return { deliveries: ofAlerts + ofWebhooks, mails: mails + lateMails };
}

/**
 * Takes steps until none is left. A step that fails is repeated with a quarter of the size, down to one: on a busy machine a
 * large one can exceed the time limit of a statement for ever.
 *
 * @returns the sum of what `countOf` finds in their results
 * @throws the error of a step of size one
 */
async function sumOfSteps<T>(
  size: number,
  step: (size: number) => Promise<ReadStep<T>>,
  countOf: (result: T) => number,
): Promise<number> {
  let sum = 0;
  for (let now = size, more = true; more;) {
    try {
      const done = await step(now);
      sum += countOf(done.result);
      more = done.more;
      now = Math.min(size, now * 2);
    } catch (error) {
      if (now === 1) throw error;
      now = Math.max(1, Math.floor(now / 4));
    }
  }
  return sum;
}
