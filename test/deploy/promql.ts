import { parser } from '@prometheus-io/lezer-promql';

export interface PromqlNames {
  /** Of each selector: its metric and the labels that it is told apart by. */
  readonly selectors: readonly { readonly metric: string; readonly labels: readonly string[] }[];
  /** Labels of `by`, `without`, `on` and `ignoring`. */
  readonly groupings: readonly string[];
}

/** The names in a query. @throws Error when it is no PromQL */
export function namesIn(query: string): PromqlNames {
  // Grafana's own words for a range.
  const text = query.replaceAll('$__rate_interval', '5m');
  const selectors: { metric: string; labels: string[] }[] = [];
  const groupings: string[] = [];
  parser.parse(text).iterate({
    enter: ({ name, type, from, to, node }) => {
      if (type.isError) throw new Error(`no PromQL at ${from}: ${text}`);
      const said = text.slice(from, to);
      if (name === 'VectorSelector') {
        const identifier = node.getChild('Identifier');
        const metric = identifier === null ? '' : text.slice(identifier.from, identifier.to);
        selectors.push({ metric, labels: [] });
      }
      if (name !== 'LabelName') return;
      if (node.parent?.name === 'GroupingLabels') groupings.push(said);
      else selectors.at(-1)?.labels.push(said);
    },
  });
  return { selectors, groupings };
}
