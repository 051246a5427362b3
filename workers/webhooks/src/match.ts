import { setTimeout as pause } from 'node:timers/promises';
import type { AlertMail, LocationAlert, ReadStep, StepLimits, Tables } from '@severe/db';

/** Steps begin with these, and have fewer alerts while they exceed the time limit of a statement. */
const deliverySteps: StepLimits = { alerts: 25, hits: 10_000 };
const mailSteps: StepLimits = { alerts: 25, hits: 100 };
/** Webhooks that are matched with all active alerts in one step. */
const webhooksAtOnce = 50;

/** Pause between two rounds of steps while no alert is to be matched. */
const betweenRoundsMs = 150;

/** What was found. */
export interface Found {
  deliveries: number;
  mails: number;
}

interface MatchContext {
  db: Pick<Tables, 'webhookDeliveries' | 'savedLocations'>;
  /** Text of the mail about an alert at a saved location. */
  compose: (hit: LocationAlert) => AlertMail;
  /** Called after each step that has found something, so that it is sent while other steps follow. */
  onStep?: (found: Found) => void;
}

/**
 * Matches everything that has changed with webhooks and saved locations. The kinds of matches take turns, step by step: many new
 * webhooks do not hold up an alert.
 */
export async function matchEverything({ db, compose, onStep }: MatchContext): Promise<Found> {
  const { webhookDeliveries, savedLocations } = db;
  const alerts = createSteps(deliverySteps.alerts, (size) =>
    webhookDeliveries.matchAlerts({ ...deliverySteps, alerts: size }),
  );
  const webhooks = createSteps(webhooksAtOnce, (size) => webhookDeliveries.matchWebhooks(size));
  const mails = createSteps(mailSteps.alerts, (size) =>
    savedLocations.mailAlerts({ ...mailSteps, alerts: size }, compose),
  );
  const lateMails = createSteps(mailSteps.hits, (size) => savedLocations.mailLateZones(size, compose));
  const found: Found = { deliveries: 0, mails: 0 };
  const count = ({ deliveries = 0, mails: made = 0 }: Partial<Found> = {}): void => {
    found.deliveries += deliveries;
    found.mails += made;
    if (deliveries + made > 0) onStep?.({ deliveries, mails: made });
  };
  const kinds = [alerts, webhooks, mails, lateMails];
  let rounds = 0;
  while (kinds.some((kind) => kind.hasMore())) {
    // What is deferred can wait, and the database has more to do.
    if (rounds++ > 0 && !alerts.hasMore()) await pause(betweenRoundsMs);
    // Alerts that came during the steps of others are matched, too.
    for (const kind of kinds) if (kind === alerts || kind.hasMore()) count(await kind.step());
  }
  return found;
}

/** Steps of one kind. */
interface Steps<T> {
  hasMore(): boolean;
  /** The result of the next step; undefined if it failed and is repeated with a smaller size. */
  step(): Promise<T | undefined>;
}

/**
 * Steps until none is left. One that fails is repeated with a quarter of the size, down to one: on a busy machine a large one
 * can exceed the time limit of a statement for ever. The error of a step of size one is thrown.
 */
function createSteps<T>(size: number, take: (size: number) => Promise<ReadStep<T>>): Steps<T> {
  let [now, more] = [size, true];
  return {
    hasMore: () => more,
    async step() {
      try {
        const done = await take(now);
        ({ more } = done);
        now = Math.min(size, now * 2);
        return done.result;
      } catch (error) {
        if (now === 1) throw error;
        now = Math.max(1, Math.floor(now / 4));
        more = true;
        return undefined;
      }
    },
  };
}
