import type { Dice } from '@severe/testing/hostile/dice';

/** Name and value of a query parameter, as written. */
export type Pair = [name: string, value: string];

/** Queries that mean the same, almost the same, or something else, depending on who reads them. */
export function spellingsOf(pairs: readonly Pair[], otherValue: (name: string) => string, dice: Dice): string[] {
  const plain = pairs.map(written);
  if (pairs.length === 0) return ['', 'x=1', '&', '%74s=1', 'TS=1', '=', '?', 'ts'];
  const [name, value] = dice.oneOf(pairs);
  const other = otherValue(name);
  const without = pairs.filter(([each]) => each !== name).map(written);
  const odd: string[][] = [
    // the name in another spelling, alone or beside the plain one
    ...[encodedOnce(name, dice), encodedWhole(name), name.toUpperCase(), capitalised(name)].flatMap((spelt) => [
      [...without, `${spelt}=${other}`],
      [`${spelt}=${other}`, ...plain],
      [...plain, `${spelt}=${other}`],
    ]),
    // given twice, with the same and with another value
    [`${name}=${other}`, ...plain],
    [...plain, `${name}=${other}`],
    [...plain, `${name}=${value}`],
    [...plain, name],
    [...plain, `${name}=`],
    // without a value
    [...without, name],
    [...without, `${name}=`],
    [...without, `${name}==${value}`],
    // names that only look alike
    [...without, `x${name}=${other}`],
    [`${name}x=${other}`, ...plain],
    [`x-${name}=${other}`, ...plain],
    [`${name}[]=${other}`, ...plain],
    [`+${name}=${other}`, ...plain],
    [`${name}+=${other}`, ...plain],
    [`${name}%00=${other}`, ...plain],
    [`${name}%20=${other}`, ...plain],
    [`\u00ff${name}=${other}`, ...plain],
    // separators that are none, and text that is a query inside a value
    [`x=1;${name}=${other}`, ...plain],
    [`x=1%26${name}=${other}`, ...plain],
    [`x=1?${name}=${other}`, ...plain],
    [`${name}=${value}%26${name}=${other}`, ...without],
    [`${name}=${value};${name}=${other}`, ...without],
    [`x=#&${name}=${other}`, ...plain],
    [...plain, `x=#&${name}=${other}`],
    // the value in another spelling
    [...without, `${name}=${encodedWhole(value)}`],
    [...without, `${name}=+${value}`],
    [...without, `${name}=${value}+`],
    [...without, `${name}=${value}%00`],
    // harmless additions
    ['', ...plain, '', ''],
    ['x', ...plain, '__proto__=1', 'constructor'],
    [...plain, `x=${'y'.repeat(3000)}`],
    plain.toReversed(),
  ];
  return [
    plain.join('&'),
    without.join('&'),
    [...without, `${name}=${other}`].join('&'),
    ...odd.map((all) => all.join('&')),
  ];
}

function written([name, value]: Pair): string {
  return `${name}=${value}`;
}

function encodedOnce(text: string, dice: Dice): string {
  const at = dice.below(text.length);
  return text.slice(0, at) + encodedWhole(text[at]) + text.slice(at + 1);
}

function encodedWhole(text: string): string {
  return `%${Buffer.from(text).toString('hex').match(/../g)!.join('%')}`;
}

function capitalised(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}
