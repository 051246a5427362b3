import { StartError } from './errors.ts';
import { withFormerSettings } from './former-settings.ts';
import { withPreset } from './presets.ts';
import { withFiles } from './setting-files.ts';
import { problemsOfS3, s3Settings } from './s3-settings.ts';
import { isAddress, maskSecrets, rememberSecrets, secretForms } from './secrets.ts';
import {
  addresses,
  flag,
  names,
  number,
  oneOf,
  optionalTime,
  pattern,
  secret,
  servers,
  text,
  url,
  whole,
  type Setting,
} from './setting-kinds.ts';

/** Every setting of every process, in the order of docs/operating.md. */
export const settingsTable = {
  port: whole('PORT', 8080, 0, 65535, 'Public port; 0 selects a free port.'),
  host: text('HOST', '127.0.0.1', 'Address to listen on.'),
  opsPort: whole('OPS_PORT', 9464, 0, 65535, 'Private port of /healthz, /readyz and /metrics; 0 selects a free port.'),
  opsHost: text('OPS_HOST', '127.0.0.1', 'Address that OPS_PORT listens on; never one that clients reach.'),
  dataDir: text('DATA_DIR', './data', 'Directory of the embedded database and of the file object store.'),
  databaseUrl: url(
    'DATABASE_URL',
    '',
    ['postgres:', 'postgresql:'],
    'PostgreSQL database with PostGIS; empty: the embedded database.',
  ),
  databasePooler: flag('DATABASE_POOLER', false, 'Whether DATABASE_URL leads to PgBouncer in transaction mode.'),
  databaseReadUrl: url(
    'DATABASE_READ_URL',
    '',
    ['postgres:', 'postgresql:'],
    'Streaming replica of it, from which lists are read; empty: none.',
  ),
  redisUrl: url(
    'REDIS_URL',
    '',
    ['redis:', 'rediss:'],
    'Redis for the job queue, events and rate limits; empty: in memory of the process.',
  ),
  redisSentinels: servers(
    'REDIS_SENTINELS',
    'Sentinels, as host:port with commas between them: they name the server, in place of the host in REDIS_URL. Empty: none.',
  ),
  redisSentinelName: text('REDIS_SENTINEL_NAME', 'mymaster', 'Name by which the Sentinels know the server.'),
  redisSentinelPassword: secret('REDIS_SENTINEL_PASSWORD', 'Password of the Sentinels; empty: none.'),
  redisCluster: servers(
    'REDIS_CLUSTER',
    'Nodes of a Redis Cluster, as host:port with commas between them, in place of the host in REDIS_URL. Empty: none.',
  ),
  redisTlsCa: secret(
    'REDIS_TLS_CA',
    'Certificates (PEM) that vouch for Redis behind a `rediss://` address, best as REDIS_TLS_CA_FILE; empty: those of Node.',
  ),
  ...s3Settings,
  publicUrl: url(
    'PUBLIC_URL',
    '',
    ['http:', 'https:'],
    'Base URL of links; empty: the address of the listener, on all addresses that of each request.',
  ),
  basemapUrl: url(
    'BASEMAP_URL',
    '',
    ['http:', 'https:'],
    'PMTiles archive of the base map, in the layers of Protomaps; empty: the one that is part of the pages.',
  ),
  trustProxy: whole('TRUST_PROXY', 0, 0, 16, 'Number of trusted proxies in front of the service.'),
  rateLimitTiles: oneOf(
    'RATE_LIMIT_TILES',
    'count',
    ['count', 'separate', 'exempt'] as const,
    'Rate limit of tile requests: shared with other requests, separate, or none.',
  ),
  rateLimitAnonymous: whole(
    'RATE_LIMIT_ANONYMOUS',
    300,
    1,
    1e9,
    'Requests per minute without an API key, per client address.',
  ),
  streamMaxPerIp: whole('STREAM_MAX_PER_IP', 0, 0, 1e6, 'Open live streams per client address; 0: no limit.'),
  drainSeconds: number(
    'DRAIN_SECONDS',
    5,
    0,
    600,
    'Time between a signal to stop and the closing of the port, in which requests are still answered; 0 with --demo.',
  ),
  rateLimitKey: whole('RATE_LIMIT_KEY', 3000, 1, 1e9, 'Requests per minute for one API key.'),
  smtpUrl: url(
    'SMTP_URL',
    '',
    ['smtp:', 'smtps:'],
    'Mail server, with user and password; empty: mails are written to files in the folder `outbox` of DATA_DIR.',
  ),
  mailFrom: text('MAIL_FROM', '', 'Sender of mails; empty: no-reply at the host of PUBLIC_URL.'),
  adminEmail: text('ADMIN_EMAIL', '', 'E-mail address of an administrator, who is created at start if there is none.'),
  adminPassword: secret('ADMIN_PASSWORD', 'First password of that administrator, of 8 to 128 characters.'),
  passwordBlocklist: flag(
    'PASSWORD_BLOCKLIST',
    true,
    'Refuses new passwords that are among the 49,000 most common ones.',
  ),
  maxKeys: whole('MAX_KEYS', 10, 0, 1e6, 'Active API keys per account.'),
  providers: url(
    'PROVIDERS',
    '',
    ['http:', 'https:'],
    'Base URL that replaces all providers, as <base>/<host>/<path>; empty: the real providers.',
  ),
  sources: names(
    'SOURCES',
    'home, standard or all, or ids of sources and feeds with commas between them; default: standard. A preset sets further defaults.',
  ),
  providerHosts: addresses(
    'PROVIDER_HOSTS',
    'Mirrors of single providers, as host=url with commas between them; they may be private addresses.',
  ),
  contact: pattern(
    'CONTACT',
    '',
    /^[\x21-\x27\x2a-\x7e]{3,200}$/,
    'an address or URL of 3 to 200 characters without spaces and parentheses',
    'E-mail address or URL under which providers reach the operator; part of the User-Agent.',
  ),
  maxLocations: whole('MAX_LOCATIONS', 50, 0, 1e6, 'Saved locations per account.'),
  maxWebhooks: whole('MAX_WEBHOOKS', 20, 0, 1e6, 'Webhooks per account.'),
  webhookAllowPrivate: flag(
    'WEBHOOK_ALLOW_PRIVATE',
    false,
    'Permits webhooks at private and loopback addresses; for tests only.',
  ),
  clock: optionalTime(
    'SEVERE_CLOCK',
    'Time at start; the clock runs on from there, and every response is marked as a replay.',
  ),
  simulatedFrom: optionalTime(
    'SEVERE_SIMULATED_FROM',
    'Start of some minutes whose values all large simulated files have, at times of their own; for tests only.',
  ),
  failpoint: pattern(
    'SEVERE_FAILPOINT',
    '',
    /^[a-z][a-z0-9.-]*(:\d+)?$/,
    'name[:count]',
    'Kills the process at the named point; for tests only.',
  ),
  logLevel: oneOf(
    'LOG_LEVEL',
    'info',
    ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const,
    'Log level.',
  ),
  frameRetentionHours: number(
    'FRAME_RETENTION_HOURS',
    3,
    3,
    8760,
    'Retention of radar frames, counted back from the newest; /radar/frames offers up to 3 hours.',
  ),
  satellite: oneOf(
    'SATELLITE',
    'east',
    ['east', 'west'] as const,
    'Satellite of the imagery: GOES-East (continent and Atlantic) or GOES-West (Pacific).',
  ),
  satelliteProducts: names(
    'SATELLITE_PRODUCTS',
    'Satellite products to make; empty: all. Products of one band take a fifteenth of the bytes.',
  ),
  models: names('MODELS', 'Models to fetch: hrrr, rrfs, or both.', ['hrrr']),
  hrrrFields: names('HRRR_FIELDS', 'HRRR fields to fetch, beside temperature and terrain; empty: all.'),
  hrrrHours: whole('HRRR_HOURS', 48, 1, 48, 'Forecast hours of an HRRR run to fetch.'),
  hrrrEveryHours: whole('HRRR_EVERY_HOURS', 1, 1, 12, 'HRRR runs to fetch: every so many hours, from 00 UTC.'),
  rrfsFields: names('RRFS_FIELDS', 'RRFS fields to fetch, beside temperature and terrain; empty: all.'),
  rrfsHours: whole('RRFS_HOURS', 48, 1, 84, 'Forecast hours of an RRFS run to fetch.'),
  rrfsEveryHours: whole('RRFS_EVERY_HOURS', 3, 3, 12, 'RRFS runs to fetch: every so many hours, from 00 UTC.'),
  satelliteRetentionHours: number(
    'SATELLITE_RETENTION_HOURS',
    6,
    1,
    8760,
    'Retention of satellite frames, counted back from the newest; /satellite/frames offers up to 6 hours.',
  ),
  nexradSites: pattern(
    'NEXRAD_SITES',
    'KTLX,KINX,KICT,KFWS',
    /^(all|[A-Za-z]{4}(,[A-Za-z]{4})*)$/,
    'all, or names of four letters with commas between them',
    'Radar sites to process, or all; one volume takes about 0.5 s of CPU time and 4 MB.',
  ),
  nexradRetentionHours: number(
    'NEXRAD_RETENTION_HOURS',
    1,
    0.5,
    8760,
    'Retention of single-site radar volumes, counted back from the newest of the site.',
  ),
  modelRunsKept: whole('MODEL_RUNS_KEPT', 3, 1, 48, 'Number of model runs to retain.'),
  nowcast: flag('NOWCAST', true, 'Whether the radar mosaics are extrapolated over the next hour.'),
  rasterThreads: whole(
    'RASTER_THREADS',
    0,
    0,
    64,
    'Number of threads that render frames; 0: number of processors minus one.',
  ),
  cacheMb: whole('CACHE_MB', 512, 64, 262144, 'Memory of all caches of a process, in MB.'),
  unsentMb: whole(
    'UNSENT_MB',
    64,
    1,
    65536,
    'Bytes that wait for clients that read slowly, in MB; beyond it the oldest connections are cut.',
  ),
  alertRetentionDays: whole('ALERT_RETENTION_DAYS', 365, 1, 36500, 'Retention of alerts after they end.'),
  reportRetentionDays: whole('REPORT_RETENTION_DAYS', 1095, 1, 36500, 'Retention of storm reports.'),
  textRetentionDays: whole(
    'TEXT_RETENTION_DAYS',
    7,
    1,
    36500,
    'Retention of forecast discussions and hazardous weather outlooks.',
  ),
  pastRetentionDays: whole(
    'PAST_RETENTION_DAYS',
    30,
    1,
    36500,
    'Retention of earlier states of alerts, reports and other records, for `as_of`.',
  ),
  soundingRetentionDays: whole('SOUNDING_RETENTION_DAYS', 30, 1, 36500, 'Retention of soundings.'),
  lightningRetentionHours: number(
    'LIGHTNING_RETENTION_HOURS',
    6,
    3,
    8760,
    'Retention of lightning flashes; /lightning offers up to 3 hours.',
  ),
  observationRetentionHours: number(
    'OBSERVATION_RETENTION_HOURS',
    72,
    3,
    8760,
    'Retention of surface observations; about 10,000 arrive per hour.',
  ),
  usgsService: oneOf(
    'USGS_SERVICE',
    'latest-continuous',
    ['latest-continuous', 'instantaneous'] as const,
    'USGS service for river gauges that is asked first; the other one stands in. The instantaneous service ends on 22 February 2027.',
  ),
  usgsApiKey: secret('USGS_API_KEY', 'API key of api.waterdata.usgs.gov, which raises its limit. Empty: none.'),
  synopticToken: secret(
    'SYNOPTIC_TOKEN',
    'API token of Synoptic Data, for mesonet observations; check the terms before you redistribute them. Empty: none.',
  ),
  mpingKey: secret(
    'MPING_KEY',
    'API key of mPING, for reports from the public; redistribution needs an agreement with mPING. Empty: none.',
  ),
  spotterNetworkId: secret(
    'SPOTTER_NETWORK_ID',
    'Application ID of the Spotter Network, for reports from its members; its terms apply. Empty: none.',
  ),
} satisfies Record<string, Setting<unknown>>;

