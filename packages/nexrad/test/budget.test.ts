import { Budget } from '../src/budget.ts';
import { expectRefusal } from './support/expect-refusal.ts';

describe('budget', () => {
  it('gives as many bytes as there are, in several parts, and refuses one more', () => {
    const budget = new Budget(100);
    budget.take(60);
    budget.take(40);
    budget.take(0);
    expectRefusal(() => budget.take(1), 'too-large', 'the gates need 101 bytes and more, at most 100 are given');
  });
});
