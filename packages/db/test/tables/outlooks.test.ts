import { expect } from 'chai';
import { squareAt } from '../support/rows/alert-event.ts';
import { outlookArea } from '../support/rows/outlook-area.ts';
import type { Database } from '../../src/index.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { at } from '../support/times.ts';

const cat = 'day1otlk_cat';
const everything = { day: 1, type: 'categorical', at: at('22:18'), limit: 100, offset: 0 };

onEachDatabase('db/outlooks', (open) => {
  let db: Database;
  before(async function () {
    this.timeout(60_000);
    db = await open({ clock: () => at('22:18') });
  });
  after(() => db?.close());

  const found = async (active = true) => {
    const { rows } = await db.outlooks.search({ ...everything, active });
    return rows.map(({ id, risk }) => `${id} ${risk}`);
  };
  const slight = outlookArea({ risk: 'SLGT', riskRank: 3, area: squareAt(-99, 33, 4)! });

  it('keeps the id of an area while the file is unchanged', async () => {
    expect(await db.outlooks.replace(cat, [outlookArea(), slight, slight])).to.deep.equal({ new: 2, removed: 0 });
    const before = await found();
    expect(await db.outlooks.replace(cat, [slight, outlookArea()])).to.deep.equal({ new: 0, removed: 0 });
    expect(await found()).to.deep.equal(before);
    expect((await db.dataSets.all())[0]).to.deep.include({ name: 'outlooks', version: 1, dataAt: at('20:00') });
  });

  it('puts a new issuance in the place of the one before, and keeps that', async () => {
    const high = outlookArea({ risk: 'HIGH', riskRank: 6, issuedAt: at('21:00') });
    expect(await db.outlooks.replace(cat, [high])).to.deep.equal({ new: 1, removed: 2 });
    expect(await found()).to.have.length(1);
    expect(await found(false)).to.have.length(3);
  });

  it('changes nothing for an older issuance', async () => {
    expect(await db.outlooks.replace(cat, [outlookArea()])).to.deep.equal({ new: 0, removed: 0 });
    expect(await found()).to.have.length(1);
  });

  it('clears one file and no other, and counts what is in force', async () => {
    await db.outlooks.replace('day1otlk_torn', [outlookArea({ type: 'tornado' })]);
    expect(await db.outlooks.inForce(cat, at('22:18'))).to.equal(1);
    expect(await db.outlooks.inForce(cat, new Date('2026-05-21T12:00:00Z'))).to.equal(0);
    await db.outlooks.replace(cat, []);
    expect(await found()).to.deep.equal([]);
    expect(await db.outlooks.inForce('day1otlk_torn', at('22:18'))).to.equal(1);
  });

  it('removes what ended long ago', async () => {
    await db.outlooks.removeOld(new Date('2026-05-22T00:00:00Z'));
    expect(await found(false)).to.deep.equal([]);
  });
});