type Table = typeof settingsTable;
export type Settings = Readonly<{ [K in keyof Table]: Table[K] extends Setting<infer T> ? T : never }>;

/**
 * Reads all settings, secrets also from the files that `NAME_FILE` names. An empty variable counts as absent.
 *
 * @throws {StartError} with all invalid values
 */
export function loadSettings(env: Record<string, string | undefined>): Settings {
  const secrets = Object.values<Setting<unknown>>(settingsTable).filter((setting) => setting.secret);
  const { variables: read, problems } = withFiles(
    env,
    secrets.map((setting) => setting.env),
  );
  const variables = withFormerSettings(withPreset(read));
  const entries = Object.entries(settingsTable as Record<string, Setting<unknown>>).map(([name, setting]) => {
    const given = variables[setting.env];
    if (given === undefined || given === '') return [name, setting.default];
    if (setting.secret) rememberSecrets(secretForms(given));
    const result = setting.read(given);
    if ('problem' in result) problems.push(`${setting.env} ${result.problem}, got ${found(setting, given)}`);
    return [name, 'value' in result ? result.value : setting.default];
  });
  const settings = Object.fromEntries(entries) as Settings;
  problems.push(...problemsOfS3(settings));
  if (Boolean(settings.adminEmail) !== Boolean(settings.adminPassword)) {
    problems.push('ADMIN_EMAIL and ADMIN_PASSWORD need each other');
  }
  const others = [settings.redisSentinels, settings.redisCluster].filter(({ length }) => length > 0).length;
  if (others > 1) problems.push('REDIS_SENTINELS and REDIS_CLUSTER exclude each other');
  if (others > 0 && !settings.redisUrl) {
    problems.push('REDIS_SENTINELS and REDIS_CLUSTER need REDIS_URL, such as redis://:password@redis');
  }
  if (problems.length > 0) throw new StartError(`Invalid settings:\n${problems.map((p) => `  ${p}`).join('\n')}`);
  return Object.freeze(settings);
}

/** An invalid value in a message. What may have a password and is no address is not shown: it can be anywhere. */
function found({ secret: isSecret }: Setting<unknown>, given: string): string {
  if (isSecret && given.includes('@') && !isAddress(given)) {
    return `a text of ${given.length} characters that is no address`;
  }
  return JSON.stringify(maskSecrets(given));
}
