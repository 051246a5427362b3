import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { AbusePromise } from './promise.ts';
import { countOf, newAddress, signUp, Visitor } from './visitor.ts';

const limit = 300;
const windowMs = 60_000;
/** Requests that are sent at once, and then one in this interval for longer than a window. */
const burst = 400;
const betweenMs = 150;

/** Processes over which the limit is counted at last. */
const manyProcesses = 4;

/** A path that costs one request. */
const path = '/watches?limit=1';

export const limitPromises: AbusePromise[] = [
  {
    promise: `of ${burst} anonymous requests at once ${limit} pass, and no minute has more`,
    async measure({ url }) {
      const address = newAddress();
      const passes: number[] = [];
      const ask = async (): Promise<number> => {
        const { status } = await new Visitor(url, address).call('GET', path);
        if (status === 200) passes.push(performance.now());
        return status;
      };
      const startedAt = performance.now();
      const statuses = await Promise.all(Array.from({ length: burst }, ask));
      assert.equal(statuses.filter((status) => status === 200).length, limit, countOf(statuses));
      // The moment at which a request is counted lies between its sending and its answer, so spans are a little shorter.
      const slackMs = performance.now() - startedAt;
      while (performance.now() - startedAt < 1.3 * windowMs) {
        await ask();
        await pause(betweenMs);
      }
      const spanMs = windowMs - slackMs;
      const most = Math.max(...passes.map((from) => passes.filter((at) => at >= from && at < from + spanMs).length));
      assert.ok(most <= limit, `${most} in a minute`);
      assert.ok(passes.length > limit, 'none passes after a minute');
      return `${countOf(statuses)}; at most ${most} in a minute, ${passes.length} in 78 s`;
    },
  },
  {
    promise: 'a key is not held by the limit of its address',
    async measure({ url }) {
      const person = await signUp(url);
      const { key } = (await person.call('POST', '/account/api-keys', { name: 'k' })).json();
      const program = new Visitor(url);
      await Promise.all(Array.from({ length: limit + 10 }, () => program.call('GET', path)));
      const [without, withKey] = [
        await program.call('GET', path),
        await program.call('GET', path, undefined, { headers: { 'X-API-Key': key as string } }),
      ];
      assert.deepEqual([without.status, withKey.status], [429, 200]);
      assert.equal(withKey.headers['x-ratelimit-limit'], '3000');
      return '429 without, 200 with the key';
    },
  },
  ...(
    [
      ['api-keys', 10],
      ['locations', 50],
      ['webhooks', 20],
    ] as const
  ).map(([what, most]): AbusePromise => ({
    // prettier-ignore
    promise: `of ${most + 15} new ${what} at the same time ${most} are made`,
    async measure({ url }) {
      const person = await signUp(url);
      const body = { name: 'x', lat: 35, lon: -97, url: 'https://127.0.0.1:8443/hook', bbox: [-98, 35, -97, 36] };
      const answers = await Promise.all(
        Array.from({ length: most + 15 }, () => person.call('POST', `/account/${what}`, body)),
      );
      const statuses = answers.map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 201).length, most, countOf(statuses));
      assert.equal(statuses.filter((status) => status === 409).length, 15, countOf(statuses));
      const listed = (await person.call('GET', `/account/${what}`)).json() as unknown[];
      assert.equal(listed.length, most);
      return countOf(statuses);
    },
  })),
  {
    promise: `of ${burst} anonymous requests at once over ${manyProcesses} processes ${limit} pass`,
    async measure({ url, processes, growTo }) {
      await growTo(manyProcesses);
      const address = newAddress();
      const answers = await Promise.all(
        Array.from({ length: burst }, () => new Visitor(url, address).call('GET', path)),
      );
      const statuses = answers.map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 200).length, limit, countOf(statuses));
      assert.equal(statuses.filter((status) => status === 429).length, burst - limit, countOf(statuses));
      return `${countOf(statuses)} over ${processes.length} processes`;
    },
  },
];
