export { allRoles } from '../../src/roles.ts';
export { startService, type Service } from '../../src/service.ts';
