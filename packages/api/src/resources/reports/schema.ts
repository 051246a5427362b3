import { shape } from '@severe/http';

export const reportTypes = ['tornado', 'hail', 'wind', 'flood'] as const;
export const reportSources = ['spc', 'mping', 'spotter_network'] as const;

const text = (example: string) => shape.nullable(shape.text({ example }));

export const reportProperties = shape.named(
  'Report',
  shape.object({
    id: shape.integer({ about: 'Stays the same when the report is corrected.' }),
    type: shape.oneOf(reportTypes, { about: 'What was seen.' }),
    source: shape.oneOf(reportSources, { about: '`spc`: the weather service, by its offices or by its tables.' }),
    magnitude: shape.nullable(shape.number({ about: 'In `units`; null where it is not known, and for floods.' })),
    units: shape.nullable(
      shape.oneOf(['in', 'mph', 'EF'], { about: 'Hail in inches, wind in miles an hour, tornadoes on the EF scale.' }),
    ),
    time: shape.time({ about: 'Of the event.' }),
    received: shape.nullable(shape.time({ about: 'When the report was issued.' })),
    place: text('3 SW Norman'),
    county: text('Cleveland'),
    state: text('OK'),
    wfo: text('OUN'),
    remarks: shape.nullable(shape.text({ about: 'What the observer says.', example: 'Quarter size hail.' })),
    qualifier: shape.nullable(shape.oneOf(['measured', 'estimated'], { about: 'How the magnitude is known.' })),
  }),
);
