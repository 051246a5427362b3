import type { Contract, Rule } from '../contract.ts';

/** An office by three or four letters, or by a point; the office takes precedence (decision 6.4). */
const office: Rule = {
  text: { good: ['OUN', 'oun', 'KOUN', 'PAFC', 'TJSJ', 'ZZZ', 'ABCD'], bad: ['OU', 'OUNXX', 'O1N', '', 'O N'] },
};
const lat: Rule = { text: { good: ['-90', '90', '35.22', '1e1'], bad: ['-90.01', '91', 'x', '', 'NaN', '1e999'] } };
const lon: Rule = { text: { good: ['-180', '180', '-97.44'], bad: ['-180.01', '181', 'x', '', 'Infinity'] } };

const bulletin = { media: 'application/json', cache: 60 } as const;

export const bulletins: Contract[] = ['/afd', '/hwo'].flatMap((path): Contract[] => [
  { ...bulletin, path, always: 'office=OUN', params: { lat, lon } },
  { ...bulletin, path, always: 'lat=35.22&lon=-97.44', params: { office } },
]);
