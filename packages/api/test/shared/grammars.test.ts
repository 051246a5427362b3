import { apiEndpoints } from '@severe/api';
import { grammars, parseStamp, parseTime } from '@severe/base';
import type { Param } from '@severe/http';
import { tileEndpoints } from '@severe/tiles';
import { expect } from 'chai';
import * as fc from 'fast-check';

/** Every parameter with a grammar of its own, by name and pattern. */
const composites = new Map<string, [name: string, param: Param]>();
for (const { query } of [...apiEndpoints, ...tileEndpoints]) {
  for (const [name, param] of Object.entries(query)) {
    if (param.grammar !== undefined) composites.set(`${name} ${param.grammar}`, [name, param]);
  }
}

/** Texts of which some are accepted. */
const texts = fc.oneof(
  fc.string(),
  fc.array(fc.double({ noNaN: true, min: -200, max: 200 }), { minLength: 1, maxLength: 5 }).map((all) => all.join(',')),
  fc.array(fc.integer({ min: -90, max: 90 }), { minLength: 2, maxLength: 4 }).map((all) => ` ${all.join(' , ')} `),
  fc
    .tuple(fc.double({ min: 0, max: 99, noNaN: true }), fc.constantFrom('km', 'KM', 'mi', 'nmi', 'm', ' Km '))
    .map((all) => all.join('')),
  fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
  fc.date({ noInvalidDate: true }).map((at) => at.toISOString().slice(0, 16).replace(/\D/g, '')),
  fc.integer({ min: 0, max: 99 }).map(String),
);

describe('grammars in the OpenAPI document', () => {
  it('are there for every composite parameter', () => {
    const names = new Set([...composites.values()].map(([name]) => name));
    expect([...names]).to.include.members(['bbox', 'point', 'radius', 'start', 'end', 'as_of', 'ts', 'valid', 'since']);
  });

  for (const [name, param] of composites.values()) {
    it(`hold every text that ${name} accepts, its example among them (${param.grammar})`, () => {
      const grammar = new RegExp(param.grammar!, 'u');
      expect(String(param.example)).to.match(grammar);
      let accepted = 0;
      fc.assert(
        fc.property(texts, (text) => {
          try {
            param.parse!(text);
          } catch {
            return;
          }
          accepted++;
          expect(text).to.match(grammar);
        }),
        { numRuns: 2000, seed: 7 },
      );
      if (name !== 'since') expect(accepted).to.be.above(0);
    });
  }

  it('hold the times that can be parsed', () => {
    for (const text of ['2026-05-20', '2026-05-20T22:18Z', '2026-05-20 22:18:00.5 05:00', '2026-05-20t22:18:00-0500'])
      expect([parseTime(text) !== undefined, new RegExp(grammars.time).test(text)], text).to.deep.equal([true, true]);
    expect([parseStamp('202605202218') !== undefined, new RegExp(grammars.stamp).test('202605202218')]).to.deep.equal([true, true]); // prettier-ignore
  });
});
