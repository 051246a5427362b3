import { expect } from 'chai';
import { runFaults } from '../../scripts/faults/cluster/run-faults.ts';
import { withFolder } from '../../scripts/support/service-process.ts';
import { requireInstalled } from './require-installed.ts';

/** Two processes of these roles on stores of their own; `npm run test:faults -- cluster` has two of each role, and all faults. */
const groups = [
  ['api', 'tiles'],
  ['ingest', 'raster', 'webhooks'],
] as const;
/** Deliveries of a dispatcher that is killed go on after 45 s only: it has tests of its own. */
const faults = ['api+tiles-killed', 'redis-killed'];

describe('a cluster under faults', function () {
  this.timeout(900_000); // a minute on an idle machine

  it('answers, shows and tells what it would without them', async function () {
    requireInstalled(this, 'PostgreSQL with PostGIS', 'Redis', 'MinIO', 'nginx');
    await withFolder(async (folder) => {
      const rounds: string[] = [];
      const { history, problems, areLevel } = await runFaults({ folder, groups, only: faults }, (round) => {
        expect(round.wellAfterMs, `${round.about}: requests are answered again`).to.not.equal(undefined);
        expect(round.heardAfterMs, `${round.about}: events come again`).to.not.equal(undefined);
        rounds.push(round.about);
      });
      expect(problems.map(({ what }) => what)).to.deep.equal([]);
      expect(rounds).to.have.length(faults.length);
      expect(areLevel, 'every client has every event').to.equal(true);
      expect(history.seen.length).to.be.above(100);
      expect(history.owed.length).to.be.above(0);
    });
  });
});
