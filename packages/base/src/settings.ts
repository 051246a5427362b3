import { parseTime } from './clock.ts';
import { StartError } from './errors.ts';

/** A setting: where it comes from, what it is when absent, and one sentence for the README. */
interface Setting<T> {
  env: string;
  default: T;
  about: string;
  /** The value of a text, or a sentence that says what was needed. */
  read: (text: string) => { value: T } | { problem: string };
}

const text = (env: string, value: string, about: string): Setting<string> => ({
  env,
  default: value,
  about,
  read: (given) => ({ value: given }),
});

const url = (env: string, value: string, protocols: string[], about: string): Setting<string> => ({
  env,
  default: value,
  about,
  read: (given) => {
    const parsed = URL.canParse(given) ? new URL(given) : undefined;
    return parsed && protocols.includes(parsed.protocol)
      ? { value: given.replace(/\/+$/, '') }
      : { problem: `needs a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}` };
  },
});

const number = (env: string, value: number, min: number, max: number, about: string): Setting<number> => ({
  env,
  default: value,
  about,
  read: (given) => {
    const parsed = /^-?\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN;
    return parsed >= min && parsed <= max ? { value: parsed } : { problem: `needs a number from ${min} to ${max}` };
  },
});

const whole = (env: string, value: number, min: number, max: number, about: string): Setting<number> => ({
  env,
  default: value,
  about,
  read: (given) => {
    const parsed = /^\d+$/.test(given) ? Number(given) : Number.NaN;
    return parsed >= min && parsed <= max
      ? { value: parsed }
      : { problem: `needs a whole number from ${min} to ${max}` };
  },
});

const oneOf = <T extends string>(env: string, value: T, choices: readonly T[], about: string): Setting<T> => ({
  env,
  default: value,
  about,
  read: (given) =>
    choices.includes(given as T) ? { value: given as T } : { problem: `needs one of ${choices.join(', ')}` },
});

const optionalTime = (env: string, about: string): Setting<Date | undefined> => ({
  env,
  default: undefined,
  about,
  read: (given) => {
    const at = parseTime(given);
    return at ? { value: at } : { problem: 'needs an ISO 8601 time' };
  },
});

const pattern = (env: string, value: string, form: RegExp, needed: string, about: string): Setting<string> => ({
  env,
  default: value,
  about,
  read: (given) => (form.test(given) ? { value: given } : { problem: `needs ${needed}` }),
});

