import type { Severity } from '../alerts/severity.ts';

/** The place of a webhook: a box (west, south, east, north) or a GeoJSON geometry; exactly one is not null. */
export type Geofence = { bbox: number[]; geometry: null } | { bbox: null; geometry: object };

/** When a webhook is told: an alert is issued, or an echo is expected. */
export const webhookOccasions = ['issued', 'expected'] as const;
export type WebhookOccasion = (typeof webhookOccasions)[number];

/** The echo of which a webhook is told before it arrives. */
interface AwaitedEcho {
  /** Its least reflectivity. */
  minDbz: number;
  /** How many minutes ahead, at most. */
  withinMinutes: number;
}

/** A webhook that is to be told of an echo. */
export interface ExpectingWebhook extends AwaitedEcho {
  id: number;
  /** GeoJSON text of its geofence, in parts that do not cross the antimeridian. */
  fence: string;
}

/** What a user chooses. */
interface WebhookFilters extends AwaitedEcho {
  occasion: WebhookOccasion;
  /** Names of events; null for all. */
  eventTypes: string[] | null;
  /** Null for all. */
  minSeverity: Severity | null;
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

/** A webhook as its owner sees it. */
export interface Webhook extends WebhookFilters {
  id: number;
  url: string;
  /** What its messages are: `webhookFormats` of `@severe/outbound`. */
  format: string;
  bbox: number[] | null;
  geometry: object | null;
  enabled: boolean;
  secret: string;
  /** Secrets that sign now: the current one, and for a day the one before. */
  secrets: string[];
  consecutiveFailures: number;
  lastDeliveryAt: Date | null;
  lastStatus: number | null;
  disabledAt: Date | null;
  disabledReason: string | null;
  createdAt: Date;
}

export interface WebhookRow extends Omit<Webhook, 'eventTypes' | 'secrets'> {
  eventTypes: string[];
  oldSecret: string | null;
}

/** The columns of a webhook `w` for a select; binds `now`. */
export const webhookColumns = `w.id, w.url, w.format, w.bbox, w.geometry, w.event_types as "eventTypes",
  w.min_severity as "minSeverity", w.occasion, w.min_dbz as "minDbz", w.within_minutes as "withinMinutes", w.enabled, w.secret,
  case when w.old_secret_until > :now then w.old_secret end as "oldSecret",
  w.consecutive_failures as "consecutiveFailures", w.last_delivery_at as "lastDeliveryAt", w.last_status as "lastStatus",
  w.disabled_at as "disabledAt", w.disabled_reason as "disabledReason", w.created_at as "createdAt"`;

/** The webhook of a row, without further columns of it. */
export function webhookOf(row: WebhookRow): Webhook {
  const { id, url, format, bbox, geometry, eventTypes, minSeverity, occasion, minDbz, withinMinutes } = row;
  const { enabled, secret, oldSecret } = row;
  const { consecutiveFailures, lastDeliveryAt, lastStatus, disabledAt, disabledReason, createdAt } = row;
  return {
    id,
    url,
    format,
    bbox,
    geometry,
    eventTypes: eventTypes.length > 0 ? eventTypes : null,
    minSeverity,
    occasion,
    minDbz,
    withinMinutes,
    enabled,
    secret,
    secrets: [secret, ...(oldSecret === null ? [] : [oldSecret])],
    consecutiveFailures,
    lastDeliveryAt,
    lastStatus,
    disabledAt,
    disabledReason,
    createdAt,
  };
}
