import { createClock, silentLog, StartError, type Clock } from '@severe/base';
import { until } from '@severe/testing/until';
import { expect } from 'chai';
import { gunzipSync } from 'node:zlib';
import { isField, readFields } from '@severe/grib2';
import { mosaics } from '../src/radar/products.ts';
import type { Answered } from '../src/server/messages.ts';
import { startSimulator, type Simulator } from '../src/start.ts';

const mrms = 'noaa-mrms-pds.s3.amazonaws.com';
const hrrr = 'noaa-hrrr-bdp-pds.s3.amazonaws.com';
const folder = 'CONUS/RotationTrack30min_00.50/20260520/';

const tagged = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text]) => text);

describe('startSimulator', function () {
  this.timeout(60_000);
  let now = Date.parse('2026-05-20T22:30:00Z');
  const clock: Clock = () => new Date(now);
  let simulator: Simulator;
  const get = (path: string, init?: RequestInit) => fetch(`${simulator.url}/${path}`, init);
  const list = async (host: string, query: string) => (await get(`${host}/?list-type=2&${query}`)).text();
  const keysOf = async (host: string, query: string) => tagged(await list(host, query), 'Key');

  before(async () => {
    simulator = await startSimulator({ port: 0, seed: 5, clock, log: silentLog });
  });
  after(() => simulator.close());
  beforeEach(() => {
    now = Date.parse('2026-05-20T22:30:00Z');
  });

  describe('the bucket of mosaics', () => {
    it('lists three hours of files, two minutes apart, none before its publication', async () => {
      const xml = await list(mrms, `prefix=${folder}`);
      const keys = tagged(xml, 'Key');
      expect(keys.length).to.be.within(88, 90);
      const times = keys.map((key) => {
        const match = /\/MRMS_RotationTrack30min_00\.50_(\d{8})-(\d\d)(\d\d)(\d\d)\.grib2\.gz$/.exec(key)!;
        return Date.UTC(2026, 4, 20, Number(match[2]), Number(match[3]), Number(match[4]));
      });
      for (const [i, time] of times.slice(1).entries()) expect((time - times[i]) / 1000).to.be.within(110, 130);
      const modified = tagged(xml, 'LastModified').map((text) => Date.parse(text));
      for (const [i, time] of times.entries()) {
        expect((modified[i] - time) / 1000).to.be.within(60, 90);
        expect(modified[i]).to.be.at.most(now);
      }
    });

    it('adds new files and drops the oldest', async () => {
      const before = await keysOf(mrms, `prefix=${folder}`);
      now += 2 * 60_000;
      const after = await keysOf(mrms, `prefix=${folder}`);
      expect(after.slice(0, -1)).to.deep.equal(before.slice(1));
      expect(await keysOf(mrms, `prefix=${folder}&start-after=${before.at(-1)}`)).to.deep.equal(after.slice(-1));
    });

    it('is under the new day after midnight', async () => {
      now = Date.parse('2026-05-21T00:06:00Z');
      expect(await keysOf(mrms, `prefix=${folder.replace('20260520', '20260521')}`)).to.have.length.within(2, 3);
    });

    it('pages by continuation token through all folders', async () => {
      const found: string[] = [];
      let token: string | undefined;
      do {
        const more: string = token === undefined ? '' : `&continuation-token=${token}`;
        const xml = await list(mrms, `max-keys=100${more}`);
        found.push(...tagged(xml, 'Key'));
        [token] = tagged(xml, 'NextContinuationToken');
      } while (token !== undefined);
      expect(found).to.deep.equal(found.toSorted());
      expect(new Set(found).size).to.equal(found.length);
      expect(new Set(found.map((key) => key.split('/')[1])).size).to.equal(mosaics.length);
      expect(found.length).to.be.within(mosaics.length * 88, mosaics.length * 90);
    });

    it('serves a readable file with an ETag for conditional requests', async () => {
      const [key] = (await keysOf(mrms, `prefix=${folder}`)).slice(-1);
      const response = await get(`${mrms}/${key}`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(response.status).to.equal(200);
      expect(Number(response.headers.get('content-length'))).to.equal(bytes.length);
      const [field] = readFields(gunzipSync(bytes));
      expect(isField(field) && field.product.validAt?.toISOString().replace(/\D/g, '').slice(0, 14)).to.equal(
        /(\d{8})-(\d{6})\.grib2/.exec(key)!.slice(1).join(''),
      );

      const etag = response.headers.get('etag')!;
      expect((await get(`${mrms}/${key}`, { headers: { 'if-none-match': etag } })).status).to.equal(304);
      const head = await get(`${mrms}/${key}`, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).to.deep.equal([
        200,
        String(bytes.length),
        etag,
      ]);
      const listed = await list(mrms, `prefix=${key}`);
      expect(tagged(listed, 'Size')).to.deep.equal([String(bytes.length)]);
      expect(tagged(listed, 'ETag')).to.deep.equal([etag.replaceAll('"', '&quot;')]);
    });

    it('depends on the seed', async () => {
      const [key] = (await keysOf(mrms, `prefix=CONUS/VIL_00.50/20260520/`)).slice(-1);
      const bodyOf = async (seed: number) => {
        const other = await startSimulator({ port: 0, seed, clock, log: silentLog });
        const [theirs] = tagged(
          await (await fetch(`${other.url}/${mrms}/?list-type=2&prefix=CONUS/VIL_00.50/20260520/`)).text(),
          'Key',
        ).slice(-1);
        const body = Buffer.from(await (await fetch(`${other.url}/${mrms}/${theirs}`)).arrayBuffer());
        await other.close();
        return body;
      };
      const mine = Buffer.from(await (await get(`${mrms}/${key}`)).arrayBuffer());
      expect((await bodyOf(5)).equals(mine)).to.equal(true);
      expect((await bodyOf(6)).equals(mine)).to.equal(false);
    });
  });

  describe('page hosts', () => {
    const alerts = 'api.weather.gov/alerts/active';

    it('send an ETag, and 304 while the page is unchanged', async () => {
      const response = await get(alerts);
      const body = await response.text();
      const { headers } = response;
      expect([response.status, headers.get('content-type')]).to.deep.equal([200, 'application/geo+json']);
      expect(Date.parse(headers.get('last-modified')!)).to.be.at.most(now);
      const etag = headers.get('etag')!;
      const asked = { headers: { 'if-none-match': etag } };
      expect((await get(alerts, asked)).status).to.equal(304);
      now += 30 * 60_000;
      const later = await get(alerts, asked);
      expect([later.status, (await later.text()) === body]).to.deep.equal([200, false]);
    });

    it('answer HEAD without a body and refuse other methods', async () => {
      const head = await get(alerts, { method: 'HEAD' });
      expect([head.status, await head.text()]).to.deep.equal([200, '']);
      expect(Number(head.headers.get('content-length'))).to.be.above(1000);
      expect((await get(alerts, { method: 'POST' })).status).to.equal(405);
    });

    it("send the provider's 404 page", async () => {
      const problem = await get('api.weather.gov/zones/forecast/OKZ999');
      expect([problem.status, problem.headers.get('content-type')]).to.deep.equal([404, 'application/problem+json']);
      const page = await get('www.spc.noaa.gov/products/outlook/day1otlk_cigcat.lyr.geojson');
      expect([page.status, page.headers.get('content-type')]).to.deep.equal([404, 'text/html']);
      expect((await get('mesonet.agron.iastate.edu/geojson/lsr.geojson?hours=x')).status).to.equal(404);
      expect((await get('example.org/')).status).to.equal(404);
    });
  });

  describe('the bucket of the model', () => {
    const run = 'hrrr.20260520/conus/hrrr.t20z.wrfsfcf';

    it('lists ten runs, the newest as far as it is published, and the long ones to 48 hours', async () => {
      const keys = (await keysOf(hrrr, 'prefix=hrrr.20260520/conus/')).filter((key) => !key.endsWith('.idx'));
      const runs = new Set(keys.map((key) => /\.t(\d\d)z/.exec(key)![1]));
      expect([...runs]).to.deep.equal(['12', '13', '14', '15', '16', '17', '18', '19', '20', '21']);
      expect(keys.filter((key) => key.includes('.t16z'))).to.have.length(19);
      expect(keys.filter((key) => key.includes('.t12z'))).to.have.length(49);
      expect(keys.filter((key) => key.includes('.t21z'))).to.have.length.within(17, 19);
    });

    it('publishes the hours of a run from 50 to 90 minutes after its start', async () => {
      const hoursAt = async (minutes: number) => {
        now = Date.parse('2026-05-20T20:00:00Z') + minutes * 60_000;
        const keys = await keysOf(hrrr, `prefix=${run}`);
        expect(keys.filter((key) => key.endsWith('.idx')).length * 2).to.equal(keys.length);
        return keys.length / 2;
      };
      expect(await hoursAt(49)).to.equal(0);
      expect(await hoursAt(52)).to.equal(1);
      expect(await hoursAt(72)).to.be.within(9, 11);
      expect(await hoursAt(92)).to.equal(19);
    });

    it('serves a record by its range in the index', async () => {
      const index = (await (await get(`${hrrr}/${run}06.grib2.idx`)).text()).trim().split('\n');
      const at = index.findIndex((line) => line.includes(':CAPE:surface:6 hour fcst:'));
      const [start, end] = [at, at + 1].map((i) => Number(index[i].split(':')[1]));
      const response = await get(`${hrrr}/${run}06.grib2`, { headers: { range: `bytes=${start}-${end - 1}` } });
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(response.status).to.equal(206);
      expect(response.headers.get('content-range')).to.match(new RegExp(`^bytes ${start}-${end - 1}/\\d+$`));
      const fields = readFields(bytes);
      expect(fields).to.have.length(1);
      expect(isField(fields[0]) && [fields[0].product.category, fields[0].product.number]).to.deep.equal([7, 6]);

      const last = index.at(-1)!.split(':');
      const tail = await get(`${hrrr}/${run}06.grib2`, { headers: { range: `bytes=${last[1]}-` } });
      const tailBytes = new Uint8Array(await tail.arrayBuffer());
      expect(tail.status).to.equal(206);
      expect(Buffer.from(tailBytes.subarray(-4)).toString()).to.equal('7777');
    });

    it('serves a range across records', async () => {
      const [, , third, fourth] = (await (await get(`${hrrr}/${run}01.grib2.idx`)).text()).split('\n');
      const [from, to] = [third, fourth].map((line) => Number(line.split(':')[1]));
      const range = { range: `bytes=${from - 4}-${to + 3}` };
      const bytes = Buffer.from(await (await get(`${hrrr}/${run}01.grib2`, { headers: range })).arrayBuffer());
      expect(bytes.length).to.equal(to - from + 8);
      expect(bytes.subarray(0, 8).toString()).to.equal('7777GRIB');
      expect(bytes.subarray(-8).toString()).to.equal('7777GRIB');
    });

    it('answers 416 past the end', async () => {
      const response = await get(`${hrrr}/${run}01.grib2`, { headers: { range: 'bytes=999999999-' } });
      expect(response.status).to.equal(416);
      expect(response.headers.get('content-range')).to.match(/^bytes \*\/\d+$/);
      expect(await response.text()).to.include('<Code>InvalidRange</Code>');
    });
  });

  describe('the buckets of the satellites', () => {
    const goes = 'noaa-goes19.s3.amazonaws.com';

    it("list an image every five minutes, under the provider's names", async () => {
      // 20 May is day 140; a scan of the fives takes 2 min 37 s and appears half a minute later
      const keys = await keysOf(goes, 'prefix=ABI-L2-MCMIPC/2026/140/22/');
      const start =
        /^ABI-L2-MCMIPC\/2026\/140\/22\/OR_ABI-L2-MCMIPC-M6_G19_s202614022(\d\d)(\d\d)\d_e2026140\d{7}_c2026140\d{7}\.nc$/;
      expect(keys.map((key) => start.exec(key)?.[1])).to.deep.equal(['01', '06', '11', '16', '21', '26']);
      for (const key of keys) expect(Number(start.exec(key)![2])).to.be.within(17, 18);
      expect(await keysOf(goes, 'prefix=ABI-L2-MCMIPC/2026/140/19/')).to.have.length(6);
      now += 60_000;
      expect(await keysOf(goes, 'prefix=ABI-L2-MCMIPC/2026/140/22/')).to.deep.equal(keys);
      expect(await keysOf('noaa-goes18.s3.amazonaws.com', 'prefix=ABI-L2-MCMIPC/2026/140/22/')).to.have.length(6);
    });

    it('list a lightning granule every twenty seconds, with a delay of half a minute', async () => {
      const keys = await keysOf(goes, 'prefix=GLM-L2-LCFA/2026/140/22/');
      const [, minutes, seconds] = /_s202614022(\d\d)(\d\d)0_e/.exec(keys.at(-1)!)!;
      expect([minutes, seconds]).to.deep.equal(['29', '20']);
      expect(keys).to.have.length(29 * 3 + 2);
    });

    it('serve a NetCDF file and then list its exact size', async () => {
      const [key] = (await keysOf(goes, 'prefix=ABI-L2-MCMIPC/2026/140/22/')).slice(-1);
      const bytes = Buffer.from(await (await get(`${goes}/${key}`)).arrayBuffer());
      expect(bytes.subarray(1, 4).toString()).to.equal('HDF');
      expect(tagged(await list(goes, `prefix=${key}`), 'Size')).to.deep.equal([String(bytes.length)]);
    });

    it('serve pages while a file is made', async () => {
      const ended: string[] = [];
      const [key] = await keysOf(goes, 'prefix=ABI-L2-MCMIPC/2026/140/22/');
      const file = get(`${goes}/${key}`).then(() => ended.push('file'));
      for (let page = 0; page < 3; page++) {
        await (await get('api.weather.gov/alerts/active')).text();
        ended.push('page');
      }
      await file;
      expect(ended).to.deep.equal(['page', 'page', 'page', 'file']);
    });
  });

  describe('the buckets of the radars', () => {
    const chunks = 'unidata-nexrad-level2-chunks.s3.amazonaws.com';
    const archive = 'unidata-nexrad-level2.s3.amazonaws.com';

    it('have a folder for every radar of the plains, and no others', async () => {
      const sites = tagged(await list(chunks, 'delimiter=/'), 'Prefix').filter(Boolean);
      expect(sites).to.include.members(['KTLX/', 'KINX/', 'KICT/', 'KFWS/']);
      expect(sites).to.have.length.greaterThan(25);
      expect(await keysOf(chunks, 'prefix=KATX/')).to.deep.equal([]);
    });

    it('add chunks during the scan, the last at the end of the volume', async () => {
      const [newest] = tagged(await list(chunks, 'prefix=KTLX/&delimiter=/'), 'Prefix')
        .filter(Boolean)
        .slice(-1);
      const countAt = async (seconds: number) => {
        now = Date.parse('2026-05-20T22:30:00Z') + seconds * 1000;
        return (await keysOf(chunks, `prefix=${newest}`)).length;
      };
      const counts = [await countAt(0), await countAt(30), await countAt(60), await countAt(280)];
      expect(counts).to.deep.equal(counts.toSorted((one, other) => one - other));
      expect(counts[2]).to.be.greaterThan(counts[0]);
      expect(counts[3]).to.equal(70);
    });

    it('serve a volume that equals its joined chunks', async () => {
      const [key] = (await keysOf(archive, 'prefix=2026/05/20/KTLX/')).slice(-1);
      const [, day, time] = /^2026\/05\/20\/KTLX\/KTLX(\d{8})_(\d{6})_V06$/.exec(key)!;
      const whole = Buffer.from(await (await get(`${archive}/${key}`)).arrayBuffer());
      expect(whole.subarray(0, 9).toString()).to.equal('AR2V0006.');
      const keys = (await keysOf(chunks, 'prefix=KTLX/')).filter((name) => name.includes(`${day}-${time}-`));
      expect(keys).to.have.length(70);
      const parts: Buffer[] = [];
      for (const name of keys) parts.push(Buffer.from(await (await get(`${chunks}/${name}`)).arrayBuffer()));
      expect(Buffer.concat(parts).equals(whole)).to.equal(true);
      expect(keys[0]).to.match(/^KTLX\/\d{1,3}\/\d{8}-\d{6}-001-S$/);
      expect(Number(whole.subarray(9, 12).toString())).to.equal(Number(keys[0].split('/')[1]));
    });
  });

  it('refuses requests as S3 does, with a specific error code', async () => {
    const refused: [path: string, init: RequestInit, status: number, code: string][] = [
      [`${mrms}/CONUS/nothing`, {}, 404, 'NoSuchKey'],
      [`${mrms}/${folder}MRMS_RotationTrack30min_00.50_20260520-235959.grib2.gz`, {}, 404, 'NoSuchKey'],
      ['nobody.example/x', {}, 404, 'NoSuchBucket'],
      [`${mrms}/?list-type=2&max-keys=many`, {}, 400, 'InvalidArgument'],
      [`${mrms}/?prefix=x`, {}, 501, 'NotImplemented'],
      [`${mrms}/%E0%A4%A`, {}, 400, 'InvalidURI'],
      [`${mrms}/x`, { method: 'PUT', body: 'x' }, 405, 'MethodNotAllowed'],
    ];
    for (const [path, init, status, code] of refused) {
      const response = await get(path, init);
      expect(response.status, path).to.equal(status);
      expect(tagged(await response.text(), 'Code')).to.deep.equal([code]);
    }
  });

  it('lists all simulated hosts in the error for an unknown host: buckets, then pages', async () => {
    const [message] = tagged(await (await get('nobody.example/x')).text(), 'Message');
    const hosts = message.replace(/^Simulated hosts are |\.$/g, '').split(', ');
    expect(hosts.slice(0, 2)).to.deep.equal([mrms, hrrr]);
    expect(hosts).to.include('api.weather.gov');
    expect(new Set(hosts).size).to.equal(hosts.length);
  });

  it('follows the given clock, also a fast one', async () => {
    const fast = await startSimulator({
      port: 0,
      seed: 5,
      clock: createClock(new Date('2026-05-20T22:30:00Z'), 1440),
      log: silentLog,
      backlogMinutes: 10,
    });
    const newest = async () =>
      tagged(await (await fetch(`${fast.url}/${mrms}/?list-type=2&prefix=CONUS/VIL`)).text(), 'Key').at(-1)!;
    const first = await newest();
    await until(async () => (await newest()) > first); // some minutes of that clock
    await fast.close();
  });

  it('reports its answers, those of files and of pages', async () => {
    const answers: Answered[] = [];
    const from = Date.now();
    const telling = await startSimulator({
      port: 0,
      seed: 5,
      clock,
      log: silentLog,
      onAnswer: (answer) => answers.push(answer),
    });
    await (await fetch(`${telling.url}/${mrms}/?list-type=2&prefix=CONUS/VIL`)).text();
    await (await fetch(`${telling.url}/at/2026-05-20T22:00:00Z/api.weather.gov/alerts/active`)).text();
    await until(() => answers.length === 2);
    await telling.close();
    expect(answers.map(({ path, status }) => [path, status])).to.deep.equal([
      [`/${mrms}/?list-type=2&prefix=CONUS/VIL`, 200],
      ['/at/2026-05-20T22:00:00Z/api.weather.gov/alerts/active', 200],
    ]);
    for (const { askedAt, answeredAt } of answers) {
      expect(askedAt).to.be.at.least(from);
      expect(answeredAt).to.be.within(askedAt, Date.now());
    }
  });

  it('reports a used port in one line', async () => {
    const port = Number(new URL(simulator.url).port);
    const error = await startSimulator({ port, seed: 1, clock, log: silentLog }).catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(StartError);
    expect((error as Error).message).to.include(`127.0.0.1:${port}`);
  });

  it('frees its port on close', async () => {
    const first = await startSimulator({ port: 0, seed: 1, clock, log: silentLog });
    const port = Number(new URL(first.url).port);
    await first.close();
    const second = await startSimulator({ port, seed: 1, clock, log: silentLog });
    expect(second.url).to.equal(first.url);
    await second.close();
  });
});
