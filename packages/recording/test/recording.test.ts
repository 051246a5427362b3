import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@severe/base';
import { expect } from 'chai';
import {
  answersOfRun,
  createWriter,
  openRecording,
  serveRecording,
  type AskedFor,
  type RecordingServer,
} from '../src/index.ts';

const list: AskedFor = { method: 'GET', url: 'https://api.weather.gov/alerts/active' };
const part: AskedFor = { method: 'GET', url: 'https://bucket.s3.amazonaws.com/run/file.grib2', range: 'bytes=0-3' };
const json = { 'content-type': 'application/json', etag: '"1"' };

describe('a recording', () => {
  const folders: string[] = [];
  let now = new Date('2026-05-20T22:00:00Z');
  const clock = () => now;
  const at = (time: string) => (now = new Date(`2026-05-20T${time}Z`));
  const of = { simulated: false, settings: { SATELLITE: 'east', MPING_KEY: 'REDACTED' } };

  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'severe-recording-'));
    folders.push(folder);
    return folder;
  };
  const write = (dir: string, more: { maxBytes?: number; secrets?: string[] } = {}) =>
    createWriter({ dir, of, maxBytes: 1e6, clock, log: silentLog, ...more });
  after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

  /** Three runs of a feed: a list, the same list unchanged, and a changed one with a part of a file. */
  async function recordThreeRuns(): Promise<string> {
    const dir = newFolder();
    at('22:00:00');
    const writer = await write(dir);
    at('22:00:05');
    await writer.answer('alerts', list, { status: 200, headers: json, body: Buffer.from('{"n":1}') });
    await writer.run('alerts', new Date('2026-05-20T22:00:04Z'), at('22:00:06'));
    at('22:00:35');
    await writer.answer('alerts', list, { status: 304, headers: json });
    await writer.run('alerts', new Date('2026-05-20T22:00:34Z'), at('22:00:36'));
    at('22:01:05');
    await writer.answer('alerts', list, {
      status: 200,
      headers: { ...json, etag: '"2"' },
      body: Buffer.from('{"n":2}'),
    });
    await writer.answer('alerts', part, { status: 206, headers: {}, body: Buffer.from([1, 2, 3, 4]) });
    await writer.run('alerts', new Date('2026-05-20T22:01:04Z'), at('22:01:06'));
    at('22:02:00');
    await writer.close();
    return dir;
  }

  it('gives each request the newest answer of a moment, and nothing before the first', async () => {
    const recording = await openRecording(await recordThreeRuns());
    const bodyAt = async (time: string) =>
      (await recording.find(list, new Date(`2026-05-20T${time}Z`))?.body())?.toString();
    expect(await bodyAt('22:00:04')).to.equal(undefined);
    expect(await bodyAt('22:00:05')).to.equal('{"n":1}');
    expect(await bodyAt('22:00:50')).to.equal('{"n":1}'); // unchanged: the answer before it, whole
    expect(await bodyAt('22:01:05')).to.equal('{"n":2}');
    expect([recording.from, recording.to].map((time) => time.toISOString())).to.deep.equal([
      '2026-05-20T22:00:00.000Z',
      '2026-05-20T22:02:00.000Z',
    ]);
  });

  it('keeps a range apart from the whole file', async () => {
    const recording = await openRecording(await recordThreeRuns());
    const { range, ...whole } = part;
    expect(recording.find(whole, recording.to)).to.equal(undefined);
    expect(await recording.find({ ...whole, range: range! }, recording.to)?.body()).to.deep.equal(
      Buffer.from([1, 2, 3, 4]),
    );
  });

  it('gives a run the answers that it had, each once', async () => {
    const recording = await openRecording(await recordThreeRuns());
    const answers = answersOfRun(recording, recording.runs[2]);
    expect(await answers(list)?.body()).to.deep.equal(Buffer.from('{"n":2}'));
    expect(answers({ method: 'GET', url: 'https://api.weather.gov/other' })).to.equal(undefined);
  });

  it('gives a request that contains another time the answer of its run', async () => {
    const dir = newFolder();
    const writer = await write(dir);
    const asked = (second: number): AskedFor => ({ method: 'GET', url: `https://a.gov/q?to=22:00:0${second}&f=json` });
    await writer.answer('tracks', asked(1), { status: 200, headers: {}, body: Buffer.from('a') });
    await writer.run('tracks', now, now);
    await writer.close();
    const recording = await openRecording(dir);
    const answers = answersOfRun(recording, recording.runs[0]);
    expect(await answers(asked(2))?.body()).to.deep.equal(Buffer.from('a'));
    expect(answers(asked(2)), 'each once').to.equal(undefined);
  });

  it('stores equal bodies once, and texts with gzip', async () => {
    const dir = newFolder();
    const writer = await write(dir);
    const body = Buffer.from('[0,0,0,0]'.repeat(1000));
    for (const url of ['https://a.gov/1', 'https://a.gov/2']) {
      await writer.answer('a', { method: 'GET', url }, { status: 200, headers: json, body });
    }
    await writer.close();
    const files = readdirSync(join(dir, 'bodies'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.includes('/'),
    );
    const hash = createHash('sha256').update(body).digest('hex');
    expect(files).to.deep.equal([`${hash.slice(0, 2)}/${hash}.gz`]);
    expect(readFileSync(join(dir, 'bodies', files[0])).length).to.be.below(body.length / 10);
  });

  it('contains no secret, in whatever form', async () => {
    const dir = newFolder();
    const writer = await write(dir, { secrets: ['pass/word'] });
    const post = JSON.stringify({ id: 'pass/word' });
    await writer.answer('a', { method: 'GET', url: 'https://a.gov/?token=pass%2Fword' }, { status: 200, headers: {} });
    await writer.answer('a', { method: 'POST', url: 'https://a.gov/', post }, { status: 200, headers: {} });
    await writer.close();
    const text = readFileSync(join(dir, 'index.jsonl'), 'utf8');
    expect(text).to.not.match(/pass.{1,3}word/);
    expect(text.match(/REDACTED/g)).to.have.length(3); // also in the settings of this test
  });

  it('is continued after a killed process, whose unfinished line is cut off', async () => {
    const dir = await recordThreeRuns();
    appendFileSync(join(dir, 'index.jsonl'), '{"kind":"answer","feed":"al');
    at('23:00:00');
    const writer = await write(dir);
    await writer.answer('alerts', list, { status: 200, headers: json, body: Buffer.from('{"n":3}') });
    await writer.run('alerts', now, now);
    await writer.close();
    const recording = await openRecording(dir);
    expect(recording.runs).to.have.length(4);
    expect(await recording.find(list, now)?.body()).to.deep.equal(Buffer.from('{"n":3}'));
  });

  it('ends at its limit, and says so', async () => {
    const dir = newFolder();
    const writer = await write(dir, { maxBytes: 2000 });
    for (let i = 0; i < 20; i++) {
      await writer.answer('a', list, { status: 200, headers: {}, body: Buffer.from(`${i}`.padEnd(200)) });
    }
    expect(await writer.stopped).to.equal('the recording has reached its limit of 2000 bytes');
    expect(writer.counts.answers).to.be.within(2, 9);
    await writer.close();
    expect(readFileSync(join(dir, 'index.jsonl'), 'utf8').trim().split('\n').at(-1)).to.include('"full":true');
    const refused = await write(dir, { maxBytes: 2000 }).catch((error: Error) => error.message);
    expect(refused).to.match(/has \d+ bytes, the limit is 2000$/);
  });

  it('is not continued with other providers or settings', async () => {
    const dir = await recordThreeRuns();
    const continueAs = (other: object) =>
      createWriter({ dir, of: { ...of, ...other }, maxBytes: 1e6, clock, log: silentLog }).catch(
        (error: Error) => error.message,
      );
    expect(await continueAs({ simulated: true })).to.include('records real providers');
    expect(await continueAs({ settings: { ...of.settings, SATELLITE: 'west' } })).to.include(
      'other values of SATELLITE',
    );
  });

  it('that is damaged is refused with its place', async () => {
    const dir = await recordThreeRuns();
    const path = join(dir, 'index.jsonl');
    const lines = readFileSync(path, 'utf8').split('\n');
    const openWith = (line: string) => {
      writeFileSync(path, lines.with(1, line).join('\n'));
      return openRecording(dir).then(String, (error: Error) => error.message);
    };
    expect(await openWith('{"kind":"answer"')).to.match(/line 2: expected one JSON object/);
    expect(await openWith(lines[1].replace(/"hash":"\w+"/, '"hash":"../../etc/passwd"'))).to.match(
      /line 2: the body of an entry of kind answer is missing or invalid$/,
    );
    expect(await openRecording(join(dir, 'bodies')).catch((error: Error) => error.message)).to.include(
      'is not a recording',
    );
  });

  it('refuses a body that was changed', async () => {
    const dir = await recordThreeRuns();
    const [file] = readdirSync(join(dir, 'bodies'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\/[0-9a-f]{64}$/.test(path),
    );
    writeFileSync(join(dir, 'bodies', file), Buffer.from([4, 3, 2, 1]));
    const recording = await openRecording(dir);
    const problem = await recording
      .find(part, recording.to)!
      .body()
      .catch((error: Error) => error.message);
    expect(problem).to.include('has other content than the index says');
  });

  describe('as a server', () => {
    let server: RecordingServer;
    before(async () => {
      const recording = await openRecording(await recordThreeRuns());
      server = await serveRecording({ recording, port: 0, clock, log: silentLog });
    });
    after(() => server.close());
    const ask = (path: string, headers = {}) => fetch(`${server.url}/${path}`, { headers });

    it('serves the URLs of the providers with the answers of its clock', async () => {
      at('22:00:10');
      expect(await (await ask('api.weather.gov/alerts/active')).text()).to.equal('{"n":1}');
      at('22:01:10');
      const got = await ask('api.weather.gov/alerts/active');
      expect([await got.text(), got.headers.get('etag'), got.headers.get('content-type')]).to.deep.equal([
        '{"n":2}',
        '"2"',
        'application/json',
      ]);
      const range = await ask('bucket.s3.amazonaws.com/run/file.grib2', { range: 'bytes=0-3' });
      expect([range.status, (await range.arrayBuffer()).byteLength]).to.deep.equal([206, 4]);
    });

    it('answers a conditional request by its own tags', async () => {
      at('22:01:10');
      const status = async (tag: string) =>
        (await ask('api.weather.gov/alerts/active', { 'if-none-match': tag })).status;
      expect([await status('"2"'), await status('W/"2"'), await status('"1"')]).to.deep.equal([304, 304, 200]);
    });

    it('says that it has no answer', async () => {
      at('22:01:10');
      const got = await ask('api.weather.gov/never/asked');
      expect([got.status, await got.text()]).to.deep.equal([
        504,
        'The recording has no answer at 2026-05-20T22:01:10.000Z.\n',
      ]);
    });
  });
});
