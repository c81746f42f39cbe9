import { quantile, table, worstOf } from '../figures.ts'
import type { Memory } from '../watch-memory.ts'

export type Calls = { readonly label: string; readonly milliseconds: readonly number[] }

type Requests = {
  readonly requests: number
  readonly sentSeconds: number
  readonly settledSeconds: number
  readonly peak: Memory
}

export function presentRequests(figures: Requests): string {
  const { requests, sentSeconds, settledSeconds, peak } = figures
  return table([
    ['asynchronous requests of one document', String(requests)],
    ['… all taken in after', `${sentSeconds.toFixed(1)} s`],
    ['… all settled after', `${settledSeconds.toFixed(1)} s`],
    ['… documents/s', (requests / settledSeconds).toFixed(1)],
    ['… most memory, product', `${peak.productMegabytes.toFixed(0)} MB`],
    ['… most memory, database', `${peak.postgresMegabytes.toFixed(0)} MB`],
  ])
}

export function presentCalls(calls: readonly Calls[]): string {
  const rows = calls.map(({ label, milliseconds }) => [
    label,
    String(milliseconds.length),
    quantile(milliseconds, 0.5).toFixed(0),
    quantile(milliseconds, 0.95).toFixed(0),
    worstOf(milliseconds).toFixed(0),
  ])
  return table([['meanwhile', 'calls', 'p50 ms', 'p95 ms', 'worst ms'], ...rows])
}
