import { rowsOf, type TableContext } from '../../context.ts';
import { removeInSteps } from '../../remove-old.ts';
import { defineTable } from '../../table.ts';
import { frameColumnsSql, type Frame } from '../frames/table.ts';
import { frameChanges } from './067-frame-changes.ts';

/** The name of a frame that was removed, and the number of its row: a later frame may have the same name. */
export type RemovedFrame = Pick<Frame, 'id' | 'family' | 'product' | 'runAt' | 'validAt'>;

/** What has changed since a position. What is told may be told again. */
export interface ChangesOfFrames {
  added: Frame[];
  removed: RemovedFrame[];
  /** Where the next look goes on. */
  position: string;
}

export interface FrameChanges {
  /** The position of now: what ends later comes after it. */
  position(): Promise<string>;
  /** Undefined if the position is of another database, as after a restore. */
  since(position: string): Promise<ChangesOfFrames | undefined>;
}

/** The oldest transaction that is not over: older ones are all visible. */
const positionSql = 'pg_snapshot_xmin(pg_current_snapshot())';

/** Who has not looked for longer reads all frames. */
const keptHours = 1;

export const frameChangesTable = defineTable({
  name: 'frame_changes',
  migrations: [frameChanges],
  retention: { keep: { hours: keptHours }, remove: removeOldChanges },
  create: createFrameChanges,
});

function createFrameChanges({ knex, simulated }: TableContext): FrameChanges {
  return {
    async position() {
      const [{ position }] = await rowsOf<{ position: string }>(
        knex,
        `select cast(${positionSql} as text) as position`,
        {},
      );
      return position;
    },

    async since(given) {
      const values = { simulated, given };
      const [{ position, isOurs }] = await rowsOf<{ position: string; isOurs: boolean }>(
        knex,
        `select cast(${positionSql} as text) as position, cast(:given as xid8) <= ${positionSql} as "isOurs"`,
        values,
      );
      if (!isOurs) return undefined;
      const later = 'simulated = :simulated and made_by >= cast(:given as xid8)';
      const added = await rowsOf<Frame>(
        knex,
        `select ${frameColumnsSql} from frames t
         where id in (select frame from frame_changes where ${later} and not is_removed) order by id`,
        values,
      );
      const removed = await rowsOf<RemovedFrame>(
        knex,
        `select frame as id, family, product, run_at as "runAt", valid_at as "validAt"
         from frame_changes where ${later} and is_removed order by id`,
        values,
      );
      return { added, removed, position };
    },
  };
}

/** By the clock of the database, which wrote the times: that of a replay may be ahead. */
function removeOldChanges({ knex, simulated }: TableContext): Promise<number> {
  const atOnce = 2000;
  return removeInSteps(atOnce, () =>
    rowsOf(
      knex,
      `delete from frame_changes where id in (
         select id from frame_changes
         where simulated = :simulated and made_at < now() - make_interval(hours => :keptHours)
         order by made_at limit :atOnce)
       returning id`,
      { simulated, keptHours, atOnce },
    ),
  );
}
