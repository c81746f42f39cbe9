import type { Logged } from '../canned-model-process.ts'
import type { Facts } from '../kills/judge.ts'
import { judgeRows } from '../pipelines/judge-rows.ts'
import type { PipelineRun } from '../pipelines/order-pipelines.ts'
import type { WrittenRow } from '../pipelines/order-tables.ts'
import { examinePayments, type Span } from './examine-payments.ts'
import type { FaultVerdict } from './judge-fault.ts'

export type PipelinesCase = {
  /** In the source, numbered from 1. */
  readonly documents: number
  readonly folder: string
  readonly spans: readonly Span[]
  readonly runs: readonly PipelineRun[]
  readonly written: readonly { readonly name: string; readonly rows: readonly WrittenRow[] }[]
  readonly facts: Facts
  readonly log: readonly Logged[]
  readonly besides: Readonly<Record<string, number>>
}

/** Each document has one row in each table, each pipeline ran once, and no call whose reply was kept was made again. */
export function judgePipelines(given: PipelinesCase): FaultVerdict {
  const { documents, folder, spans, runs, written, facts, log } = given
  const tables = written.map(({ name, rows }) => ({
    name,
    rows,
    ...judgeRows(documents, folder, rows),
  }))
  const lost = tables.flatMap(({ name, wrong }) => wrong.map((file) => `${file} in ${name}`))
  const doubled = tables.flatMap(({ name, twice }) => twice.map((path) => `${path} in ${name}`))
  const payments = examinePayments({ log, kept: facts.kept, spans, spoiled: [] })
  const failed = facts.files.filter(({ status }) => status === 'ERROR')
  const broken = [
    ...lost.map((what) => `no row, or a wrong one: ${what}`),
    ...doubled.map((what) => `two rows: ${what}`),
    ...tables
      .filter(({ rows }) => rows.length !== documents)
      .map(({ name, rows }) => `${rows.length} rows in ${name}, not ${documents}`),
    ...payments.askedForNothing.map((key) => `paid again for nothing: ${key}`),
    ...payments.neverKept.map((key) => `a reply was not kept: ${key}`),
    ...(facts.billed === facts.kept.length
      ? []
      : [`${facts.billed} calls are billed of ${facts.kept.length}`]),
    ...failed.map(({ file, error }) => `failed: ${file}: ${error}`),
    ...runs
      .filter(({ status, total }) => status !== 'COMPLETED' || total !== documents)
      .map(({ id, status, total }) => `${id}: ${status} with ${total} files`),
    ...(runs.length === written.length
      ? []
      : [`${runs.length} runs of ${written.length} pipelines`]),
  ]
  const rowsIn = tables.map(({ name, rows }) => [`rows in ${name}`, rows.length] as const)
  const slowest = Math.max(0, ...runs.map(({ seconds = 0 }) => seconds))
  return {
    faults: spans.length,
    accepted: documents * written.length,
    lost,
    doubled,
    failedInWords: failed.length,
    payments,
    // Nobody calls.
    ends: { answered: 0, deferred: 0, failed: 0, refused: 0, unreachable: 0, cut: 0 },
    worstSeconds: 0,
    p95Seconds: 0,
    backSeconds: [],
    besides: {
      ...Object.fromEntries(rowsIn),
      'seconds of the longest run': Math.round(slowest),
      'model calls needed': payments.keys,
      ...given.besides,
    },
    broken,
  }
}
