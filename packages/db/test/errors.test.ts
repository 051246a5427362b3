import { OverBudgetError, UpstreamError } from '@severe/base';
import { expect } from 'chai';
import { asDatabaseError, asRequestError, guarded } from '../src/errors.ts';

const withCode = (code: string) => Object.assign(new Error('said'), { code });

describe('errors', () => {
  for (const code of ['ECONNREFUSED', 'ENOENT', '08006', '57P01', '57014', '53300', '40P01', '55P03']) {
    it(`treats ${code} as an unavailable database`, () => {
      expect(asDatabaseError(withCode(code)))
        .to.be.instanceOf(UpstreamError)
        .and.to.include({ system: 'database' });
    });
  }

  for (const code of ['23505', '42P01', '22P02', '25P02']) {
    it(`does not retry after ${code}, an error in our statement`, () => {
      const error = withCode(code);
      expect(asDatabaseError(error)).to.equal(error);
    });
  }

  it('recognizes errors of pg and the pool that have no code', () => {
    const said = [
      'Connection terminated unexpectedly',
      'Connection terminated due to connection timeout',
      'timeout expired',
      'Client has encountered a connection error and is not queryable',
      'Knex: Timeout acquiring a connection. The pool is probably full.',
      'no answer within 2500 ms',
      'aborted', // the pool is closing
    ];
    for (const message of said) expect(asDatabaseError(new Error(message)), message).to.be.instanceOf(UpstreamError);
    const ours = new TypeError('x is not a function');
    expect(asDatabaseError(ours)).to.equal(ours);
  });

  it('says of a statement that is out of time how to ask for less', () => {
    const late = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    const error = asRequestError(late) as OverBudgetError;
    expect(error).to.be.instanceOf(OverBudgetError);
    expect(error.message).to.include('smaller area');
    const cancelled = Object.assign(new Error('canceling statement due to user request'), { code: '57014' });
    expect(asRequestError(cancelled)).to.be.instanceOf(UpstreamError).and.not.instanceOf(OverBudgetError);
    expect(asDatabaseError(late)).to.not.be.instanceOf(OverBudgetError); // a writer has no budget
  });

  it('omits the SQL statement from the error message', () => {
    const said = new Error('select *\nfrom frames where a - b > $1 - canceling statement due to statement timeout');
    expect((asDatabaseError(said) as Error).message).to.equal('canceling statement due to statement timeout');
  });

  it('guards every method, and keeps the cause', async () => {
    const cause = withCode('ECONNRESET');
    const table = guarded({ read: async (n: number) => n + 1, fail: async () => Promise.reject(cause) });
    expect(await table.read(1)).to.equal(2);
    const error = await table.fail().catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(UpstreamError).and.to.include({ cause });
  });
});
