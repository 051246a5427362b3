import { createHash } from 'node:crypto';
import { alertEvent, squareAt } from '@severe/db/testing/rows/alert-event';
import { Dice, loadTime, minutesBefore } from '../api/world.ts';
import { insertWebhooks } from '../webhooks/fill.ts';
import { indexed, linear, type Work } from './work.ts';

/** Every request with a key asks this of the database once, and then of a cache. */
export const keysOfUsers: Work = {
  name: 'whose key it is',
  of: 'users with a key each',
  smallest: 1000,
  most: indexed,
  begin({ db, client }) {
    const dice = new Dice(17);
    let count = 0;
    return {
      async grow(have, rows) {
        count = rows;
        await client.query(
          `with made as (
             insert into users (simulated, email, password_hash, email_verified, created_at)
             select false, 'key' || n || '@example.org', '', true, now() from generate_series($1::int, $2::int - 1) n
             returning id, email)
           insert into api_keys (simulated, user_id, name, prefix, digest, created_at)
           select false, id, 'key', '', sha256(convert_to(email, 'utf8')), now() from made`,
          [have, rows],
        );
      },
      async ask() {
        const digest = createHash('sha256')
          .update(`key${dice.whole(0, count - 1)}@example.org`)
          .digest();
        if (!(await db.apiKeys.find(digest))) throw new Error('a key was not found');
      },
    };
  },
};

/** An alert that meets one webhook of two hundred. */
export const webhooksOfAlerts: Work = {
  name: 'the deliveries of a new alert, with its row',
  of: 'webhooks all over the country',
  smallest: 1000,
  most: linear,
  begin({ db, client }) {
    const dice = new Dice(18);
    let stored = 0;
    return {
      grow: (have, rows) => insertWebhooks(client, have, rows),
      async ask() {
        await db.alerts.store([
          alertEvent({
            eventKey: `OUN.GR.W.${stored}.2026`,
            messages: [`urn:growth:${stored++}`],
            sent: loadTime,
            expires: minutesBefore(loadTime, -60),
            polygon: squareAt(...dice.place(), 0.5),
          }),
        ]);
        for (let more = true; more;) ({ more } = await db.webhookDeliveries.matchAlerts({ alerts: 25, hits: 10_000 }));
      },
    };
  },
};
