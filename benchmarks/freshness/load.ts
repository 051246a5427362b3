import { followedKinds, type FollowedKind } from './truth.ts';

/** How much of the nation is measured, and for how long. */
export interface Load {
  /** Length of the measurement. What appears within it counts. */
  minutes: number;
  /** Longest wait for what the service catches up with at its start. */
  warmMinutes: number;
  /** It has caught up when no frame has waited for so long. */
  quietSeconds: number;
  /** Longest wait, after the measurement, for what has appeared within it. */
  graceSeconds: number;
  /** Age of the oldest files that the providers have, from the beginning of what they measure: a volume appears five minutes later. */
  backlogMinutes: number;
  /** Settings of the service, beside those that make it measurable. */
  settings: Record<string, string>;
  /** What is followed from its appearance on. */
  kinds: readonly FollowedKind[];
  /** Radars whose volumes all radars send. */
  measuredBy: string[];
  /** Whether the large files are made before the service starts. */
  isPrepared: boolean;
}

/** Eight radars of the plains, near the simulated storms and beside them. */
const measuredBy = ['KTLX', 'KINX', 'KICT', 'KVNX', 'KDDC', 'KOAX', 'KLZK', 'KSGF'];

/** With some token, the simulated providers answer what they would answer a customer. */
const tokens = { SYNOPTIC_TOKEN: 'simulated', MPING_KEY: 'simulated', SPOTTER_NETWORK_ID: 'simulated' };

/** Everything that `severe start` follows by default, with all radars in place of four. */
export const national: Load = {
  minutes: Number(process.env.FRESHNESS_MINUTES || 30),
  warmMinutes: Number(process.env.FRESHNESS_WARM_MINUTES || 20),
  quietSeconds: 60,
  graceSeconds: 180,
  backlogMinutes: 12,
  settings: { ...tokens, NEXRAD_SITES: process.env.FRESHNESS_SITES || 'all' },
  kinds: followedKinds,
  measuredBy,
  isPrepared: true,
};

/** The shortest form: a few sources, in some forty seconds. */
export const shortest: Load = {
  minutes: 40 / 60,
  warmMinutes: 1,
  quietSeconds: 5,
  graceSeconds: 120, // of a busy machine
  backlogMinutes: 4,
  settings: { SOURCES: 'alerts,radar,lightning,nexrad', NEXRAD_SITES: 'KTLX,KICT', NOWCAST: 'false' },
  kinds: ['mosaic', 'site radar', 'lightning', 'alerts'],
  measuredBy: ['KTLX'],
  isPrepared: false,
};
