import { shape } from '@severe/http';
import { healthFields } from '../meta/schema.ts';

const count = (about: string) => shape.integer({ min: 0, about });

export const statsShape = shape.named(
  'AdminStats',
  shape.object({
    users_total: count('Accounts.'),
    users_active: count('Accounts that are not disabled.'),
    users_verified: count('Accounts with a verified address.'),
    users_admin: count('Administrators.'),
    signups_last_7d: count('Sign-ups of the last 7 days.'),
    signups_last_30d: count('Sign-ups of the last 30 days.'),
    saved_locations: count('Saved locations of all users.'),
    api_keys_active: count('API keys that are not revoked.'),
    alerts_active: count('Alerts that are active now.'),
    alerts_total: count('Stored alerts.'),
    reports_24h: count('Storm reports of the last 24 hours.'),
    observations_total: count('Stored observations.'),
  }),
);

export const userRowShape = shape.named(
  'AdminUserRow',
  shape.object({
    id: shape.integer(),
    email: shape.text({ about: 'E-mail address, in lower case.' }),
    name: shape.nullable(shape.text()),
    role: shape.oneOf(['user', 'admin'], { about: 'Role of the user.' }),
    is_active: shape.boolean({ about: 'False for a disabled user, who cannot sign in and whose keys are refused.' }),
    email_verified: shape.boolean({ about: 'Whether the user has verified the address.' }),
    saved_locations: count('Saved locations of the user.'),
    api_keys: count('Active API keys of the user.'),
    created_at: shape.time({ about: 'Time of the sign-up.' }),
    last_login_at: shape.nullable(shape.time({ about: 'Time of the last login or sign-up.' })),
  }),
);

export const userListShape = shape.named(
  'AdminUserList',
  shape.object({
    total: count('Users that match, on all pages.'),
    rows: shape.arrayOf(userRowShape, { about: 'Users by id, newest first.' }),
  }),
);

export const ingestHealthShape = shape.named(
  'IngestHealth',
  shape.recordOf(
    shape.object({
      ...healthFields,
      last_error: shape.nullable(shape.text({ about: 'Last error, one line.' })),
      last_error_at: shape.nullable(shape.time({ about: 'Time of the last error.' })),
      consecutive_failures: count('Failed attempts since the last success.'),
      last_duration_ms: shape.nullable(count('Duration of the last attempt in milliseconds.')),
      queue_depth: count('Files of the source that wait to be rendered.'),
      next_run_at: shape.nullable(shape.time({ about: 'Time of the next attempt.' })),
      worker: shape.nullable(
        shape.text({ about: 'Name of the worker that fetches the source; null if it is not fetched.' }),
      ),
      given_up: count(
        'Frames that could not be made, items that could not be read, and alerts that contradict stored ones, of which both are kept; `severe feed retry` tries again.',
      ),
      last_given_up: shape.arrayOf(
        shape.object({
          feed: shape.nullable(shape.text({ about: 'Feed of an item; null for a frame.' })),
          what: shape.text({ about: 'The frame, or the item at its provider.' }),
          why: shape.text({ about: 'Reason, one line.' }),
          times: count('Number of refusals.'),
          at: shape.time({ about: 'Time of the last refusal.' }),
        }),
        { about: 'The newest five frames and five items.' },
      ),
      last_unknown_words: shape.arrayOf(
        shape.object({
          feed: shape.text({ about: 'Feed that met the word.' }),
          field: shape.text({ about: 'Field that has it, as the provider names it.', example: 'basin' }),
          word: shape.text({ about: 'The word, as given.' }),
          times: count('Number of times.'),
          at: shape.time({ about: 'Last time.' }),
        }),
        { about: 'The newest five words of the provider that this service does not know.' },
      ),
    }),
    { about: 'Sources by id.' },
  ),
);
