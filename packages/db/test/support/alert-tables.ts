import type { Knex } from 'knex';

/** A row of the alerts with the messages it ever had. */
export interface StoredAlert {
  id: number;
  eventKey: string;
  version: number;
  status: string;
  sent: Date;
  zones: string[];
  severity: string;
  said: string[];
  /** Versions in its history, oldest first. */
  versions: number[];
}

/** The rows of these ids, as they are stored. */
export async function readStoredAlerts(knex: Knex, ids: number[]): Promise<StoredAlert[]> {
  const { rows } = await knex.raw<{ rows: StoredAlert[] }>(
    `select t.id, t.event_key as "eventKey", t.version, t.status, t.sent, t.zones, t.severity,
       array(select identifier from alert_messages where alert_id = t.id) as said,
       array(select version from alert_versions where alert_id = t.id order by version) as versions
     from alerts t where t.id = any(?)`,
    [ids],
  );
  return rows;
}

/** The deliveries after an id, oldest first. */
export async function readDeliveries(
  knex: Knex,
  after: number,
): Promise<{ id: number; alertId: number; severity: string }[]> {
  const { rows } = await knex.raw<{ rows: { id: number; alertId: number; severity: string }[] }>(
    `select id, alert_id as "alertId", severity from webhook_deliveries where id > ? order by id`,
    [after],
  );
  return rows;
}
