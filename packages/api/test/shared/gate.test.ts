import { expect } from 'chai';
import { UpstreamError } from '@severe/base';
import { createGate } from '../../src/shared/gate.ts';

const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('api/shared/gate', () => {
  it('never lets more in than there are places, and everybody in the end', async () => {
    const gate = createGate('test', 3);
    let inside = 0;
    let most = 0;
    let done = 0;
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        gate
          .run(async () => {
            most = Math.max(most, ++inside);
            await soon();
            inside--;
            done++;
            if (i % 5 === 0) throw new Error('a task may fail');
          })
          .catch(() => undefined),
      ),
    );
    expect([most, done]).to.deep.equal([3, 20]);
  });

  it('sends away who comes when too many wait', async () => {
    const gate = createGate('forecasts', 1, 1);
    let open = (): void => undefined;
    const first = gate.run(() => new Promise<void>((resolve) => (open = resolve)));
    const second = gate.run(soon);
    const third = await gate.run(soon).catch((error: unknown) => error);
    expect(third).to.be.instanceOf(UpstreamError).and.include({ system: 'forecasts', retryAfterSeconds: 1 });
    open();
    await Promise.all([first, second]);
    await gate.run(soon);
  });
});
