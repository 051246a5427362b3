/** Variables of a command that shares no store and no port with a service. Beside them it needs a folder of its own. */
export const ownStores = {
  DATABASE_URL: '',
  REDIS_URL: '',
  S3_ENDPOINT: '',
  PORT: '0',
  OPS_PORT: '0',
  DRAIN_SECONDS: '0',
};
