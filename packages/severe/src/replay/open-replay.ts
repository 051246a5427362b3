import { createReplayClock, settingsTable, StartError, type Settings } from '@severe/base';
import type { Replay } from '@severe/ingest';
import type { Recording } from '@severe/recording';
import { allRoles, type Role } from '../roles.ts';
import type { Period } from './period.ts';

/** What `severe start` is told about a replay. */
export interface ReplayRequest {
  period: Period;
  speed: number;
  /** Folder of a recording; default: the simulated storm day. */
  dir?: string | undefined;
  roles: Role[];
  live: boolean;
}

/** What a replay needs of the start of a service. */
export interface OpenedReplay {
  replay: Replay;
  simulated: boolean;
  /** Environment variables with the settings of the recording. */
  env: Record<string, string>;
}

/**
 * Opens what a replay plays.
 *
 * @throws {StartError} the options contradict each other or the settings, the recording cannot be read, or it does not
 *   have the period
 */
export async function openReplay(request: ReplayRequest, settings: Settings): Promise<OpenedReplay> {
  const { dir, live, roles, speed } = request;
  if (settings.clock) throw new StartError('SEVERE_CLOCK and --replay exclude each other: a replay sets the clock');
  if (settings.providers)
    throw new StartError('PROVIDERS and --replay exclude each other; name recorded answers with --recording');
  if (roles.length < allRoles.length)
    throw new StartError('--roles and --replay exclude each other: the roles of a replay share one clock');
  for (const name of ['databaseUrl', 'redisUrl', 's3Endpoint'] as const) {
    if (!settings[name]) continue;
    const { env } = settingsTable[name];
    throw new StartError(
      `${env} and --replay exclude each other: a replay keeps its data apart from those of a service`,
    );
  }
  if (!dir && live)
    throw new StartError('--live and --replay need --recording: the real providers know the present only');
  if (!dir) {
    const { from, to } = request.period;
    if (!from || !to)
      throw new StartError('--replay needs both times of FROM..TO, unless --recording names a recording');
    return { simulated: true, replay: { clock: createReplayClock({ from, to, speed }) }, env: {} };
  }
  const { openRecording } = await import('@severe/recording'); // loaded on demand
  const recording = await openRecording(dir);
  if (live && recording.of.simulated) throw new StartError(`--live: ${dir} holds answers of simulated providers`);
  const clock = createReplayClock({ ...periodIn(recording, request.period), speed });
  return { simulated: recording.of.simulated, replay: { clock, recording }, env: recording.of.settings };
}

function periodIn(
  recording: Recording,
  { from = recording.from, to = recording.to }: Period,
): { from: Date; to: Date } {
  if (from < to && from >= recording.from && to <= recording.to) return { from, to };
  const [first, last] = [recording.from, recording.to].map((at) => at.toISOString());
  throw new StartError(
    `the recording has ${first}..${last}, --replay names ${from.toISOString()}..${to.toISOString()}`,
  );
}
