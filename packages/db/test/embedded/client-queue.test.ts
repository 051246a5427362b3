import { expect } from 'chai';
import { ClientQueue, EngineFailure } from '../../src/embedded/client-queue.ts';

const readyForQuery = { idle: 'Z\0\0\0\x05I', failed: 'Z\0\0\0\x05E' };
const rowOfOne = 'D\0\0\0\x0b\0\x01\0\0\0\x011';
const bytes = (text: string) => Buffer.from(text, 'latin1');

/** A line to an engine that gives these answers in order, and notes what it was sent. */
function lineTo(...answers: (string | Error)[]): { line: ClientQueue; sent: string[] } {
  const sent: string[] = [];
  const line = new ClientQueue({
    async send(messages) {
      sent.push(Buffer.from(messages).toString('latin1'));
      const answer = answers.shift() ?? expect.fail('nothing more was expected');
      if (answer instanceof Error) throw answer;
      return bytes(answer);
    },
  });
  return { line, sent };
}

describe('embedded/client-queue', () => {
  for (const [what, answer, alive] of [
    ['one row that reads 1', `${rowOfOne}${readyForQuery.idle}`, true],
    ['no row', readyForQuery.idle, false],
    ['nothing at all', '', false],
    ['a row and no end', rowOfOne, false],
    ['a refusal in a failed transaction', `E\0\0\0\x05\0${readyForQuery.failed}`, true],
  ] as const) {
    it(`treats an engine that answers a check with ${what} as ${alive ? 'alive' : 'dead'}`, async () => {
      const { line, sent } = lineTo(answer);
      expect(await line.check()).to.equal(alive);
      expect(sent).to.deep.equal(['Q\0\0\0\x0dselect 1\0']);
    });
  }

  it('does not check in the middle of a group, and does when it has ended', async () => {
    const { line, sent } = lineTo('1\0\0\0\x04', readyForQuery.idle, '');
    await line.send(bytes('P…H'), false);
    expect(await line.check()).to.equal(true);
    await line.send(bytes('S'), true);
    expect(await line.check()).to.equal(false);
    expect(sent).to.have.length(3);
  });

  it('fails when the engine throws, and when it gives no end where one is due', async () => {
    const { line } = lineTo(new Error('exit(1)'), rowOfOne, rowOfOne);
    const failure = (ends: boolean) => line.send(bytes('x'), ends).catch((error: unknown) => error);
    expect(await failure(true))
      .to.be.instanceOf(EngineFailure)
      .and.to.have.property('message')
      .that.includes('exit(1)');
    expect(await failure(true))
      .to.be.instanceOf(EngineFailure)
      .and.to.have.property('message')
      .that.includes('without a ReadyForQuery');
    expect(await failure(false)).to.have.property('reply');
  });

  it('rolls back after a Sync, and fails when a transaction is still open then', async () => {
    const { line, sent } = lineTo(readyForQuery.failed, readyForQuery.idle, readyForQuery.idle, readyForQuery.failed);
    await line.rollBack();
    expect(sent).to.deep.equal(['S\0\0\0\x04', 'Q\0\0\0\x0drollback\0']);
    const error = await line.rollBack().catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(EngineFailure);
  });

  it('gives turns in the order of asking', async () => {
    const { line } = lineTo();
    const order: number[] = [];
    const first = await line.takeTurn();
    const others = [1, 2, 3].map(async (n) => {
      const end = await line.takeTurn();
      order.push(n);
      end();
    });
    expect(order).to.deep.equal([]);
    first();
    await Promise.all(others);
    expect(order).to.deep.equal([1, 2, 3]);
  });
});
