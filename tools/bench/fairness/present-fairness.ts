import { table } from '../figures.ts'

type Summary = { readonly p50: number; readonly p95: number }

/** Durations of synchronous calls in milliseconds. */
export type FairnessRow = {
  readonly title: string
  readonly baseline: Summary
  readonly underLoad: Summary
}

export function presentFairness(rows: readonly FairnessRow[]): string {
  return table([
    ['a call that waits, while …', 'alone p50 ms', 'p95', 'then p50', 'p95', 'wanted p95'],
    ...rows.map(({ title, baseline, underLoad }) => [
      title,
      baseline.p50.toFixed(0),
      baseline.p95.toFixed(0),
      underLoad.p50.toFixed(0),
      underLoad.p95.toFixed(0),
      `<= ${(2 * baseline.p95).toFixed(0)}`,
    ]),
  ])
}
