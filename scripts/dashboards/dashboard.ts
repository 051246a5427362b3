import { VizLegendOptionsBuilder } from '@grafana/grafana-foundation-sdk/common';
import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { DashboardBuilder, DatasourceVariableBuilder, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';

/** A graph of one or more expressions. */
export interface Graph {
  title: string;
  /** What it shows, and what is normal. */
  about: string;
  /** A unit of Grafana: `s`, `short`, `percentunit`, `reqps`, `bytes`. */
  unit: string;
  /** Lower end of the axis; as the data are if absent. */
  min?: number;
  /** Expressions with the names of their lines, in which `{{source}}` is a label. */
  lines: [expression: string, legend: string][];
}

/** A dashboard of rows of graphs. */
export interface Board {
  uid: string;
  title: string;
  about: string;
  rows: { title: string; graphs: Graph[] }[];
}

/** The data source is chosen in Grafana. */
const source = { type: 'prometheus', uid: '${datasource}' };

/** Builds a dashboard with the types of Grafana's own library. */
export function buildDashboard({ uid, title, about, rows }: Board): Dashboard {
  const built = new DashboardBuilder(title)
    .uid(uid)
    .description(about)
    .tags(['severe'])
    .timezone('utc')
    .refresh('30s')
    .time({ from: 'now-6h', to: 'now' })
    .withVariable(new DatasourceVariableBuilder('datasource').label('Data source').type('prometheus'));
  for (const row of rows) {
    built.withRow(new RowBuilder(row.title));
    for (const graph of row.graphs) built.withPanel(panelOf(graph));
  }
  return built.build();
}

function panelOf({ title, about, unit, min, lines }: Graph): PanelBuilder {
  const panel = new PanelBuilder().title(title).description(about).unit(unit).datasource(source).span(12).height(8);
  panel.legend(new VizLegendOptionsBuilder().showLegend(true));
  if (min !== undefined) panel.min(min);
  lines.forEach(([expression, legend], i) => {
    const refId = String.fromCharCode(65 + i);
    panel.withTarget(
      new DataqueryBuilder().refId(refId).datasource(source).expr(expression).legendFormat(legend).range(),
    );
  });
  return panel;
}
