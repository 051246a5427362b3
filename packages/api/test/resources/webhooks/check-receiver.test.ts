import { RequestError } from '@severe/base';
import { expect } from 'chai';
import { checkReceiver } from '../../../src/resources/webhooks/check-receiver.ts';

const policy = { allowPrivate: false };

/** The answer for a URL whose name has these addresses, or cannot be resolved for a reason. */
async function answerTo(url: string, found: string[] | string): Promise<unknown> {
  const resolve = async (name: string): Promise<string[]> => {
    if (typeof found !== 'string') return found;
    throw Object.assign(new Error(`query ${found} ${name}`), { code: found });
  };
  return checkReceiver(url, policy, resolve).then(
    () => undefined,
    (error: unknown) => (error as RequestError).detail,
  );
}

describe('webhooks/check-receiver', () => {
  it('says the same of every name that leads to no public address, whatever the reason', async () => {
    const answers = await Promise.all([
      answerTo('https://db.internal.example/', ['10.0.0.7']),
      answerTo('https://db.internal.example/', ['10.0.0.7', '8.8.8.8']),
      answerTo('https://other.internal.example/', []),
      ...['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'ETIMEOUT', 'EREFUSED', 'ECONNREFUSED'].map((code) =>
        answerTo('https://nobody.internal.example/x', code),
      ),
      answerTo('https://10.0.0.7/', []),
      answerTo('https://localhost/', []),
      answerTo('https://db/', []),
    ]);
    const [first] = answers;
    expect(first).to.deep.equal([
      { loc: ['body', 'url'], msg: 'URL should lead to a public address', type: 'value_error' },
    ]);
    for (const answer of answers) expect(answer).to.deep.equal(first);
  });

  it('accepts a name with public addresses', async () => {
    expect(await answerTo('https://hooks.example.org/', ['8.8.8.8'])).to.equal(undefined);
  });
});