/** Every setting of every process, in the order in which the README lists them. */
export const settingsTable = {
  port: whole('PORT', 8080, 0, 65535, 'Public port; 0 takes a free one.'),
  host: text('HOST', '127.0.0.1', 'Address to listen on.'),
  opsPort: whole('OPS_PORT', 9464, 0, 65535, 'Private port of /healthz, /readyz and /metrics; 0 takes a free one.'),
  dataDir: text('DATA_DIR', './data', 'Where the embedded database and the file object store keep their files.'),
  databaseUrl: url(
    'DATABASE_URL',
    '',
    ['postgres:', 'postgresql:'],
    'PostgreSQL with PostGIS; empty: the embedded one.',
  ),
  redisUrl: url('REDIS_URL', '', ['redis:', 'rediss:'], 'Redis for queue, cache and events; empty: in-process.'),
  s3Endpoint: url('S3_ENDPOINT', '', ['http:', 'https:'], 'S3 or MinIO; empty: files under DATA_DIR.'),
  s3Bucket: text('S3_BUCKET', 'severe', 'Bucket; made at start when it is absent.'),
  s3AccessKey: text('S3_ACCESS_KEY', '', 'Access key.'),
  s3SecretKey: text('S3_SECRET_KEY', '', 'Secret key.'),
  s3Region: text('S3_REGION', 'us-east-1', 'Region.'),
  publicUrl: url('PUBLIC_URL', '', ['http:', 'https:'], 'Address in links of answers; empty: the address listened on.'),
  trustProxy: whole('TRUST_PROXY', 0, 0, 16, 'Hops of X-Forwarded-For that are ours.'),
  rateLimitTiles: oneOf('RATE_LIMIT_TILES', 'count', ['count', 'separate', 'exempt'] as const, 'How tiles count.'),
  rateLimitAnonymous: whole('RATE_LIMIT_ANONYMOUS', 300, 1, 1e9, 'Requests a minute without a key, by address.'),
  rateLimitKey: whole('RATE_LIMIT_KEY', 3000, 1, 1e9, 'Requests a minute of a key.'),
  providers: url(
    'PROVIDERS',
    '',
    ['http:', 'https:'],
    'Stands in for every provider, as <base>/<host>/<path>; empty: the real ones.',
  ),
  clock: optionalTime('SEVERE_CLOCK', 'The time the service takes for now at its start; it then runs on.'),
  failpoint: pattern(
    'SEVERE_FAILPOINT',
    '',
    /^[a-z][a-z0-9.-]*(:\d+)?$/,
    'name[:count]',
    'Kills the process at that point; for tests only.',
  ),
  logLevel: oneOf(
    'LOG_LEVEL',
    'info',
    ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const,
    'How much is logged.',
  ),
  frameRetentionHours: number(
    'FRAME_RETENTION_HOURS',
    3,
    3,
    8760,
    'How long radar frames are kept, counted back from the newest; /radar/frames can ask for three hours.',
  ),
  satellite: oneOf(
    'SATELLITE',
    'east',
    ['east', 'west'] as const,
    'Whose pictures are shown: GOES-East over the continent and the Atlantic, or GOES-West over the Pacific.',
  ),
  satelliteRetentionHours: number(
    'SATELLITE_RETENTION_HOURS',
    6,
    1,
    8760,
    'How long satellite frames are kept, counted back from the newest; /satellite/frames can ask for six hours.',
  ),
  nexradSites: pattern(
    'NEXRAD_SITES',
    'KTLX,KINX,KICT,KFWS',
    /^(all|[A-Za-z]{4}(,[A-Za-z]{4})*)$/,
    'all, or names of four letters with commas between them',
    'Radar sites to follow, or all; a volume costs half a second of CPU and some 4 MB.',
  ),
  nexradRetentionHours: number(
    'NEXRAD_RETENTION_HOURS',
    1,
    0.5,
    8760,
    "How long volumes of a single radar are kept, counted back from the site's newest.",
  ),
  modelRunsKept: whole('MODEL_RUNS_KEPT', 3, 1, 48, 'How many model runs are kept.'),
  rasterThreads: whole('RASTER_THREADS', 0, 0, 64, 'Threads that make frames; 0: one less than the processors.'),
  tileCacheMb: whole('TILE_CACHE_MB', 256, 16, 65536, 'Memory for the archives of frames that are being served.'),
  answerCacheMb: whole('ANSWER_CACHE_MB', 64, 1, 65536, 'Memory for answers that are asked for again.'),
  alertRetentionDays: whole('ALERT_RETENTION_DAYS', 365, 1, 36500, 'How long alerts are kept after their end.'),
  reportRetentionDays: whole('REPORT_RETENTION_DAYS', 1095, 1, 36500, 'How long storm reports are kept.'),
  textRetentionDays: whole(
    'TEXT_RETENTION_DAYS',
    7,
    1,
    36500,
    'How long discussions and outlooks of offices are kept.',
  ),
  soundingRetentionDays: whole('SOUNDING_RETENTION_DAYS', 30, 1, 36500, 'How long soundings are kept.'),
  lightningRetentionHours: number(
    'LIGHTNING_RETENTION_HOURS',
    6,
    3,
    8760,
    'How long flashes are kept; /lightning can ask for three hours.',
  ),
  observationRetentionHours: number(
    'OBSERVATION_RETENTION_HOURS',
    72,
    3,
    8760,
    'How long surface observations are kept; each hour has some ten thousand.',
  ),
  usgsService: oneOf(
    'USGS_SERVICE',
    'instantaneous',
    ['instantaneous', 'latest-continuous'] as const,
    'Which service of the Geological Survey rivers are read from: the old one, which tells names, ends in 2027.',
  ),
  synopticToken: text(
    'SYNOPTIC_TOKEN',
    '',
    'Token of Synoptic Data, for its mesonets; their terms say whether you may show them to others. Empty: none.',
  ),
  mpingKey: text(
    'MPING_KEY',
    '',
    'Key of mPING, for reports of the public; its terms ask for an agreement before you show them to others. Empty: none.',
  ),
  spotterNetworkId: text(
    'SPOTTER_NETWORK_ID',
    '',
    'Application id of the Spotter Network, for reports of its members; its terms are yours to keep. Empty: none.',
  ),
  valueCacheMb: whole('VALUE_CACHE_MB', 128, 16, 65536, 'Memory for value files and their opened blocks.'),
} satisfies Record<string, Setting<unknown>>;

type Table = typeof settingsTable;
export type Settings = Readonly<{ [K in keyof Table]: Table[K] extends Setting<infer T> ? T : never }>;

/**
 * Reads every setting once. An empty variable counts as absent.
 *
 * @throws {StartError} naming every wrong value at once
 */
export function loadSettings(env: Record<string, string | undefined>): Settings {
  const problems: string[] = [];
  const entries = Object.entries(settingsTable as Record<string, Setting<unknown>>).map(([name, setting]) => {
    const given = env[setting.env];
    if (given === undefined || given === '') return [name, setting.default];
    const result = setting.read(given);
    if ('problem' in result)
      problems.push(`${setting.env} ${result.problem}, got ${JSON.stringify(withoutPassword(given))}`);
    return [name, 'value' in result ? result.value : setting.default];
  });
  const settings = Object.fromEntries(entries) as Settings;
  if (settings.s3Endpoint && !(settings.s3AccessKey && settings.s3SecretKey)) {
    problems.push('S3_ENDPOINT needs S3_ACCESS_KEY and S3_SECRET_KEY beside it');
  }
  if (problems.length > 0)
    throw new StartError(`These settings are wrong:\n${problems.map((p) => `  ${p}`).join('\n')}`);
  return Object.freeze(settings);
}

/** A mistaken address is shown, and may have a password in it. */
function withoutPassword(given: string): string {
  return given.replace(/(:\/\/[^/@:]*:).*@/, '$1…@');
}
