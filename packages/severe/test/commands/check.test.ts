import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecording } from '@severe/recording';
import { expect } from 'chai';
import { runCommand } from '../support/run-command.ts';

describe('severe check', function () {
  this.timeout(180_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'severe-check-test-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('asks the simulated providers, prints a line for each source, and keeps the answers', async () => {
    const saved = join(folder, 'saved');
    const { status, stdout } = runCommand(folder, 'check', 'alerts', 'local-reports', '--save', saved);
    expect(status, stdout).to.equal(0);
    const [heading, ...lines] = stdout.trimEnd().split('\n');
    expect(heading).to.match(/^source +answers +size +time +newest +rows +refused +state$/);
    expect(lines.slice(0, 2).map((line) => line.split(/ +/)[0])).to.have.members(['alerts', 'reports']);
    for (const line of lines.slice(0, 2)) expect(line).to.match(/ [1-9]\d* +[\d.]+ [kM]B +[\d.]+ s .* 0 {2}ok$/);
    expect(lines[2]).to.match(/^2 of 2 hosts reached, (\d) of \1 feeds fine, [\d.]+ [kM]B in \d+ s$/);
    expect(lines[3]).to.match(/simulated providers; --live/);
    const recording = await openRecording(saved);
    expect(recording.runs.map(({ feed }) => feed)).to.include.members(['nws-alerts', 'local-reports']);
  });

  it('ends with 1 if a provider fails, and prints JSON', () => {
    process.env.PROVIDERS = 'http://127.0.0.1:2'; // nobody listens there
    const { status, stdout } = runCommand(folder, 'check', '--json', '--live', 'nws-alerts');
    delete process.env.PROVIDERS;
    expect(status).to.equal(1);
    const { sources } = JSON.parse(stdout) as {
      sources: { source: string; feeds: { state: string; why: string }[] }[];
    };
    expect(sources.map(({ source }) => source)).to.deep.equal(['alerts']);
    expect(sources[0].feeds[0]).to.include({ state: 'failed', rows: null });
    expect(sources[0].feeds[0].why).to.match(/^api\.weather\.gov: .*\(ECONNREFUSED\)$/);
  });

  it('asks a source that is named, also if the preset leaves it out', () => {
    process.env.SOURCES = 'home';
    const { status, stdout } = runCommand(folder, 'check', 'usgs-latest');
    delete process.env.SOURCES;
    expect(status, stdout).to.equal(0);
    expect(stdout).to.match(/^gauges +[1-9].* ok$/m);
  });

  it('refuses a name that no source and no feed has', () => {
    const { status, stderr } = runCommand(folder, 'check', 'constructor');
    expect([status, stderr]).to.deep.equal([2, stderr]);
    expect(stderr).to.match(/^severe: no source or feed is named constructor; sources are alerts, /);
  });
});
