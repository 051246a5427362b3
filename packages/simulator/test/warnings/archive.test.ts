import { areaHolds } from '@severe/geo';
import { expect } from 'chai';
import { hourMs, minuteMs } from '../../src/model/plane.ts';
import { stormModel } from '../../src/model/storms.ts';
import { openWarningArchive, type NumberedWarning } from '../../src/warnings/archive.ts';
import { gustTag, hailTag } from '../../src/warnings/texts.ts';

const seed = 11;
const start = Date.parse('2026-05-20T00:00:00Z');
const archive = openWarningArchive(seed);
const dayLong = archive.between(start, start + 24 * hourMs);
const lastOf = ({ messages }: NumberedWarning) => messages[messages.length - 1];
const nameOf = ({ office, kind, number }: NumberedWarning) => `${office.id}.${kind}.${number}`;
const ofKind = (kind: string) => dayLong.filter((warning) => warning.kind === kind);

describe('the warnings of a seed', () => {
  it('do not depend on the order of requests', () => {
    const later = openWarningArchive(seed);
    later.between(start + 20 * hourMs, start + 24 * hourMs);
    later.between(start - 30 * hourMs, start - 20 * hourMs);
    expect(later.between(start, start + 24 * hourMs)).to.deep.equal(dayLong);
    expect(openWarningArchive(seed + 1).between(start, start + 24 * hourMs)).not.to.deep.equal(dayLong);
  });

  it('only add messages with time', () => {
    for (let at = start; at < start + 12 * hourMs; at += 47 * minuteMs) {
      const then = openWarningArchive(seed).between(at - hourMs, at);
      const known = new Map(dayLong.map((warning) => [warning.key, warning]));
      for (const warning of then.filter(({ key }) => known.has(key))) {
        expect(warning).to.deep.equal(known.get(warning.key));
      }
    }
  });

  it('begin with one NEW, end with one CAN or EXP, and go on in between', () => {
    for (const warning of dayLong) {
      const actions = warning.messages.map(({ action }) => action);
      expect(actions[0]).to.equal('NEW');
      expect(actions.at(-1)).to.be.oneOf(['CAN', 'EXP']);
      for (const action of actions.slice(1, -1)) expect(action).to.be.oneOf(['CON', 'EXT']);
      const sent = warning.messages.map(({ sentAt }) => sentAt);
      expect(sent).to.deep.equal(sent.toSorted((a, b) => a - b));
      expect(new Set(sent).size).to.equal(sent.length);
      expect(lastOf(warning).sentAt).to.be.at.most(lastOf(warning).endsAt);
    }
  });

  it('have four-digit numbers, unique for an office and kind, that rise with time', () => {
    for (const seedOf of [1, 2, 3]) {
      const week = openWarningArchive(seedOf).between(start - 24 * hourMs, start + 3 * 24 * hourMs);
      expect(new Set(week.map(nameOf)).size).to.equal(week.length);
      for (const { number } of week) expect(number).to.be.within(1, 9999);
    }
    const norman = dayLong.filter(({ kind, office }) => kind === 'SV.W' && office.id === 'OUN');
    const byTime = norman.toSorted((one, other) => one.messages[0].sentAt - other.messages[0].sentAt);
    expect(byTime.length).to.be.at.least(3);
    expect(byTime.map(({ number }) => number)).to.deep.equal(
      norman.map(({ number }) => number).toSorted((a, b) => a - b),
    );
  });

  it('exist for every supercell that rotates fast enough, and contain its mesocyclone', () => {
    const stormsAt = stormModel(seed);
    const tornado = ofKind('TO.W');
    let seen = 0;
    for (let at = start + minuteMs; at < start + 24 * hourMs; at += 10 * minuteMs) {
      for (const cell of stormsAt(at).cells.filter(({ kind, rotation }) => kind === 'supercell' && rotation > 9)) {
        const here = tornado.flatMap(({ messages, key }) => {
          const said = messages.findLast(({ sentAt }) => sentAt <= at);
          return key.startsWith(`${cell.id}/`) && said && said.endsAt > at && !/CAN|EXP/.test(said.action)
            ? [said]
            : [];
        });
        const holding = here.filter(({ ring }) =>
          areaHolds({ type: 'Polygon', coordinates: [ring!] }, [cell.mesocyclone.lon, cell.mesocyclone.lat]),
        );
        expect(holding.length, `${cell.id} at ${new Date(at).toISOString()}`).to.be.at.least(1);
        seen++;
      }
    }
    expect(seen).to.be.above(20);
  });

  it('drop the area behind their storm', () => {
    for (const { messages } of ofKind('TO.W').filter((warning) => warning.messages.length > 3)) {
      const rears = messages.map(({ ring }) => ring![0][0]);
      expect(rears[2]).to.be.above(rears[0] - 0.02); // the storms of the plains go east
    }
  });

  it('end with the storm', () => {
    const stormsAt = stormModel(seed);
    for (const { key, messages } of [...ofKind('TO.W'), ...ofKind('SV.W')]) {
      const { sentAt, endsAt, action } = messages[messages.length - 1];
      if (action === 'CAN') expect(sentAt).to.be.below(endsAt);
      const [id] = /^\d+\/\d+L?(?=\/)/.exec(key) ?? [];
      const before = messages.findLast((message) => message.action === 'CON')?.sentAt;
      if (id && before) expect(stormsAt(before).cells.map((cell) => cell.id)).to.include(id);
    }
  });

  it('name hail of a severe size or gusts of a severe strength when a severe thunderstorm warning is issued', () => {
    for (const { messages } of ofKind('SV.W')) {
      const { sample } = messages[0].storm!;
      expect(hailTag(sample.hailIn) >= 1 || gustTag(sample.gustMph) >= 60).to.equal(true);
    }
  });

  it('extend floods beyond their first duration', () => {
    const floods = [...ofKind('FF.W'), ...ofKind('FA.Y')];
    expect(floods.length).to.be.at.least(6);
    for (const { messages } of floods) {
      const extended = messages.filter(({ action }) => action === 'EXT');
      expect(extended).to.have.length(1);
      expect(extended[0].endsAt).to.be.above(messages[0].endsAt);
    }
  });
});
