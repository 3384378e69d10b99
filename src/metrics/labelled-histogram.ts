export interface HistogramOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
  /** Upper bounds, ascending, without infinity. */
  readonly buckets: readonly number[];
}

interface Series {
  readonly values: readonly string[];
  /** Not cumulative; the last is beyond all bounds. */
  readonly counts: number[];
  sum: number;
}

/** Where the values of the labels so far lead: to those of the next label, and behind the last one to the series. */
interface Place {
  readonly next: Map<string, Place>;
  series: Series | undefined;
}

/**
 * A histogram that is observed several times a call: a fraction of the time that `prom-client`'s takes, whose labels are objects
 * that it sorts and prints at each observation. A series is found label by label, since the values are texts that the engine has
 * hashed already; one text of all of them would be made, copied and hashed each time. Its text goes behind that of the registry.
 */
export class LabelledHistogram<Label extends string> {
  private readonly root = newPlace();
  /** In the order in which they were first observed. */
  private readonly series: Series[] = [];

  constructor(private readonly options: HistogramOptions<Label>) {}

  /** @param values of the labels, in their order; an empty one is a label that is not there */
  observe(value: number, values: readonly string[]): void {
    const series = this.seriesOf(values);
    const { buckets } = this.options;
    let at = 0;
    while (at < buckets.length && value > (buckets[at] ?? 0)) at += 1;
    series.counts[at] = (series.counts[at] ?? 0) + 1;
    series.sum += value;
  }

  /** Prometheus' text format. @param common labels of each series, behind its own */
  render(common: Readonly<Record<string, string>>): string {
    const { name, help, labelNames } = this.options;
    const tail = Object.entries(common);
    const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`];
    for (const { values, counts, sum } of this.series) {
      const labels = labelNames
        .map((label, at): [string, string] => [label, values[at] ?? ''])
        .filter(([, value]) => value !== '')
        .concat(tail);
      let count = 0;
      for (const [at, inBucket] of counts.entries()) {
        count += inBucket;
        const bound = String(this.options.buckets[at] ?? '+Inf');
        lines.push(`${name}_bucket${print([['le', bound], ...labels])} ${count}`);
      }
      lines.push(`${name}_sum${print(labels)} ${sum}`, `${name}_count${print(labels)} ${count}`);
    }
    return `${lines.join('\n')}\n`;
  }

  private seriesOf(values: readonly string[]): Series {
    let place = this.root;
    for (const value of values) place = placeBehind(place, value);
    return (place.series ??= this.newSeries(values));
  }

  private newSeries(values: readonly string[]): Series {
    const counts = Array.from({ length: this.options.buckets.length + 1 }, () => 0);
    const series = { values: [...values], counts, sum: 0 };
    this.series.push(series);
    return series;
  }
}

function newPlace(): Place {
  return { next: new Map(), series: undefined };
}

function placeBehind({ next }: Place, value: string): Place {
  let place = next.get(value);
  if (place === undefined) {
    place = newPlace();
    next.set(value, place);
  }
  return place;
}

function print(labels: readonly (readonly [string, string])[]): string {
  if (labels.length === 0) return '';
  return `{${labels.map(([name, value]) => `${name}="${escape(value)}"`).join(',')}}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };

function escape(value: string): string {
  return value.replace(/[\\"\n]/g, (sign) => ESCAPES[sign] ?? sign);
}
