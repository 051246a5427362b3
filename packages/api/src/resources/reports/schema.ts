import { shape } from '@severe/http';

export const reportTypes = ['tornado', 'hail', 'wind', 'flood'] as const;
export const reportSources = ['spc', 'mping', 'spotter_network'] as const;

const text = (example: string) => shape.nullable(shape.text({ example }));

export const reportProperties = shape.named(
  'Report',
  shape.object({
    id: shape.integer({ about: 'Identifier, stable when the report is corrected.' }),
    type: shape.oneOf(reportTypes, { about: 'Type of event.' }),
    source: shape.oneOf(reportSources, {
      about:
        'Source of the report. `spc`: the weather service, from its offices or from the tables of the Storm Prediction Center.',
    }),
    magnitude: shape.nullable(shape.number({ about: 'Magnitude in `units`; null if not known, and for floods.' })),
    units: shape.nullable(
      shape.oneOf(['in', 'mph', 'EF'], { about: 'Hail in inches, wind in mph, tornadoes on the EF scale.' }),
    ),
    time: shape.time({ about: 'Time of the event.' }),
    received: shape.nullable(shape.time({ about: 'Time at which the report was issued.' })),
    place: text('3 SW Norman'),
    county: text('Cleveland'),
    state: text('OK'),
    wfo: text('OUN'),
    remarks: shape.nullable(shape.text({ about: 'Remarks of the observer.', example: 'Quarter size hail.' })),
    qualifier: shape.nullable(
      shape.oneOf(['measured', 'estimated'], { about: 'Whether the magnitude is measured or estimated.' }),
    ),
  }),
);
