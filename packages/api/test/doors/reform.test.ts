import { Reply } from '@severe/http';
import { expect } from 'chai';
import { createReform, type Form } from '../../src/doors/reform.ts';

const listOf = (...ids: number[]) =>
  Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: ids.map((id) => ({ type: 'Feature', id, geometry: null, properties: {} })) })); // prettier-ignore

describe('api/doors/reform', () => {
  let made: unknown[] = [];
  const form = (more: Partial<Form> = {}): Form => ({
    media: 'text/plain',
    head: 'ids:',
    textOf: ({ id }) => {
      made.push(id);
      return ` ${id}`;
    },
    ...more,
  });
  beforeEach(() => void (made = []));
  const textOf = async (reform: ReturnType<typeof createReform>, list: Buffer, of: Form) =>
    Buffer.from((await reform(new Reply(200, {}, list), of)).body as Uint8Array).toString();

  it('makes a feature once for all lists that have it', async () => {
    const reform = createReform();
    expect(await textOf(reform, listOf(1, 2), form({ dependsOn: '' }))).to.equal('ids: 1 2');
    expect(await textOf(reform, listOf(2, 3), form({ dependsOn: '' }))).to.equal('ids: 2 3');
    expect(made).to.deep.equal([1, 2, 3]);
  });

  it('makes it again for another form, for what else it depends on, and if that has no name', async () => {
    const [one, other] = [createReform(), createReform()];
    const forms = [form({ dependsOn: 'a' }), form({ dependsOn: 'b' }), form(), form()];
    for (const each of forms) await textOf(one, listOf(7), each);
    await textOf(other, listOf(7), form({ dependsOn: 'a' }));
    expect(made).to.deep.equal([7, 7, 7, 7, 7]);
  });

  it('makes each of a long list', async () => {
    const ids = Array.from({ length: 201 }, (_, i) => i);
    const reform = createReform();
    for (let i = 0; i < 2; i++) await textOf(reform, listOf(...ids), form({ dependsOn: '' }));
    expect(made.length).to.equal(402);
  });
});
