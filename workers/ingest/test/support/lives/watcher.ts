import type { ChangeCursor, Database } from '@severe/db';
import { readDeliveries, readStoredAlerts, type StoredAlert } from '@severe/db/testing/alert-tables';
import type { Knex } from 'knex';
import { Expected } from './expected.ts';
import type { Life, Product } from './life.ts';

/** Result of a run. */
export interface Tally {
  lives: number;
  messages: number;
  /** Contradictions that the service has reported. */
  conflicts: number;
  /** Lives that texts cannot tell apart. */
  unknowable: number;
  /** Where the service differs from the truth, one line each. */
  differences: string[];
}

const limits = { alerts: 500, hits: 5000, budget: { perTurn: 1e9, perWebhook: 1e9 } }; // nothing is delivered here
const ranks = ['Minor', 'Moderate', 'Severe', 'Extreme'];
const pageSize = 1000;

/** Follows what the service tells, as its clients do, and compares it with what is expected. */
export class Watcher {
  readonly expected = new Expected();
  readonly tally: Tally;
  readonly #db: Database;
  readonly #knex: Knex;
  readonly #lifeOfMessage = new Map<string, Life>();
  readonly #lifeOfRow = new Map<number, Life>();
  readonly #rowOfLife = new Map<number, number>();
  /** Active alerts of a client that follows the changes, with their versions. */
  readonly #shown = new Map<number, number>();
  /** Highest rank delivered of each life. */
  readonly #delivered = new Map<number, number>();
  #cursor: ChangeCursor = { version: 0, id: 0 };
  #streamed = 0;
  #lastDelivery = 0;

  constructor(db: Database, knex: Knex, tally: Tally) {
    this.#db = db;
    this.#knex = knex;
    this.tally = tally;
  }

  differ(what: string): void {
    this.tally.differences.push(what);
  }

  /** Learns what the messages of products are about, by their identifiers in lists and in texts. */
  expectAlso(products: Product[]): void {
    for (const { office, at, messages } of products) {
      let segment = 0;
      for (const { life, parts } of messages) {
        for (const { identifier } of parts) {
          const { phenomenon, significance } = life.kind;
          const event = [phenomenon, significance, life.number].join('.');
          this.#lifeOfMessage.set(identifier, life);
          this.#lifeOfMessage.set(`K${office} NPW${office} ${at.toISOString()} ${segment} ${event}`, life);
          segment++;
        }
      }
    }
  }

  /** Removes what ended long ago, here and there. */
  async forget(before: Date): Promise<void> {
    await this.#db.alerts.removeOld(before);
    this.expected.forget(before);
  }

