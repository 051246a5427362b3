import { minuteMs } from '@severe/async';
import type { Database } from '@severe/db';
import type { WorkFacts } from '@severe/http';

/** Statistics change slowly: an analysis of PostgreSQL follows a change of a tenth of a table. */
const refreshedEveryMs = 5 * minuteMs;

/** Rows of the tables, read in the background when they are asked for. While they cannot be read, the last ones hold. */
export function createWorkFacts(db: Pick<Database, 'rowCounts'>, now = () => performance.now()): WorkFacts {
  let counts = new Map<string, number>();
  let readAt = -Infinity;
  const refresh = async (): Promise<void> => {
    readAt = now();
    counts = await db.rowCounts().catch(() => counts);
  };
  return {
    rowsIn(table) {
      if (now() - readAt >= refreshedEveryMs) void refresh();
      return counts.get(table) ?? 0;
    },
  };
}
