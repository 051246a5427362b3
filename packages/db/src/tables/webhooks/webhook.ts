import { column, shown, type RowOf } from '../../columns.ts';
import { selectList, type Columns } from '../../table.ts';
import type { Severity } from '../alerts/severity.ts';

/** The place of a webhook: a box (west, south, east, north) or a GeoJSON geometry; exactly one is not null. */
export type Geofence = { bbox: number[]; geometry: null } | { bbox: null; geometry: object };

/** When a webhook is told: an alert is issued, or an echo is expected. */
export const webhookOccasions = ['issued', 'expected'] as const;
export type WebhookOccasion = (typeof webhookOccasions)[number];

/** The echo of which a webhook is told before it arrives. */
const awaited = {
  /** Its least reflectivity. */
  minDbz: column<number>('min_dbz smallint'),
  /** How many minutes ahead, at most. */
  withinMinutes: column<number>('within_minutes smallint'),
};
type AwaitedEcho = RowOf<typeof awaited>;

/** What a user chooses. */
export const filters = {
  occasion: column<WebhookOccasion>('occasion text'),
  /** Names of events; null for all. */
  eventTypes: column<string[] | null>('event_types text[]'),
  /** Null for all. */
  minSeverity: column<Severity | null>('min_severity text'),
  ...awaited,
};
type WebhookFilters = RowOf<typeof filters>;

/** What its messages are: `webhookFormats` of `@severe/outbound`. */
export const format = column<string>('format text');

/** A webhook that is to be told of an echo. */
export interface ExpectingWebhook extends AwaitedEcho {
  id: number;
  /** GeoJSON text of its geofence, in parts that do not cross the antimeridian. */
  fence: string;
}

/** A new webhook. */
export interface NewWebhook extends Omit<WebhookFilters, keyof AwaitedEcho | 'occasion'>, Partial<AwaitedEcho> {
  /** Default: `issued`. */
  occasion?: WebhookOccasion;
  url: string;
  /** Default: `json`. */
  format?: string;
  fence: Geofence;
  secret: string;
  /** Time from the registration until alerts are delivered, in milliseconds; default 0. */
  firstCycleMs?: number;
}

/** A change; absent fields stay. `enabled: true` resets the count of failures. */
export interface WebhookChange extends Partial<WebhookFilters> {
  url?: string;
  format?: string;
  fence?: Geofence;
  enabled?: boolean;
}

/** What the service knows of a webhook. */
const state = {
  enabled: column<boolean>('enabled boolean'),
  secret: column<string>('secret text'),
  consecutiveFailures: column<number>('consecutive_failures integer'),
  lastDeliveryAt: column<Date | null>('last_delivery_at timestamptz'),
  lastStatus: column<number | null>('last_status integer'),
  disabledAt: column<Date | null>('disabled_at timestamptz'),
  disabledReason: column<string | null>('disabled_reason text'),
  createdAt: column<Date>('created_at timestamptz'),
};

/** A webhook as its owner sees it. */
export interface Webhook extends WebhookFilters, RowOf<typeof state> {
  id: number;
  url: string;
  /** What its messages are: `webhookFormats` of `@severe/outbound`. */
  format: string;
  bbox: number[] | null;
  geometry: object | null;
  /** Secrets that sign now: the current one, and for a day the one before. */
  secrets: string[];
}

export interface WebhookRow extends Omit<Webhook, 'eventTypes' | 'secrets'> {
  eventTypes: string[];
  oldSecret: string | null;
}

const columns: Columns<WebhookRow> = {
  id: 'w.id',
  url: 'w.url',
  bbox: 'w.bbox',
  geometry: 'w.geometry',
  ...shown({ format, ...filters, ...state }, 'w'),
  oldSecret: 'case when w.old_secret_until > :now then w.old_secret end',
};
/** The columns of a webhook `w` for a select; binds `now`. */
export const webhookColumns = selectList(columns);

/** The webhook of a row. */
export function webhookOf({ eventTypes, oldSecret, ...row }: WebhookRow): Webhook {
  return {
    ...row,
    eventTypes: eventTypes.length > 0 ? eventTypes : null,
    secrets: [row.secret, ...(oldSecret === null ? [] : [oldSecret])],
  };
}
