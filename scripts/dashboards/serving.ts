import type { Board } from './dashboard.ts';

/** Requests, the stream, deliveries, and the processes. */
export const servingBoard: Board = {
  uid: 'severe-serving',
  title: 'severe: requests, stream and delivery',
  about: 'What clients get, and what it costs.',
  rows: [
    {
      title: 'Requests',
      graphs: [
        {
          title: 'Requests per second',
          about: 'The ten busiest routes.',
          unit: 'reqps',
          min: 0,
          lines: [['topk(10, sum by (route) (rate(severe_http_requests_total[5m])))', '{{route}}']],
        },
        {
          title: 'Errors',
          about: 'Fraction of all requests by status: 429 are refused by the rate limit, 5xx are faults.',
          unit: 'percentunit',
          min: 0,
          lines: [
            [
              'sum by (status) (rate(severe_http_requests_total{status=~"4..|5.."}[5m])) / on () group_left () sum(rate(severe_http_requests_total[5m]))',
              '{{status}}',
            ],
          ],
        },
        {
          title: 'Duration, 99th percentile',
          about: 'The ten slowest routes.',
          unit: 's',
          min: 0,
          lines: [
            [
              'topk(10, histogram_quantile(0.99, sum by (le, route) (rate(severe_http_request_duration_seconds_bucket[5m]))))',
              '{{route}}',
            ],
          ],
        },
        {
          title: 'Tiles from memory and drawn on request',
          about: 'Tiles in memory do not touch the stores. Waiting draws mean that deep tiles are late.',
          unit: 'short',
          min: 0,
          lines: [
            ['sum(rate(severe_tile_server{of="hot.served"}[5m]))', 'from memory, per second'],
            ['sum(rate(severe_tile_server{of="draws.loads"}[5m]))', 'drawn, per second'],
            ['max by (instance) (severe_tile_server{of="draws.waiting"})', 'waiting: {{instance}}'],
          ],
        },
        {
          title: 'Caches of the tile server',
          about: 'CACHE_MB limits them and those of the API together.',
          unit: 'bytes',
          min: 0,
          lines: [
            [
              'max by (instance, of) (severe_tile_server{of=~"(packs|values|draws|sheets|volumes|sweeps).bytes"})',
              '{{instance}}: {{of}}',
            ],
            ['max by (instance) (severe_point_values{of="bytes"})', '{{instance}}: point values'],
          ],
        },
      ],
    },
    {
      title: 'Live stream',
      graphs: [
        {
          title: 'Open streams, and clients that were cut',
          about: 'A client that does not read is cut.',
          unit: 'short',
          min: 0,
          lines: [
            ['sum(severe_open_streams)', 'open'],
            ['sum(increase(severe_stream_cuts_total[5m]))', 'cut in five minutes'],
            ['sum by (start) (increase(severe_stream_starts_total[5m]))', 'begun in five minutes: {{start}}'],
            ['sum(severe_unsent{of="cuts"})', 'slow connections cut since the start'],
          ],
        },
        {
          title: 'What waits for slow clients',
          about:
            'At most UNSENT_MB for each process; beyond it, the oldest connections of the client that holds most are cut.',
          unit: 'bytes',
          min: 0,
          lines: [['severe_unsent{of="bytes"}', '{{instance}}']],
        },
        {
          title: 'Lists from the replica',
          about: 'With DATABASE_READ_URL. What it does not have yet comes from the primary, and all while it is gone.',
          unit: 'short',
          min: 0,
          lines: [['sum by (from) (increase(severe_list_reads[5m]))', '{{from}}, in five minutes']],
        },
        {
          title: 'Delay of events',
          about: 'From the commit until they are written to the clients.',
          unit: 's',
          min: 0,
          lines: [
            ['histogram_quantile(0.5, sum by (le) (rate(severe_stream_event_delay_seconds_bucket[5m])))', 'median'],
            [
              'histogram_quantile(0.99, sum by (le) (rate(severe_stream_event_delay_seconds_bucket[5m])))',
              '99th percentile',
            ],
          ],
        },
      ],
    },
    {
      title: 'Delivery',
      graphs: [
        {
          title: 'Messages that wait',
          about: 'Those that are tried again had a failed attempt.',
          unit: 'short',
          min: 0,
          lines: [
            ['max by (kind) (severe_deliveries_waiting)', '{{kind}}'],
            ['max by (kind) (severe_deliveries_retrying)', '{{kind}}: tried again'],
          ],
        },
        {
          title: 'Age of the oldest message',
          about: 'More than 5 minutes for webhooks, or an hour for mails, is a reason to look.',
          unit: 's',
          min: 0,
          lines: [['max by (kind) (severe_deliveries_oldest_age_seconds)', '{{kind}}']],
        },
        {
          title: 'Outcomes of the last hour',
          about: 'Attempts to deliver webhooks, and mails that ended.',
          unit: 'short',
          min: 0,
          lines: [
            ['max by (outcome) (severe_webhook_attempts_hour)', 'webhook: {{outcome}}'],
            ['max by (outcome) (severe_mails_ended_hour)', 'mail: {{outcome}}'],
          ],
        },
        {
          title: 'Delay of webhooks, and their state',
          about: 'From the match of an alert until its delivery, of the last hour.',
          unit: 'short',
          min: 0,
          lines: [
            ['max by (quantile) (severe_webhook_delay_seconds)', 'delay in seconds: {{quantile}}'],
            ['max by (state) (severe_webhooks)', '{{state}}'],
            ['max by (of) (severe_webhooks_deferring)', 'with alerts that wait for room'],
          ],
        },
      ],
    },
    {
      title: 'Processes',
      graphs: [
        {
          title: 'Processor time',
          about: 'Cores in use by each process.',
          unit: 'short',
          min: 0,
          lines: [['sum by (instance) (rate(process_cpu_seconds_total[5m]))', '{{instance}}']],
        },
        {
          title: 'Memory',
          about: 'Resident memory of each process.',
          unit: 'bytes',
          min: 0,
          lines: [['max by (instance) (process_resident_memory_bytes)', '{{instance}}']],
        },
        {
          title: 'Delay of the main thread, 99th percentile',
          about: 'Up to 50 ms is promised.',
          unit: 's',
          min: 0,
          lines: [['max by (instance) (nodejs_eventloop_lag_p99_seconds)', '{{instance}}']],
        },
      ],
    },
  ],
};
