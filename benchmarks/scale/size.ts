import { arrivalsOf, type Arrival, type Crowd } from './arrivals.ts';
import type { Habit } from './habits.ts';
import { simulateServers, type Recurring, type ServersResult } from './servers.ts';

/** Processes may be busy for this share of the time: the rest is for a lost replica, and for worse days. */
const mostBusy = 0.6;
/** One may be lost. */
const fewest = 2;

/** The processes of a role that maps of a number need. */
export interface RoleSize extends ServersResult {
  processes: number;
  /** Requests a second that reach the role. */
  perSecond: number;
}

/** @param recurring work beside requests, of all processes together @param least processes that are needed in any case */
export function sizeRole(
  arrivals: readonly Arrival[],
  seconds: number,
  recurring: Recurring = { everySeconds: 1, cpuMs: 0 },
  least = 0,
): RoleSize {
  const cpuMs =
    arrivals.reduce((sum, each) => sum + each.cpuMs, 0) + (recurring.cpuMs * seconds) / recurring.everySeconds;
  const processes = Math.max(fewest, least, Math.ceil(cpuMs / (1000 * seconds) / mostBusy));
  const ofEach = { ...recurring, cpuMs: recurring.cpuMs / processes };
  const result = simulateServers(arrivals, { processes, seconds, recurring: ofEach });
  return { ...result, processes, perSecond: arrivals.length / seconds };
}

/** What reaches the servers of a role. */
export function arrivalsAt(role: Habit['role'], habits: readonly Habit[], crowd: Crowd): Arrival[] {
  const arrivals: Arrival[] = [];
  for (const habit of habits.filter((each) => each.role === role)) {
    for (const arrival of arrivalsOf(habit, crowd)) arrivals.push(arrival);
  }
  return arrivals;
}
