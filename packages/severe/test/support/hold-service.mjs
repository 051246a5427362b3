// Loaded before the command: the service is not loaded before the file HOLD_SERVICE is removed.
import * as modules from 'node:module';
import { isMainThread } from 'node:worker_threads';

const ofService = /\/severe\/(?:src|dist)\/service\.[jt]s$/;

/** A module that waits in its own code: hooks of newer versions of Node are called synchronously. */
const waiting = (url) => `
  import { existsSync } from 'node:fs';
  import { setTimeout as pause } from 'node:timers/promises';
  while (existsSync(process.env.HOLD_SERVICE)) await pause(20);
  export const { startService } = await import('${url}?held');`;

/** @see https://nodejs.org/api/module.html#loadurl-context-nextload */
export function load(url, context, nextLoad) {
  if (!ofService.test(url)) return nextLoad(url, context);
  return { format: 'module', shortCircuit: true, source: waiting(url) };
}

if (modules.registerHooks) modules.registerHooks({ load });
else if (isMainThread) modules.register(import.meta.url); // Node 20 has no other: it runs again in the thread of the hooks
