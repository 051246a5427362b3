import { rowsOf, type TableContext } from '../../context.ts';
import { defineTable } from '../../table.ts';
import { auditLog as auditLogMigration } from './034-audit-log.ts';
import type { AdminAct } from './record.ts';

/** One act of an administrator. */
export interface AuditRow {
  id: number;
  at: Date;
  actor: string;
  act: AdminAct;
  userId: number;
  /** E-mail address of the user at that time. */
  subject: string;
}

export interface Audit {
  /** The newest acts, newest first. */
  newest(limit: number): Promise<AuditRow[]>;
}

export const auditTable = defineTable({ name: 'audit_log', migrations: [auditLogMigration], create: createAudit });

function createAudit({ knex, simulated }: TableContext): Audit {
  return {
    newest: (limit) =>
      rowsOf<AuditRow>(
        knex,
        `select id, at, actor, act, user_id as "userId", subject from audit_log
         where simulated = :simulated order by id desc limit :limit`,
        { simulated, limit },
      ),
  };
}
