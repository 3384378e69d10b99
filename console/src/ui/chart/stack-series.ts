/** Each series on top of those before it, as a stacked chart draws them: the last one is the whole. */
export function stackSeries(series: readonly (readonly (number | null)[])[]): (number | null)[][] {
  const sums: number[] = [];
  return series.map((values) =>
    values.map((value, index) => {
      sums[index] = (sums[index] ?? 0) + (value ?? 0);
      return sums[index];
    }),
  );
}
