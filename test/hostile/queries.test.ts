import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { shared } from '@severe/testing/shared';
import { startWalk, type Walk } from '../walks/support/service.ts';
import { isRefusal, tellsTooMuch } from './requests/judge.ts';
import { sender } from './requests/send.ts';

const file = shared('hostile/hostile-queries.tsv');
/** Method, path, expected statuses and reason. */
const lines =
  file === undefined
    ? []
    : readFileSync(file, 'latin1')
        .split('\n')
        .filter((line) => /^[A-Z]/.test(line));
const prefix = '/api/v1';

describe('the list of hostile queries', function () {
  this.timeout(180_000);
  let walk: Walk;
  before(async function () {
    if (lines.length === 0) this.skip();
    walk = await startWalk();
  });
  after(() => walk?.close());

  it('gets the expected status for every line', async () => {
    const { paths } = (await (await fetch(`${walk.url}${prefix}/openapi.json`)).json()) as { paths: object };
    const subjects = new Set(Object.keys(paths).map((path) => path.split('/')[1]));
    const { send, close } = sender(walk.url);
    const wrong: string[] = [];
    let sent = 0;
    for (const line of lines) {
      const [method, target, expected] = line.split('\t');
      const subject = target.slice(prefix.length + 1).split(/[/?]/)[0];
      if (!subjects.has(subject) && !['401', '404'].includes(expected)) continue; // not there yet
      sent++;
      const got = await send({ method, target, headers: {} });
      const right = expected.split('|').map((status) => Number(status.trim()));
      if (!right.includes(got.status)) wrong.push(`${line}: ${got.status}`);
      if (got.status < 400) continue;
      if (method !== 'HEAD' && !isRefusal(got)) wrong.push(`${line}: ${got.body.toString().slice(0, 200)}`);
      if (tellsTooMuch(got)) wrong.push(`${line}: tells too much`);
    }
    close();
    expect(wrong).to.deep.equal([]);
    expect(sent).to.be.greaterThan(lines.length / 2);
  });
});
