import { expect } from 'chai';
import { agedHealth, freshHealth } from '../src/age.ts';
import type { SourceHealth } from '../src/service.ts';

const time = '2026-05-20T22:00:00Z';
const at = (seconds: number): number => Date.parse(time) + 1000 * seconds;

/** The health of the radar, some seconds after the service said it. */
function later(radar: SourceHealth, seconds: number, newestData?: number): SourceHealth {
  const told = new Map(newestData === undefined ? [] : [['radar', at(newestData)]]);
  return freshHealth(agedHealth({ simulated: false, replay: null, time, sources: { radar } }, told, at(seconds)))
    .sources['radar'];
}

describe('the health of a source on the page', () => {
  it('is up to date as soon as an event brings newer data', () => {
    const late: SourceHealth = { status: 'late', age_seconds: 250, expected_seconds: 120 };
    expect(later(late, 10)).to.include({ status: 'late', age_seconds: 260 });
    expect(later(late, 30, -60)).to.include({ status: 'ok', age_seconds: 90 });
  });

  it('is late, and stale, as its data age, although the service has not been asked again', () => {
    const fresh: SourceHealth = { status: 'ok', age_seconds: 200, expected_seconds: 120 };
    expect(later(fresh, 30).status).to.equal('ok');
    expect(later(fresh, 50).status).to.equal('late');
    expect(later(fresh, 500).status).to.equal('stale');
  });

  it('stays what has no freshness', () => {
    expect(later({ status: 'disabled', age_seconds: 10, expected_seconds: 120 }, 900).status).to.equal('disabled');
    expect(later({ status: 'unknown', age_seconds: null, expected_seconds: 120 }, 900).status).to.equal('unknown');
    expect(later({ status: 'stale', age_seconds: null, expected_seconds: 120 }, 900).status).to.equal('stale');
  });
});
