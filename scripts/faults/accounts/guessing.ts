import assert from 'node:assert/strict';
import type { AbusePromise } from './promise.ts';
import { countOf, newAddress, signUp, Visitor } from './visitor.ts';

/** Wrong passwords that one address may send for one account in 15 minutes. */
const wrongPasswords = 10;
/** Calls of each kind whose times are compared. */
const timedCalls = 100;
/** By how much the medians may differ. */
const allowedRatio = 1.05;
const rounds = 3;

/** Median time of logins with a wrong password, divided by that of logins with an unknown address. */
async function ratioOfTimes(url: string, email: string): Promise<number> {
  const times: [wrong: number[], unknown: number[]] = [[], []];
  let visitor = new Visitor(url);
  for (let i = 0; i < 2 * timedCalls; i++) {
    if (i % (2 * wrongPasswords) === 0) visitor = new Visitor(url);
    const body = { email: i % 2 === 0 ? email : 'nobody@example.org', password: `wrong ${i}` };
    const startedAt = performance.now();
    const { status } = await visitor.call('POST', '/auth/login', body);
    times[i % 2].push(performance.now() - startedAt);
    assert.equal(status, 401);
  }
  const [wrong, unknown] = times.map((each) => each.toSorted((a, b) => a - b)[timedCalls / 2]);
  return wrong / unknown;
}

/** Whether a round is within the limit, or rounds differ to both sides. */
function isAlike(ratios: number[]): boolean {
  return !ratios.every((ratio) => ratio > allowedRatio) && !ratios.every((ratio) => ratio < 1 / allowedRatio);
}

export const guessingPromises: AbusePromise[] = [
  {
    promise: 'an unknown address and a wrong password get the same answer',
    async measure({ url }) {
      const person = await signUp(url);
      const visitor = new Visitor(url);
      const wrong = await visitor.call('POST', '/auth/login', { email: person.email, password: 'wrong horse 77' });
      const unknown = await visitor.call('POST', '/auth/login', {
        email: 'no@example.org',
        password: 'wrong horse 77',
      });
      assert.deepEqual([unknown.status, unknown.text], [wrong.status, wrong.text]);
      assert.equal(wrong.status, 401);
      return wrong.text;
    },
  },
  {
    promise: `medians of their times over ${2 * timedCalls} alternating calls differ by less than 5 %`,
    async measure({ url }) {
      const person = await signUp(url);
      const ratios: number[] = [];
      // On a busy machine one round may differ by chance; what can be guessed differs in all of them, to the same side.
      for (let round = 0; round < rounds; round++) {
        ratios.push(await ratioOfTimes(url, person.email));
        if (isAlike(ratios)) break;
      }
      const measured = `wrong / unknown: ${ratios.map((ratio) => ratio.toFixed(3)).join(', ')}`;
      assert.ok(isAlike(ratios), measured);
      return measured;
    },
  },
  {
    promise: 'forgot-password answers alike with and without an account, and sends no mail in the request',
    async measure({ url, query }) {
      const person = await signUp(url);
      const visitor = new Visitor(url);
      const [known, unknown] = [
        await visitor.call('POST', '/auth/forgot-password', { email: person.email }),
        await visitor.call('POST', '/auth/forgot-password', { email: 'nobody-1@example.org' }),
      ];
      assert.deepEqual([unknown.status, unknown.text], [known.status, known.text]);
      const rows = await query<{ recipient: string }>(
        `select recipient from mails where recipient in ($1, 'nobody-1@example.org') and token_purpose = 'reset_password'`,
        [person.email],
      );
      assert.deepEqual(rows, [{ recipient: person.email }], 'nothing is stored for the unknown address');
      return `${known.status} ${known.text}, a row of the outbox for the account alone`;
    },
  },
  {
    promise: `of 30 wrong passwords at the same time, ${wrongPasswords} are looked at, whatever X-Forwarded-For says`,
    async measure({ url }) {
      const [uma, vic] = [await signUp(url, 'uma'), await signUp(url, 'vic')];
      const attacker = newAddress();
      const answers = await Promise.all(
        Array.from(
          { length: 30 },
          (_, i) =>
          new Visitor(url, attacker).call('POST', '/auth/login', { email: uma.email, password: `wrong ${i}` }, { headers: { 'X-Forwarded-For': `203.0.113.${i}` } }), // prettier-ignore
        ),
      );
      const statuses = answers.map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 401).length, wrongPasswords, countOf(statuses));
      assert.equal(statuses.filter((status) => status === 429).length, 30 - wrongPasswords, countOf(statuses));
      assert.ok(answers.every(({ status, headers }) => status === 401 || Number(headers['retry-after']) > 0));
      const login = async ({ email, password }: typeof uma, address?: string): Promise<number> =>
        (await new Visitor(url, address).call('POST', '/auth/login', { email, password })).status;
      assert.equal(await login(uma, attacker), 429);
      assert.equal(await login(vic, attacker), 200, 'another account from the same address');
      assert.equal(await login(uma), 200, 'the owner from elsewhere');
      return countOf(statuses);
    },
  },
  {
    promise: 'of 40 sign-ups of one address at the same time, 20 are taken',
    async measure({ url }) {
      const address = newAddress();
      const answers = await Promise.all(
        Array.from(
          { length: 40 },
          (_, i) =>
          new Visitor(url, address).call('POST', '/auth/signup', { email: `many-${i}@example.org`, password: 'correct horse 77' }), // prettier-ignore
        ),
      );
      const statuses = answers.map(({ status }) => status);
      assert.equal(countOf(statuses), '201 × 20, 429 × 20');
      return countOf(statuses);
    },
  },
];
