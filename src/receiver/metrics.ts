/** Counters since the start, and gauges, by name and labels as Prometheus writes them. */
export type Metrics = Map<string, number>;

/** The name of a value with its labels. */
export function labelled(name: string, labels: Readonly<Record<string, string | number>>): string {
  const texts = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return `tieout_receiver_${name}{${texts.join(',')}}`;
}

/** Counts one more. */
export function count(metrics: Metrics, name: string, labels: Readonly<Record<string, string | number>>): void {
  const key = labelled(name, labels);
  metrics.set(key, (metrics.get(key) ?? 0) + 1);
}
