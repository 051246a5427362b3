import type { AlertEvent, AlertStatus } from './alert.ts';
import type { ExistingAlert } from './continuity.ts';

/** What an event that names only a part of its area does to a row: it adds the part, or ends it. */
export type PartialChange = 'added' | 'removed';

/** An event with the key of its row. */
export type MatchedEvent = Omit<AlertEvent, 'status' | 'polygon'> & {
  status: AlertStatus;
  polygon: string | null;
  /** The row of which it changes a part, and how. */
  partOf?: { row: ExistingAlert; change: PartialChange };
};
