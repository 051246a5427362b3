import { briefingOf, timelineOf, timelineText, type KnownHour, type Style, type Units } from '@severe/assessment';
import { boolean, workPer, integer, keyHints, placeParams } from '@severe/http';
import { endpoint } from '../../context.ts';
import type { Gathered } from '../../situation/gather.ts';
import { textParameters } from '../../situation/parameters.ts';
import type { HrrrForecast } from '../../situation/point-values.ts';
import { replyAboutPlace } from '../../situation/reply-about-place.ts';
import { presentBriefing, presentTimeline } from './present.ts';
import { briefingShape, timelineShape } from './schema.ts';

const errors = { 503: 'The database is unavailable.' };

/** GET /briefing/point */
export const getBriefing = endpoint({
  path: '/briefing/point',
  summary: 'A briefing for a place in plain language: what is happening, what it means, and when a storm may arrive.',
  description:
    'Made from templates in English or Spanish, in the time zone of the place. An arrival assumes that the storm keeps ' +
    'its motion and is never a promise. While a source is unavailable, the briefing says so and never reads as an all-clear.',
  tag: 'Places',
  query: { ...placeParams, ...textParameters },
  foreign: keyHints,
  response: briefingShape,
  cache: { seconds: 15 },
  errors,
  handle: (call, context) =>
    replyAboutPlace(call, context, {
      path: '/briefing/point',
      needs: { radar: true, nextHour: true, modelHours: 0 },
      present(gathered, place) {
        const style = styleOf(call.query, gathered);
        return presentBriefing(place, gathered.assessment, briefingOf(gathered.assessment, style), style);
      },
    }),
});

/** GET /briefing/timeline */
export const getTimeline = endpoint({
  path: '/briefing/timeline',
  summary: 'The hours ahead at a place: model, outlooks, alerts and watches of each hour, its risk, and a roll-up.',
  description:
    'Always as many hours as requested. Hours beyond the end of the model run have no model values. ' +
    '`docs/assessment.md` lists the rules of the risk.',
  tag: 'Places',
  query: {
    ...placeParams,
    hours: integer({ min: 1, max: 48, default: 18, about: 'Number of hours.' }),
    hrrr_grids: boolean({ default: true, about: 'false: no model values, which is faster.' }),
    ...textParameters,
  },
  foreign: keyHints,
  response: timelineShape,
  work: workPer(12, 'hours'),
  cache: { seconds: 15 },
  errors,
  handle: (call, context) =>
    replyAboutPlace(call, context, {
      path: '/briefing/timeline',
      needs: {
        radar: false,
        nextHour: false,
        modelHours: call.query.hrrr_grids ? call.query.hours : 0,
      },
      present(gathered, place) {
        const { assessment, forecast } = gathered;
        const { situation, unavailable } = assessment;
        const timeline = timelineOf(situation, call.query.hours, hoursOf(forecast));
        const style = styleOf(call.query, gathered);
        const text = timelineText(timeline, situation.now, unavailable, style, call.query.hrrr_grids);
        return presentTimeline(place, { timeline, text, situation, run: forecast?.run?.runAt ?? null });
      },
    }),
});

function styleOf({ lang, units }: { lang: Style['language']; units: Units }, { place }: Gathered): Style {
  return { language: lang, units, timeZone: place.timezone };
}

/** The columns of a forecast as hours. */
function hoursOf(forecast: HrrrForecast | null): KnownHour[] {
  const columns = Object.entries(forecast?.variables ?? {});
  return (forecast?.times ?? []).map((at, i) => ({
    at,
    values: Object.fromEntries(columns.map(([key, column]) => [key, column[i]])),
  }));
}
