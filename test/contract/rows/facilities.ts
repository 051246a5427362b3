import { spatial, type Contract } from '../contract.ts';

const box = 'bbox=-98,35,-97,36';
const kinds = 'hospital nursing_home mobile_home_park school dialysis correctional fire ems police'.split(' ');

/** Facilities in a required box (decision 6.5), and inside an alert (decision 6.6). */
export const facilities: Contract[] = [
  {
    path: '/facilities',
    media: 'application/geo+json',
    cache: 86_400,
    always: box,
    params: {
      point: spatial['point'],
      state: spatial['state'],
      kind: {
        text: {
          good: [...kinds, 'hospitals', 'nursing-homes', 'mobile-home-parks', kinds.join(','), 'fire, ems'],
          bad: ['', 'church', 'hospital,church', 'hospital,'],
        },
      },
    },
    malformed: ['/facilities', '/facilities?kind=school', `/facilities?${box}&${box}`],
  },
  {
    path: '/facilities/impact',
    media: 'application/json',
    cache: 5,
    always: 'alert_id=1',
    params: {},
    missing: ['/facilities/impact?alert_id=999999', '/facilities/impact?alert_id=-1'],
    malformed: [
      '/facilities/impact',
      '/facilities/impact?alert_id=x',
      '/facilities/impact?alert_id=1.5',
      '/facilities/impact?alert_id=',
      '/facilities/impact?alert_id=99999999999999999999',
    ],
  },
];
