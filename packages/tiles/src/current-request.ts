import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that is being served. Work that is shared belongs to the client that began it. */
export interface CurrentRequest {
  /** The client that takes a turn in the queue: its address. */
  client: string;
  /** Aborts when nobody waits for the work any more. */
  wanted?: () => AbortSignal;
}

const current = new AsyncLocalStorage<CurrentRequest>();

/** Does the work of a request. */
export function duringRequest<T>(request: CurrentRequest, work: () => T): T {
  return current.run(request, work);
}

/** Does a part of the work that several requests may share: it is wanted as long as `wanted` does not abort. */
export function whileWanted<T>(wanted: AbortSignal, work: () => T): T {
  return current.run({ client: currentClient(), wanted: () => wanted }, work);
}

/** The client whose request is being served; empty for work of the service itself. */
export function currentClient(): string {
  return current.getStore()?.client ?? '';
}

/** Aborts when the current work is not wanted any more; undefined for work of the service itself. */
export function currentlyWanted(): AbortSignal | undefined {
  return current.getStore()?.wanted?.();
}
