import { rowsOf, type DatabaseContext } from '../../context.ts';
import type { Handle } from '../../handle.ts';

/** What an administrator did to a user. */
export type AdminAct = 'create_admin' | 'promote' | 'demote' | 'disable' | 'enable';

/** Who acts: an administrator, or a name such as `severe admin promote`. */
export interface Actor {
  id: number | null;
  /** E-mail address of an administrator. */
  name: string;
}

/** Records an act, as part of the transaction that does it. */
export async function recordAct(
  trx: Handle,
  { simulated, clock }: Pick<DatabaseContext, 'simulated' | 'clock'>,
  { actor, act, userId, subject }: { actor: Actor; act: AdminAct; userId: number; subject: string },
): Promise<void> {
  await rowsOf(
    trx,
    `insert into audit_log (simulated, at, actor_id, actor, act, user_id, subject)
     values (:simulated, :now, :actorId, :actorName, :act, :userId, :subject)`,
    { simulated, now: clock(), actorId: actor.id, actorName: actor.name, act, userId, subject },
  );
}
