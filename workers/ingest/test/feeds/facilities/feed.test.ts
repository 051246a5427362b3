import { expect } from 'chai';
import { simulatedFacilities } from '../../../src/feeds/facilities/feed.ts';
import { Bucket, feedContext } from '../../support/stand-ins.ts';

const list =
  'id,kind,name,city,state,capacity,latitude,longitude\n1-school,school,A School (SIMULATED),Norman,OK,300,35.22,-97.44\n';

describe('feeds/facilities', () => {
  async function runTwice(imported?: string) {
    const provider = new Bucket('https://simulated.invalid');
    provider.put('facilities.csv', list);
    const { context, close } = await feedContext(provider, () => new Date('2026-05-20T22:18:00Z'));
    try {
      if (imported) await context.db.places.recordEdition('facilities', imported);
      const reports = [await simulatedFacilities.run(context), await simulatedFacilities.run(context)];
      return { stored: reports.map((report) => report.new), asked: provider.asked };
    } finally {
      await close();
    }
  }

  it('imports the simulated list once', async function () {
    this.timeout(60_000);
    expect(await runTwice()).to.deep.equal({ stored: [1, 0], asked: ['facilities.csv'] });
  });

  it('makes no request if an operator has imported facilities', async function () {
    this.timeout(60_000);
    expect(await runTwice('hospitals')).to.deep.equal({ stored: [0, 0], asked: [] });
  });

  it('runs only in a simulated world', () => {
    expect(simulatedFacilities.only).to.equal('simulated');
  });
});
