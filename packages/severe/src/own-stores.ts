/** Variables of a command that shares no store and no port with a service. Beside them it needs a folder of its own. */
export const ownStores = {
  DATABASE_URL: '',
  DATABASE_URL_FILE: '',
  REDIS_URL: '',
  REDIS_URL_FILE: '',
  REDIS_SENTINELS: '',
  REDIS_CLUSTER: '',
  S3_ENDPOINT: '',
  S3_ENDPOINT_FILE: '',
  PORT: '0',
  OPS_PORT: '0',
  DRAIN_SECONDS: '0',
};
