import type { StreamEvent, StreamPosition } from '@severe/db';
import { chunkOf, eventText, joined, type StreamChunk } from './event-text.ts';

/** An event that is ready to be written. */
interface LoggedEvent extends StreamPosition {
  source: string;
  chunk: StreamChunk;
}

/** A resume replays at most this many events, and none older than this. */
const maxReplayed = 1000;
const replayedMs = 10 * 60_000;
/** Events are joined to pieces of about this size. A larger one would count as unsent until its last byte is sent. */
const pieceBytes = 64 << 10;
/** Beginnings whose pieces are kept: clients that follow share one, clients that resume have many. */
const maxJoined = 4;

/** The newest events of the stream in memory, in order and without gaps. */
export class EventLog {
  #events: LoggedEvent[] = [];
  #position: StreamPosition;
  /** Joined events by the number of the first; until the next one is appended, thousands of clients get the same. */
  #pieces = new Map<number, StreamChunk[]>();

  /** @param position of the last event before the log begins */
  constructor(position: StreamPosition) {
    this.#position = position;
  }

  /** Position of the newest event. */
  get position(): StreamPosition {
    return this.#position;
  }

  /**
   * Appends events.
   *
   * @returns false if events between the last one and these are missing: then the log begins anew with these
   */
  append(events: readonly StreamEvent[]): boolean {
    let isWhole = true;
    this.#pieces.clear();
    for (const { number, seconds, source, data } of events) {
      if (number <= this.#position.number) continue;
      if (number !== this.#position.number + 1) {
        this.#events = [];
        isWhole = false;
      }
      this.#position = { number, seconds };
      const chunk = chunkOf(eventText(this.#position, source, data));
      this.#events.push({ number, seconds, source, chunk });
    }
    if (this.#events.length > 2 * maxReplayed) this.#events = this.#events.slice(-maxReplayed);
    return isWhole;
  }

  /** Events after a number that is in the log or right before it, oldest first. */
  after(number: number): readonly LoggedEvent[] {
    const first = this.#events[0]?.number ?? this.#position.number + 1;
    const from = Math.max(0, number + 1 - first);
    return from === 0 ? this.#events : this.#events.slice(from);
  }

  /** The same events as few pieces, each of whole events. */
  piecesAfter(number: number): readonly StreamChunk[] {
    const events = this.after(number);
    if (events.length <= 1) return events.map(({ chunk }) => chunk);
    const first = events[0].number;
    const made =
      this.#pieces.get(first) ??
      joined(
        events.map(({ chunk }) => chunk),
        pieceBytes,
      );
    if (this.#pieces.size === maxJoined) this.#pieces.clear();
    this.#pieces.set(first, made);
    return made;
  }

  /** Whether everything after this position can still be replayed. */
  canResume(position: StreamPosition, now: Date): boolean {
    const { number, seconds } = position;
    if (number > this.#position.number) return false;
    const first = this.#events[0]?.number ?? this.#position.number + 1;
    if (number < first - 1) return false;
    if (number >= first && this.#events[number - first].seconds !== seconds) return false; // of another database
    if (number === this.#position.number && this.#position.seconds !== seconds) return false;
    const missed = this.after(number);
    if (missed.length > maxReplayed) return false;
    // By the seconds of its id, which never fall: who has published it may have a clock that is behind.
    return missed.length === 0 || 1000 * missed[0].seconds >= now.getTime() - replayedMs;
  }
}
