import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadSettings, maskSecrets, settingsTable, StartError } from '../src/index.ts';

describe('settings', () => {
  it('have defaults; an empty variable is unset', () => {
    expect(loadSettings({})).to.deep.include({ port: 8080, host: '127.0.0.1', opsPort: 9464, dataDir: './data' });
    expect(loadSettings({ PORT: '' }).port).to.equal(8080);
  });

  it('are parsed by kind', () => {
    const settings = loadSettings({
      PORT: '0',
      PUBLIC_URL: 'https://wx.example.org/',
      SEVERE_CLOCK: '2026-05-20T22:00Z',
    });
    expect(settings.port).to.equal(0);
    expect(settings.publicUrl).to.equal('https://wx.example.org');
    expect(settings.clock?.toISOString()).to.equal('2026-05-20T22:00:00.000Z');
  });

  it('take the defaults of a preset, and what is given before them', () => {
    const home = loadSettings({ SOURCES: 'home' });
    expect(home.sources).to.include.members(['alerts', 'radar', 'hrrr']).and.not.include('nexrad');
    expect([home.hrrrHours, home.hrrrEveryHours, home.satelliteProducts]).to.deep.equal([18, 3, ['ir']]);
    expect(loadSettings({ SOURCES: 'home', HRRR_HOURS: '6', NEXRAD_SITES: '' }).hrrrHours).to.equal(6);
    expect(loadSettings({ SOURCES: 'all' })).to.deep.include({ sources: [], nexradSites: 'all' });
    for (const given of [{}, { SOURCES: '' }, { SOURCES: 'standard' }])
      expect(loadSettings(given)).to.deep.include({ sources: [], hrrrHours: 48, satelliteProducts: [] });
    expect(loadSettings({ SOURCES: 'alerts, mrms' }).sources).to.deep.equal(['alerts', 'mrms']);
    expect(() => loadSettings({ SOURCES: 'alerts;radar' })).to.throw('SOURCES needs names');
    expect(loadSettings({ SOURCES: 'constructor' }).sources).to.deep.equal(['constructor']);
  });

  it('take the memory of caches from the settings that had it before, unless it is given', () => {
    expect(loadSettings({}).cacheMb).to.equal(512);
    expect(loadSettings({ TILE_CACHE_MB: '1024' }).cacheMb).to.equal(1024 + 192 + 64);
    expect(loadSettings({ TILE_CACHE_MB: '', VALUE_CACHE_MB: '17', ANSWER_CACHE_MB: '1' }).cacheMb).to.equal(283);
    expect(loadSettings({ CACHE_MB: '100', TILE_CACHE_MB: '1024' }).cacheMb).to.equal(100);
    expect(() => loadSettings({ TILE_CACHE_MB: 'much' })).to.throw('CACHE_MB needs');
  });

  it('read mirrors of providers and a contact', () => {
    const mirrors = 'a.example=http://10.0.0.1/a/, b.example=https://mirror.lan';
    expect(loadSettings({ PROVIDER_HOSTS: mirrors }).providerHosts).to.deep.equal({
      'a.example': 'http://10.0.0.1/a',
      'b.example': 'https://mirror.lan',
    });
    for (const wrong of ['a.example', 'a.example=ftp://x', '=https://x', 'a=https://x,'])
      expect(() => loadSettings({ PROVIDER_HOSTS: wrong }), wrong).to.throw('PROVIDER_HOSTS needs host=url');
    expect(loadSettings({ CONTACT: 'ops@a.example' }).contact).to.equal('ops@a.example');
    for (const wrong of ['a b', 'a)b', 'a\nb'])
      expect(() => loadSettings({ CONTACT: wrong })).to.throw('CONTACT needs');
  });

  it('report all errors at once', () => {
    const wrong = {
      PORT: '99999',
      DATABASE_URL: 'mysql://x',
      LOG_LEVEL: 'loud',
      SEVERE_CLOCK: 'noon',
      TRUST_PROXY: '1.5',
    };
    const names = Object.keys(wrong);
    expect(() => loadSettings(wrong))
      .to.throw(StartError)
      .with.property('message')
      .that.satisfies((message: string) => names.every((name) => message.includes(`  ${name} needs`)));
  });

  it('do not reveal the password of an invalid address', () => {
    const said = { DATABASE_URL: 'mysql://me:se@cret@db.example.org/x', REDIS_URL: 'http://:secret@127.0.0.1' };
    expect(() => loadSettings(said))
      .to.throw('got "mysql://me:…@db.example.org/x"')
      .with.property('message')
      .that.includes('got "http://:…@127.0.0.1"')
      .and.not.includes('cret');
  });

  it('do not show what may have a password and is no address', () => {
    const wrong = [
      'me:se@cret@db/x',
      'postgres//me:secret@db/x',
      'postgres://me:secret@db:port/x',
      'postgres:/me:sec/ret@',
      '"me:secret@db',
    ];
    for (const given of wrong) {
      expect(() => loadSettings({ DATABASE_URL: given }), given)
        .to.throw('DATABASE_URL needs a URL')
        .with.property('message')
        .that.does.not.match(/me|cret/);
    }
  });

  it('are secret if they are addresses, passwords, keys or tokens', () => {
    const table = settingsTable as Record<string, { env: string; secret?: boolean; default: unknown }>;
    const open = Object.values(table).filter(({ secret }) => !secret);
    const ofValues = open.filter(({ env }) => !env.endsWith('_FILE'));
    expect(ofValues.filter(({ env }) => /URL|SECRET|PASSWORD$|TOKEN|ENDPOINT|PROVIDERS/.test(env))).to.deep.equal([]);
    expect(open.filter(({ env }) => /_(KEY|ID)$/.test(env)).map(({ env }) => env)).to.deep.equal(['RATE_LIMIT_KEY']);
  });

  it('read a time without an offset as UTC and refuse an invalid time', () => {
    expect(loadSettings({ SEVERE_CLOCK: '2026-05-20T22:00' }).clock?.toISOString()).to.equal(
      '2026-05-20T22:00:00.000Z',
    );
    expect(() => loadSettings({ SEVERE_CLOCK: '2026-02-30T00:00:00Z' })).to.throw('SEVERE_CLOCK needs');
    expect(() => loadSettings({ SEVERE_CLOCK: '5' })).to.throw('SEVERE_CLOCK needs');
  });

  it('require the keys of a store with its address', () => {
    expect(() => loadSettings({ S3_ENDPOINT: 'http://127.0.0.1:9000' })).to.throw('S3_ACCESS_KEY and S3_SECRET_KEY');
  });

  it('require a name of a store that has buckets before it', () => {
    const env = { S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret', S3_ADDRESSING: 'virtual-host' };
    for (const host of ['127.0.0.1', '[::1]']) {
      expect(() => loadSettings({ ...env, S3_ENDPOINT: `http://${host}:9000` }), host).to.throw(
        'needs a name in S3_ENDPOINT',
      );
    }
    expect(loadSettings({ ...env, S3_ENDPOINT: 'http://store:9000' }).s3Addressing).to.equal('virtual-host');
  });

  it('require what the source of credentials of a store needs, and no other source', () => {
    const keys = { S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' };
    const withStore = (env: Record<string, string>) => loadSettings({ S3_ENDPOINT: 'http://127.0.0.1:9000', ...env });
    for (const [from, given, missing] of [
      ['assume-role', {}, 'needs S3_ACCESS_KEY and S3_SECRET_KEY'],
      ['assume-role', keys, 'needs AWS_ROLE_ARN'],
      ['assume-role', { ...keys, S3_SESSION_TOKEN: 'token' }, 'and S3_SESSION_TOKEN exclude each other'],
      ['web-identity', {}, 'needs AWS_WEB_IDENTITY_TOKEN_FILE'],
      ['web-identity', keys, 'and S3_ACCESS_KEY exclude each other'],
      ['container', {}, 'needs AWS_CONTAINER_CREDENTIALS_FULL_URI or AWS_CONTAINER_CREDENTIALS_RELATIVE_URI'],
      ['container', { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: 'v2' }, 'RELATIVE_URI needs a path'],
      ['instance', keys, 'and S3_ACCESS_KEY exclude each other'],
    ] as [string, Record<string, string>, string][]) {
      expect(() => withStore({ S3_CREDENTIALS: from, ...given }), from).to.throw(missing);
    }
    expect(withStore({ S3_CREDENTIALS: 'instance' }).s3Credentials).to.equal('instance');
    expect(withStore({ ...keys, AWS_WEB_IDENTITY_TOKEN_FILE: '/of/a/pod' }).s3Credentials, 'by default').to.equal(
      'keys',
    );
  });

  it('read where Sentinels or nodes of a cluster are, and require the address of Redis with them', () => {
    const at = { REDIS_URL: 'redis://redis' };
    expect(loadSettings({ ...at, REDIS_SENTINELS: 'one:26379, [::1]:7' }).redisSentinels).to.deep.equal([
      { host: 'one', port: 26_379 },
      { host: '::1', port: 7 },
    ]);
    for (const wrong of ['one', 'one:x', 'one:70000', 'one:1,', 'redis://one:1'])
      expect(() => loadSettings({ ...at, REDIS_CLUSTER: wrong }), wrong).to.throw('REDIS_CLUSTER needs host:port');
    expect(() => loadSettings({ REDIS_CLUSTER: 'one:1' })).to.throw('need REDIS_URL');
    expect(() => loadSettings({ ...at, REDIS_CLUSTER: 'one:1', REDIS_SENTINELS: 'one:2' })).to.throw(
      'exclude each other',
    );
  });

  it('read secrets from the files that NAME_FILE names, without the line break at the end', () => {
    const folder = mkdtempSync(join(tmpdir(), 'severe-settings-'));
    try {
      const [key, empty, long] = ['key', 'empty', 'long'].map((name) => join(folder, name));
      writeFileSync(key, 'correct horse battery\n');
      writeFileSync(empty, '\n');
      writeFileSync(long, 'x'.repeat(1 << 17));
      const found = loadSettings({
        S3_SECRET_KEY_FILE: key,
        MPING_KEY: '',
        MPING_KEY_FILE: key,
        SYNOPTIC_TOKEN_FILE: '',
      });
      expect(found).to.include({ s3SecretKey: 'correct horse battery', mpingKey: 'correct horse battery' });
      expect(found.synopticToken).to.equal('');
      expect(maskSecrets('a correct horse battery b')).to.not.include('horse');
      const problem = (env: Record<string, string>): string => {
        try {
          loadSettings(env);
        } catch (error) {
          return (error as Error).message;
        }
        return 'none';
      };
      expect(problem({ MPING_KEY: 'a', MPING_KEY_FILE: key })).to.include('MPING_KEY and MPING_KEY_FILE are both set');
      expect(problem({ MPING_KEY_FILE: join(folder, 'absent') })).to.match(/MPING_KEY_FILE needs a file .*ENOENT/);
      expect(problem({ MPING_KEY_FILE: folder })).to.match(/MPING_KEY_FILE needs a file .*EISDIR/);
      expect(problem({ MPING_KEY_FILE: empty })).to.include('MPING_KEY_FILE needs a file with a value');
      expect(problem({ MPING_KEY_FILE: long })).to.include('MPING_KEY_FILE needs a file of at most 65536 bytes');
      const wrong = problem({ DATABASE_URL_FILE: key });
      expect(wrong).to.include('DATABASE_URL needs a URL').and.not.include('horse');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are immutable', () => {
    expect(Object.isFrozen(loadSettings({}))).to.equal(true);
  });

  it('each have one variable and a description', () => {
    const rows = Object.values(settingsTable);
    expect(new Set(rows.map(({ env }) => env)).size).to.equal(rows.length);
    expect(rows.filter(({ about }) => !about.endsWith('.'))).to.deep.equal([]);
  });
});
