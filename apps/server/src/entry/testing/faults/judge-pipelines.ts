import type { LoggedEvent } from '../canned-model-process.ts'
import type { Facts } from '../kills/judge.ts'
import { judgeRows } from '../pipelines/judge-rows.ts'
import type { PipelineRun } from '../pipelines/order-pipelines.ts'
import type { WrittenRow } from '../pipelines/order-tables.ts'
import { examinePayments, type Span } from './examine-payments.ts'
import type { FaultVerdict } from './judge-fault.ts'

export type PipelinesCase = {
  /** Number of documents in the source; they are numbered from 1. */
  readonly documents: number
  readonly folder: string
  readonly spans: readonly Span[]
  readonly runs: readonly PipelineRun[]
  readonly written: readonly { readonly name: string; readonly rows: readonly WrittenRow[] }[]
  readonly facts: Facts
  readonly log: readonly LoggedEvent[]
  readonly besides: Readonly<Record<string, number>>
}

/** Each document has one row in each table, each pipeline ran once, and no call whose reply was kept was made again. */
export function judgePipelines(pipelinesCase: PipelinesCase): FaultVerdict {
  const { documents, folder, spans, runs, written: writtenTables, facts, log } = pipelinesCase
  const tables = writtenTables.map(({ name, rows }) => ({
    name,
    rows,
    ...judgeRows(documents, folder, rows),
  }))
  const lostFiles = tables.flatMap(({ name, wrong }) => wrong.map((file) => `${file} in ${name}`))
  const doubledFiles = tables.flatMap(({ name, twice: repeatedPaths }) =>
    repeatedPaths.map((path) => `${path} in ${name}`),
  )
  const payments = examinePayments({ log, kept: facts.kept, spans, spoiled: [] })
  const failedFiles = facts.files.filter(({ status }) => status === 'ERROR')
  const violations = [
    ...lostFiles.map((file) => `no row, or a wrong one: ${file}`),
    ...doubledFiles.map((file) => `two rows: ${file}`),
    ...tables
      .filter(({ rows }) => rows.length !== documents)
      .map(({ name, rows }) => `${rows.length} rows in ${name}, not ${documents}`),
    ...payments.askedForNothing.map((key) => `paid again for nothing: ${key}`),
    ...payments.neverKept.map((key) => `a reply was not kept: ${key}`),
    ...(facts.billed === facts.kept.length
      ? []
      : [`${facts.billed} calls are billed of ${facts.kept.length}`]),
    ...failedFiles.map(({ file, error }) => `failed: ${file}: ${error}`),
    ...runs
      .filter(({ status, total }) => status !== 'COMPLETED' || total !== documents)
      .map(({ id, status, total }) => `${id}: ${status} with ${total} files`),
    ...(runs.length === writtenTables.length
      ? []
      : [`${runs.length} runs of ${writtenTables.length} pipelines`]),
  ]
  const rowsIn = tables.map(({ name, rows }) => [`rows in ${name}`, rows.length] as const)
  const slowest = Math.max(0, ...runs.map(({ seconds = 0 }) => seconds))
  return {
    faults: spans.length,
    accepted: documents * writtenTables.length,
    lost: lostFiles,
    doubled: doubledFiles,
    failedInWords: failedFiles.length,
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
      ...pipelinesCase.besides,
    },
    broken: violations,
  }
}
