import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFeeds } from '@severe/ingest';
import { squareAt } from '@severe/db/testing/rows/alert-event';
import { runCommand } from '../support/run-command.ts';

describe('severe feed', function () {
  this.timeout(180_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'severe-feed-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const feed = (...args: string[]) => runCommand(folder, 'feed', ...args);

  it('lists every feed with its source and interval', () => {
    const listed = (JSON.parse(feed('list', '--json').stdout) as { feeds: { id: string }[] }).feeds;
    expect(listed.map(({ id }) => id)).to.deep.equal(createFeeds().map(({ id }) => id));
    expect(listed[0]).to.have.all.keys('id', 'source', 'everySeconds', 'about');
  });

  it('runs a feed on saved payloads and finds nothing new the second time', () => {
    const properties = {
      OUTLOOK: 'Slight (At Least 15%)',
      START_TIME: '2026-05-20 16:00:00',
      END_TIME: '2026-05-21 12:00:00',
    };
    const areas = [{ type: 'Feature', properties, geometry: squareAt(-98, 34, 2) }];
    const files = [areas, [], []].map((features, i) => {
      const file = join(folder, `day${i + 1}.geojson`);
      writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features }));
      return file;
    });
    const first = feed('run', 'wpc-eros', '--from', ...files);
    expect(first).to.deep.equal({ ...first, status: 0, stdout: '1 new, 0 changed, 0 unchanged, 0 refused\n' });
    const second = JSON.parse(feed('run', 'wpc-eros', '--json', '--from', ...files).stdout) as object;
    expect(second).to.deep.include({ new: 0, changed: 0, refused: [] });
  });

  it('prints the words that it does not know, and stores their areas', () => {
    const properties = { basin: 'Open Ocean', prob7day: '20%', risk7day: 'Low', idp_source: 'gtwo_areas_202605201800' };
    const areas = [1, 2].map((at) => ({ type: 'Feature', properties, geometry: squareAt(-98, 20 + 4 * at, 2) }));
    const quiet = (title: string) =>
      `<rss><channel><item><title>${title} Tropical Weather Outlook</title><pubDate>Wed, 20 May 2026 17:40:00 GMT</pubDate>` +
      '<description>Tropical cyclone formation is not expected during the next 7 days.</description></item></channel></rss>';
    const texts = ['Atlantic', 'Eastern Pacific', 'Central Pacific'].map(quiet);
    const files = [...texts, JSON.stringify({ type: 'FeatureCollection', features: areas })].map((text, i) => {
      const file = join(folder, `nhc${i}`);
      writeFileSync(file, text);
      return file;
    });
    expect(feed('run', 'nhc-outlook', '--from', ...files).stdout).to.equal(
      '4 new, 0 changed, 0 unchanged, 0 refused\n  unknown basin "Open Ocean", 2 times\n',
    );
    const again = JSON.parse(feed('run', 'nhc-outlook', '--json', '--from', ...files).stdout) as object;
    expect(again).to.deep.include({ unknownWords: [{ field: 'basin', word: 'Open Ocean', count: 2 }] });
  });

  it('requests the simulated providers for a demonstration, never the real ones', () => {
    const { status, stdout, stderr } = feed('run', 'wpc-eros', '--demo');
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    expect(stdout).to.match(/^[1-9]\d* new, 0 changed, 0 unchanged, 0 refused\n$/);
  });

  it('merges bulletins from files, by the id of their source', () => {
    const begin = (code: string) => `${code} KWNS 202029\n`;
    const saw = `${begin('WWUS30')}SAW2\nWW 212 TORNADO OK TX 202035Z - 210300Z\n\nLAT...LON 36990273 36069666 34349697 35270302\n`;
    const wwp = `${begin('WWUS40')}WWP2\n\nTORNADO WATCH PROBABILITIES FOR WT 0212\n0329 PM CDT WED MAY 20 2026\n\nWT 0212\nMAX HAIL /INCHES/ : 2.5\n`;
    const files = [saw, wwp, `${begin('WUUS01')}PTSDY1\n`].map((text, i) => {
      const file = join(folder, `${i}.txt`);
      writeFileSync(file, text);
      return file;
    });
    expect(feed('run', 'watches', '--from', ...files).stdout).to.equal(
      '1 new, 0 changed, 0 unchanged, 1 refused\n' +
        '  refused WUUS01 KWNS 202029 PTSDY1: expected SEL, SAW, WWP or WOU, got "PTSDY1" (points of a convective outlook)\n',
    );
  });

  it('names a file that does not exist, or is a folder, in one line', () => {
    for (const [path, problem] of [
      [join(folder, 'absent.json'), 'the file does not exist'],
      [folder, 'this is a folder, not a file'],
    ]) {
      const { status, stdout, stderr } = feed('run', 'nws-alerts', '--from', path);
      expect({ status, stdout, stderr }).to.deep.equal({
        status: 2,
        stdout: '',
        stderr: `severe: ${path}: ${problem}\n`,
      });
    }
  });

  it('lists the feeds in one line if the requested one does not exist', () => {
    const { status, stdout, stderr } = feed('run', 'rainbows');
    expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' });
    expect(stderr).to.match(/^severe: no feed is named rainbows; feeds are mrms, .*\n$/);
  });
});
