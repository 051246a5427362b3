export * from './endpoint.ts';
export * from './params.ts';
