import { expect } from 'chai';
import { chooseObserved, chooseForecast, defaultRun } from '../src/choose-frame.ts';
import { FrameIndex } from '../src/frame-index.ts';
import { productOf } from './support/fields.ts';
import { frameRow } from './support/frames.ts';

const at = (time: string) => new Date(`2026-05-20T${time}Z`);
const hourMs = 3_600_000;
const hour = (run: Date, hours: number) => new Date(run.getTime() + hours * hourMs);

describe('choose-frame', () => {
  describe('of an observed series', () => {
    const vil = productOf('radar', 'vil');
    const index = new FrameIndex();
    for (const time of ['22:00:38', '22:02:40', '22:10:36']) index.add(frameRow({ product: 'vil', validAt: at(time) }));
    const chosen = (time?: string) => {
      const choice = chooseObserved(index, vil, time === undefined ? undefined : at(time));
      return choice && [choice.frame.stamp.slice(8), choice.exact];
    };

    it('is the newest without a time', () => expect(chosen()).to.deep.equal(['2210', false]));
    it('is the frame of the minute, exactly', () => expect(chosen('22:02:00')).to.deep.equal(['2202', true]));
    it('is the frame before it, up to five minutes back', () => {
      expect(chosen('22:07:00')).to.deep.equal(['2202', false]);
      expect(chosen('22:08:00')).to.equal(undefined);
    });
    it('is never a later one', () => expect(chosen('21:59:00')).to.equal(undefined));
    it('is undefined without frames', () => {
      expect(chooseObserved(new FrameIndex(), vil, undefined)).to.equal(undefined);
      expect(chooseObserved(new FrameIndex(), vil, at('22:00:00'))).to.equal(undefined);
    });
    it('may be two cadences old if that is longer than five minutes', () => {
      const slow = { ...vil, everySeconds: 300 };
      expect(chooseObserved(index, slow, at('22:20:00'))?.frame.stamp).to.equal('202605202210');
      expect(chooseObserved(index, slow, at('22:21:00'))).to.equal(undefined);
    });
  });

  describe('of a model', () => {
    const cape = productOf('hrrr', 'cape');
    const [old, complete, newest] = ['18:00:00', '20:00:00', '21:00:00'].map(at);
    const filled = (id: string, runs: [Date, number[]][]) => {
      const index = new FrameIndex();
      for (const [runAt, hours] of runs) {
        for (const h of hours) index.add(frameRow({ family: 'hrrr', product: id, runAt, validAt: hour(runAt, h) }));
      }
      return index;
    };
    const all = Array.from({ length: 19 }, (_, h) => h);
    const index = filled('cape', [
      [old, all],
      [complete, all],
      [newest, [0, 1, 2]],
    ]);
    const chosen = (run: Date | undefined, valid: Date | number | undefined, now = at('22:20:00'), from = index) => {
      const time = typeof valid === 'number' ? valid * hourMs : valid; // a forecast hour
      const choice = chooseForecast(from, cape, { run, valid: time }, now);
      return choice && { run: choice.frame.runAt, valid: choice.frame.validAt, exact: choice.exact };
    };

    it('is of the newest run that holds the next 18 hours, at the hour nearest to now', () => {
      expect(chosen(undefined, undefined)).to.deep.equal({ run: complete, valid: at('22:00:00'), exact: false });
      expect(chosen(undefined, undefined, at('22:31:00'))?.valid).to.deep.equal(at('23:00:00'));
    });

    it('is of the newest run if none holds the present hour', () => {
      expect(chosen(undefined, undefined, at('10:00:00'))?.valid).to.deep.equal(newest);
      expect(chosen(undefined, undefined, new Date('2026-05-25T00:00:00Z'))?.valid).to.deep.equal(hour(newest, 2));
    });

    it('is of the newest run with the hour, if the default one lacks it', () => {
      const long = filled('cape', [
        [old, Array.from({ length: 49 }, (_, h) => h)],
        [complete, all],
      ]);
      const now = at('20:10:00');
      expect(chosen(undefined, undefined, now, long)?.run).to.deep.equal(complete);
      expect(chosen(undefined, hour(old, 40), now, long)?.run).to.deep.equal(old);
      expect(chosen(undefined, hour(old, 49), now, long)).to.equal(undefined);
    });

    it('is of the run of all fields, also if a field of another run has arrived first', () => {
      const two = filled('cape', [
        [complete, all],
        [newest, all],
      ]);
      for (const h of all)
        two.add(frameRow({ family: 'hrrr', product: 't2m', runAt: complete, validAt: hour(complete, h) }));
      expect(chosen(undefined, undefined, at('22:20:00'), two)?.run).to.deep.equal(complete);
    });

    it('accepts a forecast hour or a time', () => {
      expect(chosen(undefined, 3)?.valid).to.deep.equal(hour(complete, 3));
      expect(chosen(undefined, at('23:00:00'))?.valid).to.deep.equal(at('23:00:00'));
      expect(chosen(undefined, 19)).to.equal(undefined);
      expect(chosen(undefined, at('23:30:00'))).to.equal(undefined);
    });

    it('is exact if run and time are both named', () => {
      expect(chosen(newest, 2)).to.deep.equal({ run: newest, valid: at('23:00:00'), exact: true });
      expect(chosen(newest, at('23:00:00'))?.exact).to.equal(true);
      expect(chosen(newest, undefined)).to.include({ exact: false });
      expect(chosen(newest, 3)).to.equal(undefined);
      expect(chosen(at('19:00:00'), 3)).to.equal(undefined);
    });

    it('is of the run with most of the hours while none holds all', () => {
      const growing = filled('cape', [
        [complete, [0, 1, 2, 3, 4]],
        [newest, [0, 1, 2]],
      ]);
      const now = at('22:20:00');
      expect(chosen(undefined, undefined, now, growing)?.run).to.deep.equal(complete);
      expect(chosen(undefined, 2, now, growing)?.run).to.deep.equal(complete);
      expect(chosen(undefined, 4, now, growing)?.run).to.deep.equal(complete);
      expect(chosen(undefined, 5, now, growing)).to.equal(undefined);
      expect(defaultRun(growing, cape, now)?.runAt).to.deep.equal(complete);
    });
  });
});