  /** Compares what the service has told since the last call. @param now the time of what it heard last */
  async compare(now: Date): Promise<void> {
    const where = now.toISOString();
    const changed = await this.#changedRows(where);
    for (const row of changed) this.#compareRow(row, where);
    const { new: added, updated, ended } = this.expected.take();
    const rows = new Set(changed.map(({ id }) => id));
    for (const life of [...added, ...updated, ...ended]) {
      const row = this.#rowOfLife.get(life);
      if (this.#isKnowable(life) && (row === undefined || !rows.has(row)))
        this.differ(`${where}: life ${life} has not changed`);
    }
    await this.#compareStream({ new: added, updated, ended }, where);
    this.#compareShown(where);
    await this.#compareDeliveries([...added, ...updated], now);
  }

  /** The rows that changed, from `/alerts/changes`, which keeps what a client shows. */
  async #changedRows(where: string): Promise<StoredAlert[]> {
    const ids: number[] = [];
    for (let more = true; more;) {
      const page = await this.#db.alerts.changes(this.#cursor, pageSize);
      for (const { id, change, version, cursor } of page) {
        if (change === 'new' && this.#lifeOfRow.has(id)) this.differ(`${where}: alert ${id} is new again`);
        if (change === 'ended') this.#shown.delete(id);
        else this.#shown.set(id, version);
        ids.push(id);
        this.#cursor = cursor;
      }
      more = page.length === pageSize;
    }
    return readStoredAlerts(this.#knex, ids);
  }

  #compareRow(row: StoredAlert, where: string): void {
    const lives = new Set(row.said.flatMap((identifier) => this.#lifeOfMessage.get(identifier) ?? []));
    const [life] = lives;
    const name = `${where}: alert ${row.id} (${row.eventKey})`;
    if (!life) return this.differ(`${name} is of no life`);
    this.#lifeOfRow.set(row.id, life);
    const { isUnknowable } = life;
    if (isUnknowable && [...lives].every((each) => each.isUnknowable)) return;
    if (lives.size > 1) return this.differ(`${name} is of the lives ${[...lives].map(({ id }) => id).join(' and ')}`);
    const other = this.#rowOfLife.get(life.id);
    if (other !== undefined && other !== row.id) this.differ(`${name} is of life ${life.id}, which is alert ${other}`);
    this.#rowOfLife.set(life.id, row.id);
    const state = this.expected.states.get(life.id);
    if (!state) return this.differ(`${name} is of life ${life.id}, which is not known`);
    const told = contentOf(row);
    const due = contentOf(state);
    if (told !== due) this.differ(`${name} of life ${life.id} is ${told}; expected ${due}`);
    if (!isKeyOf(row.eventKey, life, state.isIssueKnown)) this.differ(`${name} of life ${life.id} has a wrong key`);
    if (row.versions.some((version, i) => version !== i + 1))
      this.differ(`${name} has versions ${row.versions.join(' ')}`);
  }

  /** The stream names every alert once as new, and each change of it. */
  async #compareStream(due: Record<'new' | 'updated' | 'ended', Set<number>>, where: string): Promise<void> {
    const told = { new: new Set<number>(), updated: new Set<number>(), ended: new Set<number>() };
    let isCut = false;
    for (let more = true; more;) {
      const events = await this.#db.streamEvents.after(this.#streamed, pageSize);
      for (const { number, source, data } of events) {
        this.#streamed = number;
        if (source !== 'alerts') continue;
        const lists = JSON.parse(data) as Record<keyof typeof told, number[]> & { more?: boolean };
        isCut ||= lists.more === true;
        for (const kind of kindsOfChange) for (const id of lists[kind]) told[kind].add(id);
      }
      more = events.length === pageSize;
    }
    if (isCut) return; // a long list is shortened
    for (const kind of kindsOfChange) {
      const lives = new Set([...told[kind]].flatMap((id) => this.#lifeOfRow.get(id) ?? []));
      for (const { id, isUnknowable } of lives) {
        // A row whose year becomes known is told as changed.
        const mayBeKey = kind !== 'new' && !due.new.has(id);
        if (!isUnknowable && !due[kind].has(id) && !mayBeKey)
          this.differ(`${where}: the stream tells life ${id} as ${kind}`);
      }
      const ids = new Set([...lives].map(({ id }) => id));
      for (const life of due[kind]) {
        if (!ids.has(life) && this.#isKnowable(life))
          this.differ(`${where}: the stream does not tell life ${life} as ${kind}`);
      }
    }
  }

  /** A client that follows the changes shows what is in force, in its newest version. */
  #compareShown(where: string): void {
    const shown = new Map(
      [...this.#shown].flatMap(([id, version]) => {
        const life = this.#lifeOfRow.get(id);
        return life && !life.isUnknowable ? [[life.id, version] as const] : [];
      }),
    );
    for (const [life, { status, version }] of this.expected.states) {
      if (!this.#isKnowable(life)) continue;
      const due = status === 'active' ? version : undefined;
      if (shown.get(life) !== due)
        this.differ(`${where}: clients show version ${shown.get(life)} of life ${life}, not ${due}`);
    }
  }

  /** Each event with a polygon is delivered once, and once more when its severity rises. */
  async #compareDeliveries(changed: number[], now: Date): Promise<void> {
    for (let more = true; more;) ({ more } = await this.#db.webhookDeliveries.matchAlerts(limits));
    const made = await readDeliveries(this.#knex, this.#lastDelivery);
    this.#lastDelivery = made.at(-1)?.id ?? this.#lastDelivery;
    const told = made.flatMap(({ alertId, severity }) => {
      const life = this.#lifeOfRow.get(alertId);
      return life && !life.isUnknowable ? `${life.id} ${severity}` : [];
    });
    const due = changed.flatMap((life) => {
      const state = this.expected.states.get(life)!;
      if (state.life.isUnknowable || !state.life.kind.hasPolygon) return [];
      const rank = ranks.indexOf(state.severity);
      if (state.status !== 'active' || state.expires <= now || rank <= (this.#delivered.get(life) ?? -2)) return [];
      this.#delivered.set(life, rank);
      return `${life} ${state.severity}`;
    });
    const where = now.toISOString();
    for (const one of told) if (!due.includes(one)) this.differ(`${where}: webhooks were told of life ${one}`);
    for (const one of due) if (!told.includes(one)) this.differ(`${where}: webhooks were not told of life ${one}`);
  }

  #isKnowable(life: number): boolean {
    return !(this.expected.states.get(life)?.life.isUnknowable ?? true);
  }
}

const kindsOfChange = ['new', 'updated', 'ended'] as const;

type Content = Pick<StoredAlert, 'version' | 'status' | 'sent' | 'severity' | 'zones'>;

function contentOf({ version, status, sent, severity, zones }: Content): string {
  const codes = zones.map((zone) => zone.slice(zone.indexOf('/') + 1)).toSorted();
  return [`version ${version}`, status, sent.toISOString(), severity, codes.join(' ')].join(', ');
}

/** The key has the year of issue once that is known, and always the number. */
function isKeyOf(key: string, { numberKey, issuedAt, messages }: Life, isIssueKnown: boolean): boolean {
  if (numberKey === null) return messages.some(({ parts }) => parts.some(({ identifier }) => identifier === key));
  return isIssueKnown ? key === `${numberKey}.${issuedAt.getUTCFullYear()}` : key.startsWith(`${numberKey}.`);
}
