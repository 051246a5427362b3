import { rowsOf, type DatabaseContext } from '../../context.ts';
import { digestOf } from '../../secret.ts';
import { windowsOf, type AttemptLimit } from '../attempts/limit.ts';
import { enqueuedSql, mailValues, type NewMail } from './enqueue.ts';

/** Who asks for a mail without a login, and how often a client and a mailbox may have one. */
export interface MailRequest {
  /** Only its digest is stored. */
  client: string;
  ofClient: readonly AttemptLimit[];
  ofMailbox: readonly AttemptLimit[];
}

/**
 * Adds a mail that somebody asked for, if an active user has the address, and within the limits. Whether it did is not
 * returned, and nothing is stored about an address without a user. The attempt of the client is counted for every address in
 * the same statement, so that each call writes, and none takes the time of a commit longer.
 */
export async function requestMail(
  context: DatabaseContext,
  mail: NewMail,
  { client, ofClient, ofMailbox }: MailRequest,
): Promise<void> {
  const subject = digestOf(client);
  const values = mailValues(context, mail, { as: 'link', limits: ofMailbox });
  const { since: clientSince, most: clientMost } = windowsOf(ofClient, context.clock());
  await rowsOf(
    context.knex,
    `with attempt as materialized (
       select take_within(:simulated, :clientDigest, :lockKey, :now, cast(:clientSince as timestamptz[]),
         cast(:clientMost as integer[])) as wait
     ), wanted as materialized (
       select u.simulated from attempt join users u on attempt.wait is null
       where u.simulated = :simulated and u.email = :recipient and u.is_active
     ), ${enqueuedSql}`,
    { ...values, clientDigest: subject, lockKey: subject.readInt32LE(), clientSince, clientMost },
  );
}
