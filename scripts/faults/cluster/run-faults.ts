import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@severe/testing/until';
import type { Role } from 'severe/roles';
import { isReady } from '../../support/service-process.ts';
import { problemsOf } from './check-history.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { faultsOf, type Fault, type Scene } from './faults.ts';
import { emptyHistory, type History, type Problem } from './history.ts';
import { startListeners } from './listeners.ts';
import { missingFrames } from './missing-frames.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { startReaders, type Readers } from './readers.ts';

export interface RunOptions {
  folder: string;
  /** Roles of the processes, of each of which there are two. */
  groups: readonly (readonly Role[])[];
  /** Ids of faults; default: all. */
  only?: readonly string[] | undefined;
}

/** What clients saw of a fault, until all was well again. */
export interface Round {
  about: string;
  /** Why it was not caused. */
  skipped?: string | undefined;
  answered: number;
  /** Answered with 503 and a time, as the fault excuses. */
  refused: number;
  p99Ms: number;
  /** Until every process was ready and every request was answered, and until all streams had a new event; undefined if never. */
  wellAfterMs: number | undefined;
  heardAfterMs: number | undefined;
  problems: Problem[];
}

/** What clients saw in all rounds. */
export interface Whole {
  history: History;
  problems: Problem[];
  /** Times of frames that were not made, though the provider had them. */
  missingFrames: string[];
  /** Whether all clients of the stream have had the last event. */
  areLevel: boolean;
}

const clients = 4;
/** A new webhook has its first message after ten seconds: the fault comes before. */
const leadMs = 5_000;
/** Longest recovery. */
export const mostMs = 60_000;
/** A replica that has missed an announcement looks for itself after 15 s; without a fault there is none to miss. */
const behindMs = { calm: 3_000, fault: 20_000 };

/** Causes faults one after another under load, each until all is well again. */
export async function runFaults({ folder, groups, only }: RunOptions, onRound: (round: Round) => void): Promise<Whole> {
  const faults = chosen(faultsOf(groups), only);
  process.setMaxListeners(100); // each process and store ends with this one
  const history = emptyHistory();
  const receiver = await openReceiver(folder, history);
  const closings: (() => Promise<void>)[] = [() => receiver.close()];
  try {
    const cluster = await startCluster({ folder, groups, env: receiver.env });
    const readers = startReaders(cluster.url, history, clients);
    const listeners = startListeners(cluster.url, history, clients);
    closings.unshift(
      () => readers.stop(),
      () => listeners.stop(),
      () => cluster.close(),
    );
    await until(() => readers.areAnswered(), { withinMs: 600_000, everyMs: 1000 });
    await receiver.join(cluster.url);
    const from = Date.now();
    const scene = { cluster, listeners };
    for (const fault of faults) onRound(await runRound(fault, { scene, history, receiver, readers }));
    await readers.stop();
    await timeUntil(() => hasAll(history), 2 * mostMs);
    const areLevel = (await timeUntil(() => listeners.areLevel(), mostMs)) !== undefined;
    await listeners.stop();
    let missing: string[] = [];
    await timeUntil(async () => (missing = await missingFrames(cluster.url, from)).length === 0, 2 * mostMs);
    return { history, problems: problemsSince(from, history, behindMs.fault), missingFrames: missing, areLevel };
  } finally {
    for (const close of closings) await close();
  }
}

/** @throws {Error} for an id that no fault has */
function chosen(faults: Record<string, Fault>, only: readonly string[] = Object.keys(faults)): Fault[] {
  const unknown = only.filter((id) => !Object.hasOwn(faults, id));
  if (unknown.length > 0)
    throw new Error(`no fault ${unknown.join(', ')}; there are ${Object.keys(faults).join(', ')}`);
  return only.map((id) => faults[id]);
}

interface Observers {
  scene: Scene;
  history: History;
  receiver: Receiver;
  readers: Readers;
}

async function runRound(fault: Fault, { scene, history, receiver, readers }: Observers): Promise<Round> {
  const { excuses = [] } = fault;
  const about = fault.aboutHere?.(scene) ?? fault.about;
  const skipped = fault.missing?.(scene);
  const nothing = { answered: 0, refused: 0, p99Ms: 0, wellAfterMs: undefined, heardAfterMs: undefined, problems: [] };
  if (skipped !== undefined) return { about, skipped, ...nothing };

  const webhook = await receiver.register();
  await pause(leadMs);
  const from = Date.now();
  const seenBefore = history.seen.length;
  readers.excuse(excuses);
  await fault.cause(scene);
  const [endedAt, end] = [Date.now(), performance.now()];
  const isWell = async (): Promise<boolean> => (await areReady(scene.cluster)) && readers.areAnswered();
  const wellAfterMs = await timeUntil(isWell, mostMs, end);
  readers.excuse([]);
  const heardAfterMs = await timeUntil(() => scene.listeners.haveHeardSince(endedAt), mostMs, end);
  if (wellAfterMs !== undefined) await receiver.owe(webhook);
  const seen = history.seen.slice(seenBefore);
  const times = seen.map(({ tookMs }) => tookMs).sort((one, other) => one - other);
  return {
    about,
    answered: seen.filter(({ status }) => status === 200).length,
    refused: seen.filter(({ status, mayBeRefused }) => status === 503 && mayBeRefused).length,
    p99Ms: Math.round(times[Math.floor(times.length * 0.99)] ?? 0),
    wellAfterMs,
    heardAfterMs,
    problems: problemsSince(from, { ...history, owed: [] }, fault.isNone ? behindMs.calm : behindMs.fault),
  };
}

async function areReady({ members }: Cluster): Promise<boolean> {
  return (await Promise.all(members.map(({ process }) => isReady(process.opsUrl)))).every(Boolean);
}

function problemsSince(from: number, history: History, mostBehindMs: number): Problem[] {
  return problemsOf(history, { behindMs: mostBehindMs }).filter(({ at }) => at >= from);
}

function hasAll({ delivered, owed }: History): boolean {
  const arrived = new Set(delivered.map(({ webhook, alert }) => `${webhook} ${alert}`));
  return owed.every(({ webhook, alert }) => arrived.has(`${webhook} ${alert}`));
}

/** Milliseconds from a moment until something holds; undefined if it does not within the time. */
async function timeUntil(
  holds: () => boolean | Promise<boolean>,
  withinMs: number,
  begun = performance.now(),
): Promise<number | undefined> {
  const isTrue = await until(holds, { withinMs, everyMs: 250 }).catch(() => false);
  return isTrue ? performance.now() - begun : undefined;
}
