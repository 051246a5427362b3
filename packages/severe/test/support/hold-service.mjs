// Loaded before the command: the service is not loaded before the file HOLD_SERVICE is removed.
import { existsSync } from 'node:fs';
import { register } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) register(import.meta.url); // it runs again in the thread of the hooks

/** @see https://nodejs.org/api/module.html#loadurl-context-nextload */
export async function load(url, context, nextLoad) {
  if (/\/severe\/src\/service\.ts/.test(url)) while (existsSync(process.env.HOLD_SERVICE)) await pause(20);
  return nextLoad(url, context);
}
