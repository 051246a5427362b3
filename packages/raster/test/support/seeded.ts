export { seeded } from '@severe/projection/testing';
