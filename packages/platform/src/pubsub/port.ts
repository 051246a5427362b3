/** Tells every process that listens now. Messages are JSON; who is away misses them and catches up from the rows. */
export interface Pubsub {
  publish(channel: string, message: object): Promise<void>;
  /** Gives back the function that ends the subscription. A listener that throws is logged and harms nobody else. */
  subscribe<T extends object>(channel: string, listener: (message: T) => void): Promise<() => Promise<void>>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
