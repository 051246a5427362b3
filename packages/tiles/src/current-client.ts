import { AsyncLocalStorage } from 'node:async_hooks';

/** The client whose request is being served: its address. Work that is shared belongs to the client that began it. */
export const currentClient = new AsyncLocalStorage<string>();
