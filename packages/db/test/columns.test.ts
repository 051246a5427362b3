import { expect } from 'chai';
import {
  assignments,
  boundValues,
  column,
  except,
  givenRows,
  givenValues,
  names,
  shown,
  updates,
  type RowOf,
} from '../src/columns.ts';
import { selectList } from '../src/table.ts';

const columns = {
  river: column<string>('river text'),
  stageM: column<number | null>('stage_m double precision'),
  at: column<Date>('issued timestamptz'),
};

describe('columns', () => {
  it('give a row its type', () => {
    const row: RowOf<typeof columns> = { river: 'Elkhorn River', stageM: null, at: new Date(0) };
    // @ts-expect-error a number has no time zone
    column<number>('stage_m timestamptz');
    // @ts-expect-error a river has a name
    row.river = null;
    expect(Object.keys(row)).to.deep.equal(Object.keys(columns));
  });

  it('give the lists of an insert, in one order', () => {
    expect(givenRows(columns)).to.equal(
      'jsonb_to_recordset(cast(:given as jsonb)) as given ("river" text, "stageM" double precision, "at" timestamptz)',
    );
    expect(names(columns)).to.equal('river, stage_m, issued');
    expect(givenValues(columns)).to.equal('given."river", given."stageM", given."at"');
    expect(givenValues(columns, { stageM: 'abs(given."stageM")' })).to.equal('given."river", abs(given."stageM"), given."at"'); // prettier-ignore
    expect(boundValues(columns)).to.equal(':river, :stageM, :at');
  });

  it('give the lists of a change', () => {
    const changing = except(columns, 'river');
    expect(assignments(changing)).to.equal('stage_m = excluded.stage_m, issued = excluded.issued');
    expect(names(changing, 'old')).to.equal('old.stage_m, old.issued');
    expect(updates(columns, { at: new Date(0), stageM: null, river: undefined })).to.deep.equal([
      'stage_m = :stageM',
      'issued = :at',
    ]);
  });

  it('give the list of a select', () => {
    expect(selectList(shown(columns))).to.equal('t.river as "river", t.stage_m as "stageM", t.issued as "at"');
    expect(shown(columns, 'w').at).to.equal('w.issued');
  });
});
