/** What a process may do; one process may do all of it. */
export const allRoles = ['api', 'tiles', 'ingest', 'raster', 'webhooks'] as const;
export type Role = (typeof allRoles)[number];
