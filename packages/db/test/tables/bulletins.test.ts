import { expect } from 'chai';
import { bulletin } from '../support/rows/bulletin.ts';
import type { Database } from '../../src/index.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { at } from '../support/times.ts';

onEachDatabase('db/bulletins', (open) => {
  let db: Database;
  beforeEach(async function () {
    this.timeout(60_000);
    db = await open();
  });
  afterEach(() => db?.close());

  it('stores each once, and reports repetitions', async () => {
    const { bulletins } = db;
    expect(await bulletins.store([bulletin(), bulletin({ id: 'b2', product: 'HWO' })])).to.equal(2);
    expect(await bulletins.store([bulletin({ text: 'changed' })])).to.equal(0);
    expect(await bulletins.existing(['b1', 'b2', 'b3'])).to.have.members(['b1', 'b2']);
    expect(await bulletins.newest('AFD', 'OUN')).to.deep.equal(bulletin());
    expect((await db.dataSets.all())[0]).to.deep.include({ name: 'text', version: 1, dataAt: bulletin().issuedAt });
  });

  it('stores the same words under one heading once, whatever their id', async () => {
    const { bulletins } = db;
    await bulletins.store([bulletin()]);
    const spaced = bulletin().text.replaceAll(' ', '  ');
    expect(await bulletins.store([bulletin({ id: '202605202016-KOUN', text: `${spaced}\n` })])).to.equal(0);
    const others = [{ text: 'other words' }, { office: 'TSA' }, { wmo: 'FXUS63' }, { amendment: 'CCA' }, { issuedAt: at('20:00') }]; // prettier-ignore
    expect(await bulletins.store(others.map((change, i) => bulletin({ id: `x${i}`, ...change })))).to.equal(5);
  });

  it('gives the newest, of one minute the last correction', async () => {
    const { bulletins } = db;
    await bulletins.store([
      bulletin({ id: 'c1', amendment: 'CCA' }),
      bulletin({ id: 'c2', amendment: 'CCB' }),
      bulletin({ id: 'z9' }),
      bulletin({ id: 'old', amendment: 'CCC', issuedAt: at('20:00') }),
      bulletin({ id: 'other', office: 'TSA', issuedAt: at('22:00') }),
    ]);
    expect((await bulletins.newest('AFD', 'OUN'))?.id).to.equal('c2');
    expect(await bulletins.newest('HWO', 'OUN')).to.equal(undefined);
    const simulated = await open({ simulated: true, keep: true });
    expect(await simulated.bulletins.newest('AFD', 'OUN')).to.equal(undefined);
  });

  it('forgets the old', async () => {
    const { bulletins } = db;
    await bulletins.store([bulletin(), bulletin({ id: 'old', issuedAt: at('20:00') })]);
    expect(await bulletins.removeOld(at('21:00'))).to.equal(1);
    expect(await bulletins.existing(['b1', 'old'])).to.deep.equal(['b1']);
  });
});
