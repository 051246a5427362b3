import { formatTime, RequestError } from '@severe/base';
import type { ApiKey } from '@severe/db';
import { integer, Reply, required, shape, text, type TypeOf } from '@severe/http';
import { createApiKey } from '../../access/api-key.ts';
import { whileSignedIn } from '../../access/still-signed-in.ts';
import { endpoint, type ApiContext } from '../../context.ts';

const keyFields = {
  id: shape.integer(),
  name: shape.text({ example: 'Dashboard' }),
  prefix: shape.text({ about: 'Beginning of the key, by which it is recognised.', example: 'sev_4fTz0aQk' }),
  rate_limit: shape.integer({ about: 'Requests per minute.', example: 3000 }),
  is_active: shape.boolean({ about: 'False for a revoked key, which is listed for 30 days.' }),
  created_at: shape.time({ about: 'Time of the creation.' }),
  last_used_at: shape.nullable(shape.time({ about: 'Time of the last use, up to a minute old.' })),
};

const apiKeyShape = shape.named('ApiKey', shape.object(keyFields));

const createdApiKeyShape = shape.named(
  'CreatedApiKey',
  shape.object({
    ...keyFields,
    key: shape.text({
      about: 'The full key, for the header `X-API-Key`. It is in this response only.',
      example: 'sev_4fTz0aQk_0123456789ABCDEFGHIJKLMNOPQRSTUV',
    }),
  }),
);

const common = { tag: 'Accounts', cache: 'no-store', access: 'session' } as const;
const unavailable = 'The database is unavailable.';

/** GET /account/api-keys */
export const listApiKeys = endpoint({
  ...common,
  path: '/account/api-keys',
  summary: 'API keys of the user, newest first, without their values.',
  response: shape.arrayOf(apiKeyShape),
  errors: { 503: unavailable },
  async handle({ user }, context) {
    const keys = await context.db.apiKeys.ofUser(user.id);
    return keys.map((key) => present(key, context));
  },
});

/** POST /account/api-keys */
export const addApiKey = endpoint({
  ...common,
  method: 'POST',
  path: '/account/api-keys',
  summary: 'Creates an API key. Its value is in this response only.',
  description:
    'A key works at once. Until the address of the account is confirmed, its limit is shared by all such accounts of a network.',
  body: { name: required(text({ minLength: 1, maxLength: 128, about: 'Name by which the user knows the key.' })) },
  status: 201,
  response: createdApiKeyShape,
  errors: { 409: 'The user has as many active keys as allowed.', 503: unavailable },
  async handle({ body: { name }, user, headers }, context) {
    const { key, prefix, digest } = createApiKey();
    const { db, sessions, accountLimits } = context;
    const { maxKeys } = accountLimits;
    const made = await whileSignedIn(
      sessions,
      headers,
      () => db.apiKeys.insert(user.id, { name, prefix, digest }, maxKeys),
      async (unwanted) => unwanted && db.apiKeys.revoke(user.id, unwanted.id),
    );
    if (!made) throw new RequestError(409, `API key limit reached (${maxKeys})`);
    return { ...present(made, context), key };
  },
});

/** DELETE /account/api-keys/{key_id} */
export const revokeApiKey = endpoint({
  ...common,
  method: 'DELETE',
  path: '/account/api-keys/{key_id}',
  summary: 'Revokes an API key. It is refused within a second.',
  params: { key_id: integer({ min: 1, about: 'Id of the key.' }) },
  status: 204,
  response: { about: 'The key is revoked.' },
  errors: { 404: 'The user has no such key.', 503: unavailable },
  async handle({ path, user }, { db }) {
    if (!(await db.apiKeys.revoke(user.id, path.key_id))) throw new RequestError(404, 'API key not found');
    return new Reply(204, {});
  },
});

function present(key: ApiKey, { accountLimits }: ApiContext): TypeOf<typeof apiKeyShape> {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    rate_limit: accountLimits.rateLimitKey,
    is_active: key.isActive,
    created_at: formatTime(key.createdAt),
    last_used_at: key.lastUsedAt && formatTime(key.lastUsedAt),
  };
}
