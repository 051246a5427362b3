import { messageOf, type Clock, type Log } from '@severe/base';
import { channels } from '@severe/catalogue';
import type { StreamEvent, StreamEvents, StreamPosition } from '@severe/db';
import type { Pubsub } from '@severe/platform';
import { recordSpan, SpanKind } from '@severe/tracing';
import type { StreamMetrics } from '../../ops/stream-metrics.ts';
import type { StreamConnection } from './connection.ts';
import { EventLog } from './event-log.ts';
import { controlText } from './event-text.ts';

interface HubOptions {
  events: StreamEvents;
  pubsub: Pick<Pubsub, 'subscribe'>;
  clock: Clock;
  log: Log;
  /** Called with new events before any client gets them: makes the data that they report visible in this process. */
  prepare?: (events: readonly StreamEvent[]) => Promise<void> | void;
  /** Counts what happens. */
  metrics: StreamMetrics;
  /** How often a comment is written; 15 s if absent. */
  keepAliveMs?: number;
}

/** How often the outbox is read when nothing wakes the hub: while somebody listens, and while nobody does. */
const pollMs = { listened: 100, idle: 250 };
/** Rows read from the outbox at once. */
const batchSize = 500;
/** Events in memory after a start. */
const loadedEvents = 1000;
/** Clients written to in one turn of the event loop. */
const clientsPerTurn = 200;

/**
 * Follows the outbox in the database and writes its events to the open connections of this process. Messages of other
 * processes only wake it: an event exists if its row exists.
 */
export class StreamHub {
  readonly #options: HubOptions;
  readonly #connections = new Set<StreamConnection>();
  readonly #keepAlive: NodeJS.Timeout;
  #poll: NodeJS.Timeout | undefined;
  readonly #subscriptions: Promise<() => Promise<void>>[];
  #log: EventLog | undefined;
  #reportLoaded = (): void => {};
  /** Resolves when the database has been read for the first time. */
  readonly #loaded = new Promise<void>((resolve) => (this.#reportLoaded = resolve));
  #reading: Promise<void> | undefined;
  /** Whoever waits until the outbox has been read once more. */
  readonly #awaiting: (() => void)[] = [];
  #woken = false;
  #failing = false;
  #closed = false;

