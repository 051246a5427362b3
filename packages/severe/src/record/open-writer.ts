import { settingsTable, type Clock, type Log, type Settings } from '@severe/base';
import { createWriter, redacted, type RecordingWriter } from '@severe/recording';

/** Where a service records. */
export interface RecordOptions {
  dir: string;
  /** Limit of the folder, in bytes. */
  maxBytes: number;
  /** Whether the service does nothing else; then frames are not made. */
  only?: boolean;
}

/** Settings on which the requests of feeds depend. */
const deciding = [
  'sources',
  'nexradSites',
  'satellite',
  'satelliteProducts',
  'models',
  'hrrrFields',
  'hrrrHours',
  'hrrrEveryHours',
  'rrfsFields',
  'rrfsHours',
  'rrfsEveryHours',
  'usgsService',
] as const;
/** Those that are secret. Their presence decides whether a feed runs. */
const secret = ['usgsApiKey', 'synopticToken', 'mpingKey', 'spotterNetworkId'] as const;

/** Opens the recording of a service. @throws {StartError} as `createWriter` */
export function openWriter(
  { dir, maxBytes }: RecordOptions,
  { settings, clock, log, simulated }: { settings: Settings; clock: Clock; log: Log; simulated: boolean },
): Promise<RecordingWriter> {
  const named = [
    ...deciding.map((name) => [settingsTable[name].env, String(settings[name])]),
    ...secret.map((name) => [settingsTable[name].env, settings[name] ? redacted : '']),
  ];
  const of = { simulated, settings: Object.fromEntries(named) as Record<string, string> };
  const secrets = secret.map((name) => settings[name]).filter((text) => text !== '');
  return createWriter({ dir, of, maxBytes, secrets, clock, log });
}
