import { quantile, table } from '../figures.ts'

export type LargeRunRow = {
  readonly settled: number
  readonly listed: number
  /** Seconds per thousand files since the previous row. */
  readonly secondsPerThousand: number
  readonly productMegabytes: number
  readonly postgresMegabytes: number
  /** Duration of each request of the page in milliseconds. */
  readonly pageMilliseconds: readonly number[]
}

export function presentLargeRun(files: number, rows: readonly LargeRunRow[]): string {
  return table([
    [
      `a run of ${files} files: settled`,
      'listed',
      's a thousand',
      'MB: product',
      'database',
      'page, p50 ms',
      'p95 ms',
    ],
    ...rows.map((row) => [
      String(row.settled),
      String(row.listed),
      row.secondsPerThousand.toFixed(1),
      row.productMegabytes.toFixed(0),
      row.postgresMegabytes.toFixed(0),
      quantile(row.pageMilliseconds, 0.5).toFixed(0),
      quantile(row.pageMilliseconds, 0.95).toFixed(0),
    ]),
  ])
}
