import { rowsOf, type DatabaseContext } from '../../context.ts';
import { digestOf } from '../../secret.ts';
import { windowsOf, type AttemptLimit } from '../attempts/limit.ts';
import { enqueuedSql, mailValues, wantedColumns, type NewMail } from './enqueue.ts';

/** Who asks for a mail without a login, and how often that may be. */
export interface MailRequest {
  /** Only its digest is stored. */
  client: string;
  ofClient: readonly AttemptLimit[];
  /** For a mailbox whose address nobody has confirmed, together with all other links. */
  ofMailbox: readonly AttemptLimit[];
  /** For a confirmed owner. Strangers cannot use this up: one mail is allowed whenever there was none in the last `alwaysMs`. */
  ofOwner: readonly AttemptLimit[];
  /** Lifetime of the link: within it, the owner still has one that is valid. */
  alwaysMs: number;
}

/**
 * Adds a mail that somebody asked for, if an active user has the address, and within the limits. Whether it did is not
 * returned, and nothing is stored about an address without a user. The attempt of the client is counted for every address in
 * the same statement, so that each call writes, and none takes the time of a commit longer.
 */
export async function requestMail(
  context: DatabaseContext,
  mail: NewMail,
  { client, ofClient, ofMailbox, ofOwner, alwaysMs }: MailRequest,
): Promise<void> {
  const subject = digestOf(client);
  const values = mailValues(context, mail, { as: 'link', limits: ofMailbox });
  const now = context.clock();
  const { since: clientSince, most: clientMost } = windowsOf(ofClient, now);
  const { since: ownerSince, most: ownerMost } = windowsOf(ofOwner, now);
  const alwaysAfter = new Date(now.getTime() - alwaysMs);
  await rowsOf(
    context.knex,
    `with attempt as materialized (
       select take_within(:simulated, :clientDigest, :lockKey, :now, cast(:clientSince as timestamptz[]),
         cast(:clientMost as integer[])) as wait
     ), wanted as materialized (
       select ${wantedColumns('u.simulated')} from attempt join users u on attempt.wait is null
       where u.simulated = :simulated and u.email = :recipient and u.is_active and not u.email_verified
       union all
       select u.simulated, 'reset', cast(:ownerSince as timestamptz[]), cast(:ownerMost as integer[]), :alwaysAfter
       from attempt join users u on attempt.wait is null
       where u.simulated = :simulated and u.email = :recipient and u.is_active and u.email_verified
     ), ${enqueuedSql}`,
    {
      ...values,
      clientDigest: subject,
      lockKey: subject.readInt32LE(),
      clientSince,
      clientMost,
      ownerSince,
      ownerMost,
      alwaysAfter,
    },
  );
}
