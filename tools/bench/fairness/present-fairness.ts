import { table } from '../table.ts'

type Summary = { readonly p50: number; readonly p95: number }

/** Milliseconds of a call that waits. */
export type FairnessRow = {
  readonly what: string
  readonly alone: Summary
  readonly meanwhile: Summary
}

export function presentFairness(rows: readonly FairnessRow[]): string {
  return table([
    ['a call that waits, while …', 'alone p50 ms', 'p95', 'then p50', 'p95', 'wanted p95'],
    ...rows.map(({ what, alone, meanwhile }) => [
      what,
      alone.p50.toFixed(0),
      alone.p95.toFixed(0),
      meanwhile.p50.toFixed(0),
      meanwhile.p95.toFixed(0),
      `<= ${(2 * alone.p95).toFixed(0)}`,
    ]),
  ])
}
