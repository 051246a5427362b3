import { RequestError } from '@severe/base';
import { frameFamilies } from '@severe/catalogue';
import { boolean, integer, nullable, oneOf, text } from '@severe/http';
import { endpoint, type ApiContext } from '../../context.ts';
import { readSources } from '../meta/read-sources.ts';
import { presentIngest, presentStats, presentUserRow, type GivenUp } from './present.ts';
import { ingestHealthShape, statsShape, userListShape, userRowShape } from './schema.ts';

const common = { tag: 'Administration', cache: 'no-store', access: 'admin' } as const;
const errors = { 503: 'The database is unavailable.' };

/** Rows of each kind that are shown of what a source has given up. */
const mostShown = 5;
const mostFramesShown = 100;

/** GET /admin/stats */
export const getStats = endpoint({
  ...common,
  path: '/admin/stats',
  summary: 'Numbers of users, of what they own, and of stored data.',
  response: statsShape,
  errors,
  handle: async (_call, { db }) => presentStats(await db.users.counts()),
});

/** GET /admin/users */
export const listUsers = endpoint({
  ...common,
  path: '/admin/users',
  summary: 'Users, newest first.',
  query: {
    q: text({ maxLength: 256, about: 'Part of the address or the name, of any case.' }),
    limit: integer({ min: 1, max: 200, default: 50, about: 'Users on a page.' }),
    offset: integer({ min: 0, default: 0, about: 'Users before the page.' }),
  },
  response: userListShape,
  errors,
  async handle({ query }, { db }) {
    const { total, rows } = await db.users.search(query);
    return { total, rows: rows.map(presentUserRow) };
  },
});

/** PATCH /admin/users/{user_id} */
export const changeUser = endpoint({
  ...common,
  method: 'PATCH',
  path: '/admin/users/{user_id}',
  summary: 'Disables or enables a user, or changes the role. Absent and null fields stay.',
  description:
    'Disabling ends all sessions and keys of the user. Each change is recorded; `severe admin log` shows it.',
  params: { user_id: integer({ min: 1, about: 'Id of the user.' }) },
  body: {
    is_active: nullable(boolean({ about: 'Whether the user may sign in.' })),
    role: nullable(oneOf(['user', 'admin'], { about: 'Role of the user.' })),
  },
  response: userRowShape,
  errors: { ...errors, 404: 'There is no such user.', 409: 'The change would leave no active administrator.' },
  async handle({ path, body, user }, { db }) {
    const admin = await db.users.find(user.id);
    const actor = { id: user.id, name: admin?.email ?? String(user.id) };
    const result = await db.users.change(actor, path.user_id, { isActive: body.is_active, role: body.role });
    if (result === 'missing') throw new RequestError(404, 'User not found');
    if (result === 'last-admin')
      throw new RequestError(409, 'The last active administrator cannot be disabled or demoted');
    return presentUserRow(result);
  },
});

/** GET /admin/ingest-health */
export const getIngestHealth = endpoint({
  ...common,
  path: '/admin/ingest-health',
  summary: 'Health of every source with its last error.',
  response: ingestHealthShape,
  errors,
  async handle(_call, context) {
    const [states, depths, givenUp, unknownWords] = await Promise.all([
      readSources(context),
      queueDepths(context),
      readGivenUp(context),
      context.db.unknownWords.newest(mostShown),
    ]);
    return Object.fromEntries(
      states.map((state) => {
        const { id } = state.source;
        const words = unknownWords.filter(({ source }) => source === id);
        return [id, presentIngest(state, depths.get(id) ?? 0, givenUp.get(id), words)];
      }),
    );
  },
});

/** What was given up, by source: its number, and the newest of it. */
async function readGivenUp({ db }: ApiContext): Promise<Map<string, GivenUp>> {
  const [frameCounts, frames, letterCounts, letters] = await Promise.all([
    db.frameJobs.givenUpCounts(),
    db.frameJobs.givenUp(mostFramesShown),
    db.deadLetters.counts(),
    db.deadLetters.newest(mostShown),
  ]);
  const ids = new Set([...frameCounts.keys(), ...letterCounts.keys()]);
  return new Map(
    [...ids].map((id) => {
      const count = (frameCounts.get(id) ?? 0) + (letterCounts.get(id) ?? 0);
      const ofFrames = frames.filter(({ family }) => family === id).slice(0, mostShown);
      return [id, { count, frames: ofFrames, letters: letters.filter(({ source }) => source === id) }];
    }),
  );
}

/** Waiting frame jobs by source. A family of products has the id of its source. */
async function queueDepths({ db }: ApiContext): Promise<Map<string, number>> {
  const entries = frameFamilies.map(async (family) => {
    const byProduct = await db.frameJobs.waiting(family);
    return [family, [...byProduct.values()].reduce((sum, count) => sum + count, 0)] as const;
  });
  return new Map(await Promise.all(entries));
}
