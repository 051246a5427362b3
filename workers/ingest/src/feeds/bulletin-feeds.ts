import type { Feed } from '../feed.ts';
import { surveyStatements } from './damage-tracks/statements.ts';
import { discussionBulletins } from './discussions/bulletins.ts';
import { eroBulletins } from './eros/bulletins.ts';
import { outlookBulletins } from './outlooks/bulletins.ts';
import { createBulletinFeed, type BulletinSource } from './shared/bulletin-feed.ts';
import { advisories } from './tropical/texts.ts';
import { watchBulletins } from './watches/bulletins.ts';

/** Second sources, which have the same facts in bulletins, and facts that are in bulletins alone. */
const bulletinSources: BulletinSource[] = [
  {
    id: 'spc-watch-bulletins',
    source: 'watches',
    about: 'Watches from bulletins, while the list of the Iowa Environmental Mesonet is late',
    codes: ['SAW', 'SEL', 'WWP', 'WOU'],
    form: watchBulletins,
  },
  {
    id: 'spc-outlook-bulletins',
    source: 'outlooks',
    about: 'Convective outlooks from bulletins, while the files of the Storm Prediction Center are late',
    codes: ['PTS'],
    heading: /^WUUS(0[1-3]|48)$/,
    form: outlookBulletins,
    isNeverEmpty: true,
  },
  {
    id: 'spc-discussion-bulletins',
    source: 'discussions',
    about: 'Mesoscale discussions from bulletins, while the list of the Iowa Environmental Mesonet is late',
    codes: ['SWO'],
    heading: /^ACUS11$/,
    form: discussionBulletins,
    isNeverEmpty: true,
  },
  {
    id: 'nhc-advisory-bulletins',
    source: 'tropical',
    about: 'Tropical cyclones from public advisories, while the list of the National Hurricane Center is late',
    codes: ['TCP'],
    form: advisories,
  },
  {
    id: 'wpc-ero-bulletins',
    source: 'eros',
    about: 'Excessive rainfall outlooks from texts, while the files of the Weather Prediction Center are late',
    codes: ['RBG'],
    form: eroBulletins,
    isNeverEmpty: true,
  },
  {
    id: 'nws-survey-statements',
    source: 'damage_tracks',
    about: 'Damage tracks from statements of offices, while the Damage Assessment Toolkit is late',
    codes: ['PNS'],
    form: surveyStatements,
    isNeverEmpty: true,
  },
  {
    id: 'wpc-precipitation-discussions',
    source: 'discussions',
    about: 'Mesoscale precipitation discussions of the Weather Prediction Center, which are in bulletins alone',
    codes: ['FFG'],
    heading: /^AWUS01$/,
    form: discussionBulletins,
    isOnlySource: true,
  },
];

export function createBulletinFeeds(): Feed[] {
  return bulletinSources.map(createBulletinFeed);
}
