/** Roles of a process; one process can have all of them. */
export const allRoles = ['api', 'tiles', 'ingest', 'raster', 'webhooks'] as const;
export type Role = (typeof allRoles)[number];
