/** Announces events to all connected processes. Messages are JSON. A process that misses events reads the database rows. */
export interface Pubsub {
  /** If the event bus is unavailable or closed, that is logged only. */
  announce(channel: string, message: object): Promise<void>;
  /** Returns a function that ends the subscription. An error of a listener is logged and does not affect others. */
  subscribe<T extends object>(channel: string, listener: (message: T) => void): Promise<() => Promise<void>>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
