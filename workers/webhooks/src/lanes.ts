/** A line of webhooks whose receivers take about as long: slow ones never take a place of fast ones. */
export interface Lane {
  /** Mean time of a receiver up to which it is in the lane; undefined if it is not known. */
  upToMs?: number;
  /** Whether a cycle gives its place to others, and ends, when a request is slow: the lane is not for slow receivers. */
  isForFast: boolean;
  /** Cycles at the same time in this process, of one turn and of one host. */
  cycles: number;
  perTurn: number;
  perHost: number;
  /** Requests to one receiver at the same time, when its first one was answered. */
  width: number;
  /** Deliveries in one cycle: then others have a turn. */
  deliveries: number;
  /** Requests at the same time that are young and not recorded: at first, and where many wait while the process is idle. */
  leastYoung: number;
  mostYoung: number;
  /** Pause between two searches for webhooks. */
  searchEveryMs: number;
}

/** By speed; the last one, `newLane`, is for receivers that are not known. The database has the number of the lane. */
export const lanes: readonly Lane[] = [
  {
    upToMs: 1000,
    isForFast: true,
    cycles: 256,
    perTurn: 8,
    perHost: 64,
    width: 4,
    deliveries: 16,
    leastYoung: 8,
    mostYoung: 256,
    searchEveryMs: 20,
  },
  {
    upToMs: 4000,
    isForFast: false,
    cycles: 128,
    perTurn: 8,
    perHost: 32,
    width: 4,
    deliveries: 8,
    leastYoung: 4,
    mostYoung: 32,
    searchEveryMs: 250,
  },
  {
    upToMs: Infinity,
    isForFast: false,
    cycles: 256,
    perTurn: 4,
    perHost: 32,
    width: 2,
    deliveries: 2,
    leastYoung: 4,
    mostYoung: 32,
    searchEveryMs: 250,
  },
  {
    isForFast: true,
    cycles: 64,
    perTurn: 4,
    perHost: 32,
    width: 4,
    deliveries: 16,
    leastYoung: 8,
    mostYoung: 24,
    searchEveryMs: 100,
  },
];

/** Lane of webhooks that fail. */
const failingLane = 2;

/** Part of the newest cycle in the mean: one late answer makes no fast receiver a slow one, one of 14 s does. */
const newestPart = 0.3;

/**
 * The moving mean of the time that a receiver takes.
 *
 * @param before null before its first request
 * @param times  of the requests of a cycle, at least one
 */
export function nextMeanMs(before: number | null, times: readonly number[]): number {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  return before === null ? mean : before + newestPart * (mean - before);
}

/** The lane of a receiver. */
export function laneOf(meanMs: number, hasFailed: boolean): number {
  const bySpeed = lanes.findIndex(({ upToMs }) => upToMs !== undefined && meanMs <= upToMs);
  return hasFailed ? failingLane : bySpeed;
}
