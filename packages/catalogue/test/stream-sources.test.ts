import { sources, streamSources } from '@severe/catalogue';
import { expect } from 'chai';

/** Fetched when somebody asks. */
const onDemand = ['forecast'];
/** Reference data, which an import replaces. */
const imported = ['counties', 'facilities', 'places'];

describe('catalogue/stream-sources', () => {
  it('are the sources whose data are published as they come', () => {
    const published = sources.map(({ id }) => id).filter((id) => ![...onDemand, ...imported].includes(id));
    expect([...streamSources]).to.have.members(published);
  });
});
