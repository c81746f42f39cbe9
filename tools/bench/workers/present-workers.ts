import { table } from '../figures.ts'

export type WorkersRow = {
  readonly workers: number
  readonly documentsPerSecond: number
  readonly p50Milliseconds: number
  readonly p95Milliseconds: number
  /** Number of cores used by the whole machine. */
  readonly coresOfMachine: number
}

export function presentWorkers(rows: readonly WorkersRow[]): string {
  return table([
    ['a web and workers, 64 callers, model of 200 ms', 'documents/s', 'p50 ms', 'p95 ms', 'cores'],
    ...rows.map((row) => [
      `${row.workers} workers`,
      row.documentsPerSecond.toFixed(1),
      row.p50Milliseconds.toFixed(0),
      row.p95Milliseconds.toFixed(0),
      row.coresOfMachine.toFixed(1),
    ]),
  ])
}
