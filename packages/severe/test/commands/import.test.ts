import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../support/run-command.ts';

describe('severe import', function () {
  this.timeout(180_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'severe-import-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const run = (...args: string[]) => runCommand(folder, 'import', ...args);
  const written = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  it('reports new and refused rows with reasons, and finds nothing new the second time', () => {
    const file = written('own.csv', 'id,name,lat,lon\n1,Norman High,35.2,-97.4\n2,Nowhere,,\n');
    const first = run('facilities', file, '--kind', 'schools');
    expect(first.stdout).to.equal(
      '1 new, 0 changed, 0 unchanged, 1 refused\n' +
        '  refused 1: a position is two numbers on the earth, got [null,null], as in {"id":"2","name":"Nowhere"}\n',
    );
    expect([first.status, first.stderr]).to.deep.equal([0, '']); // no bar where there is no terminal
    const second = run('facilities', file, '--kind', 'school', '--json');
    expect(JSON.parse(second.stdout)).to.deep.include({ new: 0, changed: 0, unchanged: 1, ignored: {} });
  });

  it('exits with 2 and one line if the file has the wrong format', () => {
    const wrong = written('x.csv', 'a,b\n1,2\n');
    for (const [kind, file, why] of [
      ['facilities', wrong, 'expected columns latitude and longitude, got a, b'],
      ['counties', join(folder, 'absent.zip'), `${join(folder, 'absent.zip')}: the file does not exist`],
    ]) {
      const { status, stdout, stderr } = run(kind, file);
      expect([status, stdout, stderr.split('\n').length], stderr).to.deep.equal([2, '', 2]);
      expect(stderr).to.include(`severe: ${why}`);
    }
  });

  it('accepts existing kinds only', () => {
    const { status, stderr } = run('facilities', 'x.csv', '--kind', 'church');
    expect(status).to.equal(1);
    expect(stderr).to.include('one of hospital, nursing_home');
  });

  it('refuses the list name that is reserved for the demonstration', () => {
    const { status, stderr } = run('facilities', 'x.csv', '--source', 'simulated');
    expect([status, stderr.split('\n').length]).to.deep.equal([2, 2]);
    expect(stderr).to.include('--source simulated is the list of the demonstration');
  });
});