  constructor(options: HubOptions) {
    this.#options = options;
    const { pubsub, keepAliveMs = 15_000 } = options;
    const keepAlive = (): void => void this.#forEach((connection) => connection.keepAlive());
    this.#keepAlive = setInterval(keepAlive, keepAliveMs).unref();
    this.#subscriptions = [channels.data, channels.frames].map((channel) =>
      pubsub.subscribe(channel, () => this.wake()).catch(() => async () => {}),
    );
    this.wake();
  }

  /** The events in memory; undefined until the database has been read for the first time. */
  get events(): EventLog | undefined {
    return this.#log;
  }

  get size(): number {
    return this.#connections.size;
  }

  /** Whether the log has this event, or any without one: then a stream can begin after it. */
  hasRead(event: StreamPosition | undefined): boolean {
    return this.#log !== undefined && (event?.number ?? 0) <= this.#log.position.number;
  }

  /**
   * Resolves when `hasRead`, or when the outbox has no such event. A process is some moments behind another one, so a client
   * that comes from there can name an event that this one has yet to read.
   */
  async read(event: StreamPosition | undefined): Promise<void> {
    await this.#loaded;
    if (this.hasRead(event) || this.#closed) return;
    await new Promise<void>((resolve) => {
      this.#awaiting.push(resolve);
      this.wake();
    });
  }

  /** Adds a connection, whose cursor stands where its events begin, and writes them. */
  add(connection: StreamConnection): void {
    this.#connections.add(connection);
    connection.deliver(this.#log!);
  }

  remove(connection: StreamConnection): void {
    this.#connections.delete(connection);
  }

  /** Ends one connection with `bye`, whose id stands for everything before it. */
  end(connection: StreamConnection): void {
    this.remove(connection);
    connection.deliver(this.#log!);
    connection.end(this.#bye());
  }

  /** Reads the outbox soon. */
  wake(): void {
    this.#woken = true;
    if (this.#reading || this.#closed) return;
    clearTimeout(this.#poll);
    this.#reading = this.#read().finally(() => {
      this.#reading = undefined;
      if (this.#woken && !this.#failing) this.wake();
      else this.#wakeLater();
    });
  }

  /** Ends every connection with `bye`. Clients come back to another process, or to this one after its restart. */
  endAll(): void {
    this.#closed = true;
    clearInterval(this.#keepAlive);
    clearTimeout(this.#poll);
    for (const resolve of this.#awaiting.splice(0)) resolve();
    const text = this.#bye();
    for (const connection of this.#connections) {
      connection.deliver(this.#log!);
      connection.end(text);
    }
    this.#connections.clear();
  }

  async close(): Promise<void> {
    this.endAll();
    for (const subscription of this.#subscriptions) await (await subscription)();
    await this.#reading;
  }

  #bye(): string {
    const position = this.#log?.position ?? { number: 0, seconds: 0 };
    return controlText('bye', position, { time: this.#options.clock() });
  }

  #wakeLater(): void {
    if (this.#closed) return;
    this.#poll = setTimeout(() => this.wake(), this.size > 0 ? pollMs.listened : pollMs.idle).unref();
  }

  async #read(): Promise<void> {
    try {
      while (this.#woken && !this.#closed) {
        this.#woken = false;
        const { length } = this.#awaiting;
        if (this.#failing && this.#log && !(await this.#isContinued(this.#log))) await this.#beginAnew();
        if (this.#log) await this.#catchUp(this.#log);
        else await this.#begin();
        for (const resolve of this.#awaiting.splice(0, length)) resolve();
      }
      if (this.#failing) this.#options.log.info('the live stream follows the database again');
      this.#failing = false;
    } catch (error) {
      if (!this.#failing)
        this.#options.log.warn({ reason: messageOf(error) }, 'the live stream cannot read its events');
      this.#failing = true;
    }
  }

  async #begin(): Promise<void> {
    this.#log = await this.#load();
    this.#reportLoaded();
  }

  /**
   * Whether the database still has the last event that was read. After a failover or a restore it may lack the newest, and
   * give their numbers to others.
   */
  async #isContinued({ position: { number, seconds } }: EventLog): Promise<boolean> {
    const { events } = this.#options;
    const [event] = await events.after(number - 1, 1);
    if (event?.number === number) return event.seconds === seconds;
    return event !== undefined || (await events.position()).number >= number; // it was removed by age
  }

  async #beginAnew(): Promise<void> {
    this.#log = await this.#load();
    this.#options.log.warn('the database lacks events that were sent: clients of the live stream fetch the data anew');
    await this.#reset(this.#log.position);
  }

  async #load(): Promise<EventLog> {
    const { events } = this.#options;
    const position = await events.position();
    const newest = await events.newest(loadedEvents);
    const [first] = newest;
    const log = new EventLog(first ? { number: first.number - 1, seconds: first.seconds } : position);
    log.append(newest);
    return log;
  }

  async #catchUp(log: EventLog): Promise<void> {
    const { events, prepare, metrics, clock } = this.#options;
    let batch: StreamEvent[];
    do {
      batch = await events.after(log.position.number, batchSize);
      if (batch.length === 0) return;
      const startedAt = performance.now();
      await prepare?.(batch);
      if (!log.append(batch)) await this.#reset(log.position);
      const now = clock().getTime();
      for (const { publishedAt } of batch) metrics.event((now - publishedAt.getTime()) / 1000);
      await this.#forEach((connection) => connection.deliver(log));
      this.#recordSpans(batch, startedAt);
    } while (batch.length === batchSize && !this.#closed);
  }

  /** One span for each event and process, however many clients it has. */
  #recordSpans(batch: readonly StreamEvent[], startedAt: number): void {
    for (const { source, number, traceparent: parent } of batch) {
      if (parent === null) continue; // what published it was not traced
      const attributes = { 'severe.source': source, 'severe.event': number, 'severe.clients': this.size };
      recordSpan('deliver event', startedAt, { parent, kind: SpanKind.PRODUCER, attributes });
    }
  }

  /** Events are missing: clients have to fetch the data anew. */
  async #reset(position: StreamPosition): Promise<void> {
    const text = controlText('reset', position, { time: this.#options.clock() });
    await this.#forEach((connection) => {
      connection.skipTo(position);
      connection.writeText(text);
    });
  }

  /** Calls `act` for every connection, some per turn of the event loop, so that tiles are served in between. */
  async #forEach(act: (connection: StreamConnection) => void): Promise<void> {
    let inTurn = 0;
    for (const connection of this.#connections) {
      act(connection);
      if (connection.ended) this.#connections.delete(connection);
      if (++inTurn % clientsPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
