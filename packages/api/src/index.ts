export type { ApiOptions } from './api-options.ts';
export { createApi, type Api } from './app.ts';
export type { ApiContext } from './context.ts';
export { documentOf } from './document.ts';
export { apiEndpoints } from './endpoints.ts';
export { createOps, type Ops, type OpsOptions } from './ops/create-ops.ts';
export { createMetrics, type Metrics } from './ops/metrics.ts';
export { createKeyLookup, type FindKey, type KeyVerdict } from './access/key-lookup.ts';
export { assertUncommon, hashPassword } from './access/passwords.ts';
