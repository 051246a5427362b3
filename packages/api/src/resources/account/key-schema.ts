import { shape } from '@severe/http';

const keyFields = {
  id: shape.integer(),
  name: shape.text({ example: 'Dashboard' }),
  prefix: shape.text({ about: 'Beginning of the key, by which it is recognised.', example: 'sev_4fTz0aQk' }),
  rate_limit: shape.integer({ about: 'Requests per minute.', example: 3000 }),
  is_active: shape.boolean({ about: 'False for a revoked key, which is listed for 30 days.' }),
  created_at: shape.time({ about: 'Time of the creation.' }),
  last_used_at: shape.nullable(shape.time({ about: 'Time of the last use, up to a minute old.' })),
};

export const apiKeyShape = shape.named('ApiKey', shape.object(keyFields));

export const createdApiKeyShape = shape.named(
  'CreatedApiKey',
  shape.object({
    ...keyFields,
    key: shape.text({
      about: 'The full key, for the header `X-API-Key`. It is in this response only.',
      example: 'sev_4fTz0aQk_0123456789ABCDEFGHIJKLMNOPQRSTUV',
    }),
  }),
);
