import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings, silentLog } from '@severe/base';
import { createWriter } from '@severe/recording';
import { run } from '@severe/testing/serve';
import { expect } from 'chai';
import { openWriter } from '../../src/record/open-writer.ts';
import { withEmptyFolder } from '../../src/replay/empty-folder.ts';
import { marked, playedBy } from '../../src/replay/mark.ts';
import { openReplay, type ReplayRequest } from '../../src/replay/open-replay.ts';
import { parsePeriod } from '../../src/replay/period.ts';
import { allRoles } from '../../src/roles.ts';

const hour = '2026-05-20T22:00:00Z..2026-05-20T23:00:00Z';

describe('severe start --replay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'severe-open-replay-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const request = (period: string, more: Partial<ReplayRequest> = {}): ReplayRequest => ({
    period: parsePeriod(period)!,
    speed: 10,
    roles: [...allRoles],
    live: false,
    ...more,
  });
  const problemWith = (given: ReplayRequest, env: Record<string, string> = {}) =>
    openReplay(given, loadSettings(env)).then(
      () => undefined,
      (error: Error) => error.message,
    );
  /** A recording of real providers from 22:00 to 23:00. */
  async function record(): Promise<string> {
    const dir = mkdtempSync(join(folder, 'recording-'));
    let now = new Date('2026-05-20T22:00:00Z');
    const settings = loadSettings({ NEXRAD_SITES: 'KDMX', MPING_KEY: 'secret' });
    const means = { settings, clock: () => now, log: silentLog, simulated: false };
    const writer = await openWriter({ dir, maxBytes: 1e6 }, means);
    now = new Date('2026-05-20T23:00:00Z');
    await writer.close();
    return dir;
  }

  it('reads periods, whose ends may be those of a recording', () => {
    expect(parsePeriod(hour)).to.deep.equal({
      from: new Date('2026-05-20T22:00:00Z'),
      to: new Date('2026-05-20T23:00:00Z'),
    });
    expect(parsePeriod('..')).to.deep.equal({});
    expect(parsePeriod('2026-05-20..')).to.deep.equal({ from: new Date('2026-05-20') });
    for (const wrong of ['', '2026-05-20', 'a..b', '2026-05-20..2026-05-20', '2026-05-21..2026-05-20', '1..2..3']) {
      expect(parsePeriod(wrong), wrong).to.equal(undefined);
    }
  });

  it('plays the simulated day on its own clock', async () => {
    const { simulated, replay } = await openReplay(request(hour), loadSettings({}));
    expect([simulated, replay.recording, replay.clock.speed]).to.deep.equal([true, undefined, 10]);
    expect(replay.clock.now()).to.deep.equal(new Date('2026-05-20T22:00:00Z'));
  });

  it('plays a recording with its settings and without its secrets', async () => {
    const dir = await record();
    const { simulated, replay, env } = await openReplay(request('..', { dir }), loadSettings({}));
    expect(simulated).to.equal(false);
    expect(replay.clock.to).to.deep.equal(new Date('2026-05-20T23:00:00Z'));
    expect(env).to.include({ NEXRAD_SITES: 'KDMX', MPING_KEY: 'REDACTED', SYNOPTIC_TOKEN: '' });
  });

  it('refuses what contradicts a replay, and names it', async () => {
    const dir = await record();
    expect(await problemWith(request('..'))).to.include('both times of FROM..TO');
    expect(await problemWith(request(hour, { live: true }))).to.include('need --recording');
    expect(await problemWith(request(hour, { roles: ['api'] }))).to.include('--roles and --replay');
    expect(await problemWith(request(hour), { SEVERE_CLOCK: '2026-05-20' })).to.include('SEVERE_CLOCK and --replay');
    expect(await problemWith(request(hour), { PROVIDERS: 'http://127.0.0.1:1' })).to.include('--recording');
    expect(await problemWith(request(hour), { DATABASE_URL: 'postgres://a/b' })).to.include(
      'DATABASE_URL and --replay',
    );
    expect(await problemWith(request('2026-05-20T21:00:00Z..', { dir }))).to.match(
      /^the recording has 2026-05-20T22:00:00.000Z\.\.2026-05-20T23:00:00.000Z, --replay names 2026-05-20T21/,
    );
    expect(await problemWith(request('..', { dir: folder }))).to.include('is not a recording');
    const of = { simulated: true, settings: {} };
    const simulated = join(folder, 'simulated');
    const writer = await createWriter({ dir: simulated, of, maxBytes: 1e6, clock: () => new Date(), log: silentLog });
    await writer.close();
    expect(await problemWith(request('..', { dir: simulated, live: true }))).to.include(
      'answers of simulated providers',
    );
  });

  it('refuses a folder with data, because they would be part of its weather', async () => {
    const used = mkdtempSync(join(folder, 'used-'));
    writeFileSync(join(used, 'rows'), '');
    const start = () => Promise.reject(new Error('started'));
    const problem = (dataDir: string, isChosen: boolean) =>
      withEmptyFolder(loadSettings({ DATA_DIR: dataDir }), isChosen, start).catch((error: Error) => error.message);
    expect(await problem(used, true)).to.match(/must be empty for a replay, it has rows; .* --data$/);
    expect(await problem(join(folder, 'new'), true)).to.equal('started');
    expect(await problem(used, false), 'a temporary one').to.equal('started');
  });

  it('marks every response, also those of SEVERE_CLOCK', async () => {
    const { replay } = await openReplay(request(hour), loadSettings({}));
    const markOf = async (played: ReturnType<typeof playedBy>) => {
      const server = await run(marked((_, response) => void response.writeHead(404, ['A', 'b']).end(), played!));
      const { headers } = await server.ask('/anything');
      await server.close();
      return [headers['x-replay'], headers['a']];
    };
    expect(await markOf(playedBy({ replay, settings: loadSettings({}) }))).to.deep.equal([
      '2026-05-20T22:00:00Z..2026-05-20T23:00:00Z; speed=10',
      'b',
    ]);
    const settings = loadSettings({ SEVERE_CLOCK: '2026-05-20T22:00:00Z' });
    expect(await markOf(playedBy({ settings }))).to.deep.equal(['2026-05-20T22:00:00Z..; speed=1', 'b']);
    expect(playedBy({ settings: loadSettings({}) })).to.equal(undefined);
  });
});
