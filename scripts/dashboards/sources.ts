import type { Board } from './dashboard.ts';

/** Sources, and the frames that are drawn from them. */
export const sourcesBoard: Board = {
  uid: 'severe-sources',
  title: 'severe: sources and drawing',
  about:
    'What a person needs to trust or distrust the map: age and failures of every source, and the way of its frames.',
  rows: [
    {
      title: 'Sources',
      graphs: [
        {
          title: 'Age of the data, in cadences',
          about: 'Up to 2 a source is ok, up to 5 late, above stale.',
          unit: 'short',
          min: 0,
          lines: [
            [
              'max by (source) (severe_source_data_age_seconds) / on (source) max by (source) (severe_source_expected_seconds)',
              '{{source}}',
            ],
          ],
        },
        {
          title: 'Sources by status',
          about: 'All should be ok.',
          unit: 'short',
          min: 0,
          lines: [['sum by (status) (max by (source, status) (severe_source_status))', '{{status}}']],
        },
        {
          title: 'Problems',
          about:
            'Why feeds fail now. `empty`: no data where data are expected. One line for each source with a problem.',
          unit: 'short',
          min: 0,
          lines: [['max by (source, problem) (severe_source_problem) == 1', '{{source}}: {{problem}}']],
        },
        {
          title: 'Runs that succeeded in the last hour',
          about: 'Fraction of all runs of the feeds of a source.',
          unit: 'percentunit',
          min: 0,
          lines: [
            [
              'max by (source) (severe_source_runs_hour{outcome="succeeded"}) / on (source) sum by (source) (max by (source, outcome) (severe_source_runs_hour))',
              '{{source}}',
            ],
          ],
        },
        {
          title: 'Duration of the last run',
          about: 'Fetching, parsing and storing.',
          unit: 's',
          min: 0,
          lines: [['max by (source) (severe_source_last_run_seconds)', '{{source}}']],
        },
        {
          title: 'Bytes from providers',
          about: 'By host, in a second; what a process has received since its start.',
          unit: 'Bps',
          min: 0,
          lines: [['sum by (host) (rate(severe_provider_bytes[5m]))', '{{host}}']],
        },
        {
          title: 'Answers of providers',
          about: 'By host, in a second.',
          unit: 'reqps',
          min: 0,
          lines: [['sum by (host) (rate(severe_provider_answers[5m]))', '{{host}}']],
        },
        {
          title: 'Sources by process',
          about:
            'How many sources each process of the role ingest fetches; with one process on PostgreSQL, all of them.',
          unit: 'short',
          min: 0,
          lines: [['sum by (owner) (max by (source, owner) (severe_source_owner))', '{{owner}}']],
        },
        {
          title: 'Second sources in use, unreadable items and unknown words',
          about: 'A 1 in the first: bulletins or another service stand in for the provider.',
          unit: 'short',
          min: 0,
          lines: [
            ['max by (source) (severe_source_second) == 1', '{{source}}: second source'],
            ['max by (source) (severe_dead_letters) > 0', '{{source}}: unreadable'],
            ['max by (source) (severe_unknown_words) > 0', '{{source}}: unknown words'],
          ],
        },
      ],
    },
    {
      title: 'Drawing',
      graphs: [
        {
          title: 'Time until a frame is visible',
          about: 'From the moment that it shows, or the start of its run; median and longest of the last hour.',
          unit: 's',
          min: 0,
          lines: [
            ['max by (family) (severe_frame_delay_seconds{quantile="0.5"})', '{{family}}: median'],
            ['max by (family) (severe_frame_delay_seconds{quantile="1"})', '{{family}}: longest'],
          ],
        },
        {
          title: 'Frames that wait',
          about: 'More than a few of radar: the raster workers are too slow.',
          unit: 'short',
          min: 0,
          lines: [
            ['max by (family) (severe_frames_waiting)', '{{family}}'],
            ['max by (state) (severe_queue_jobs)', 'queue: {{state}}'],
          ],
        },
        {
          title: 'Frames that ended in the last hour',
          about: 'dead and refused ones were given up; skipped ones were replaced by newer ones.',
          unit: 'short',
          min: 0,
          lines: [
            ['max by (family, outcome) (severe_frames_ended_hour)', '{{family}}: {{outcome}}'],
            ['max by (family) (severe_frames_given_up) > 0', '{{family}}: given up, in all'],
          ],
        },
        {
          title: 'Frames announced',
          about: 'As each process hears of them.',
          unit: 'short',
          min: 0,
          lines: [
            ['max by (family) (sum by (instance, family) (increase(severe_frames_published_total[1h])))', '{{family}}'],
          ],
        },
      ],
    },
  ],
};
