import { testConnection } from '@severe/db/testing/database';
import { expect } from 'chai';
import { feedContext } from '../../support/stand-ins.ts';
import { playLives } from '../../support/lives/play.ts';

describe('nws-alerts: lives of events', () => {
  it('knows each event as itself, over New Year, late, twice and out of order, in lists and in texts', async function () {
    this.timeout(600_000);
    let now = new Date(0);
    const unused = { bytes: async () => undefined, text: async () => undefined, changedText: async () => undefined };
    const { context, close } = await feedContext(unused, () => now);
    try {
      const { knex } = await testConnection();
      const tally = await playLives(
        { context, knex, setClock: (time) => void (now = time) },
        { lives: 600, seed: 1, atOnce: 200 },
      );
      expect(tally.differences).to.deep.equal([]);
      expect(tally.unknowable).to.be.lessThan(tally.lives / 5);
    } finally {
      await close();
    }
  });
});
