import pg from 'pg'
import type { LoggedEvent } from '../canned-model-process.ts'
import type { Corpus } from '../corpus.ts'
import { orders } from '../orders.ts'
import { type CallReport, examineCalls, type StoredCall } from './examine-calls.ts'

/** The outcome of every document and of every paid call. */
export type Verdict = {
  /** Numbers that were confirmed to a caller, so none of them may be lost. */
  readonly documents: number
  readonly interruptions: number
  readonly results: number
  /** File names whose result is missing, unreadable, or not what stands in the document. */
  readonly wrong: readonly string[]
  /** Files of which there is more than one result. */
  readonly twice: readonly string[]
  /** Executions that are not as their files are: not finished, or with other counts. */
  readonly miscounted: readonly string[]
  readonly calls: CallReport
  /** Usage rows of model calls: what a customer is billed for. */
  readonly billed: number
}

export type Facts = {
  readonly kept: readonly StoredCall[]
  readonly files: readonly FileFact[]
  readonly executions: readonly ExecutionFact[]
  readonly billed: number
}

type FileFact = {
  readonly file: string
  readonly status: string
  readonly result: Outcome | null
  readonly error: string | null
  readonly finishedAt: number | undefined
}

type ExecutionFact = {
  readonly id: string
  readonly status: string
  readonly counted: number
  readonly settled: number
  readonly total: number
}

export type Outcome = {
  readonly output: Readonly<Record<string, unknown>>
  readonly metadata: {
    readonly evidence_data: Readonly<Record<string, unknown>>
    /** Reasons by field, for fields without an answer. */
    readonly errors?: Readonly<Record<string, string>>
  }
}

/** All that the product has stored of it. */
export async function readFacts(databaseUrl: string): Promise<Facts> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const calls = await client.query('select call_key, created_at from model_call')
    const files = await client.query(
      `select file_name, status, result, error, finished_at
         from file_execution order by file_name`,
    )
    const executions = await client.query(
      `select id, status, successful_files, total_files, (select count(*)::int from file_execution f
         where f.execution_id = e.id and f.status = 'COMPLETED') as settled
       from execution e`,
    )
    const billedCalls = await client.query("select 1 from usage_record where usage_type = 'llm'")
    return {
      kept: calls.rows.map((row) => ({
        callKey: row.call_key,
        keptAt: row.created_at.getTime(),
      })),
      files: files.rows.map((row) => ({
        file: row.file_name,
        status: row.status,
        result: row.result,
        error: row.error,
        finishedAt: row.finished_at?.getTime(),
      })),
      executions: executions.rows.map((row) => ({
        id: row.id,
        status: row.status,
        counted: row.successful_files,
        settled: row.settled,
        total: row.total_files,
      })),
      billed: billedCalls.rowCount ?? 0,
    }
  } finally {
    await client.end()
  }
}

type Case = {
  /** What was sent; one-line orders unless stated. */
  readonly corpus?: Corpus | undefined
  /** Numbers of the documents that were taken in. */
  readonly numbers: readonly number[]
  /** Documents of which nobody knows whether they were: if so, they too must come right. */
  readonly uncertainNumbers?: readonly number[]
  readonly facts: Facts
  readonly log: readonly LoggedEvent[]
  /** Times at which a process was killed or frozen. */
  readonly interruptions: readonly number[]
  /** When the signals of the kills were sent, where that is known. */
  readonly starts?: readonly number[]
}

export function judge({
  corpus = orders,
  numbers,
  uncertainNumbers = [],
  ...observations
}: Case): Verdict {
  const { facts, log, interruptions, starts = interruptions } = observations
  const names = facts.files.map(({ file }) => file)
  const present = uncertainNumbers.filter((number) => names.includes(corpus.fileNameOf(number)))
  return {
    documents: numbers.length,
    interruptions: interruptions.length,
    results: facts.files.filter(({ status }) => status === 'COMPLETED').length - present.length,
    wrong: findWrong([...numbers, ...present], facts.files, corpus),
    twice: findTwice(names),
    miscounted: facts.executions.filter(isMiscounted).map(({ id }) => id),
    calls: examineCalls(log, facts.kept, interruptions, starts),
    billed: facts.billed,
  }
}

const isMiscounted = ({
  status,
  counted: countedFiles,
  settled: settledFiles,
  total,
}: ExecutionFact) => status !== 'COMPLETED' || countedFiles !== total || settledFiles !== total

/** A right result has every value as it stands in the document, each with its evidence. */
export function findWrong(
  numbers: readonly number[],
  items: readonly { readonly file: string; readonly result: Outcome | null }[],
  corpus: Corpus = orders,
): string[] {
  const byName = new Map(items.map((item) => [item.file, item]))
  return numbers
    .filter((number) => !isRight(corpus, number, byName.get(corpus.fileNameOf(number))?.result))
    .map(corpus.fileNameOf)
}

function isRight(corpus: Corpus, number: number, result: Outcome | null | undefined): boolean {
  if (!result) return false
  const entries = Object.entries(result.output)
  return entries.length > 0 && entries.every(([key]) => isRightValue(corpus, number, result, key))
}

/** A value that was asked for more than once has a number at the end of its key. */
function isRightValue(
  corpus: Corpus,
  number: number,
  { output, metadata }: Outcome,
  key: string,
): boolean {
  const value = output[key]
  const hasEvidence = value === null || metadata.evidence_data[key] !== undefined
  return hasEvidence && corpus.isRight(number, key.replace(/_copy\d+$/, ''), value)
}

/** Whether each value is right, or says in words why it is not there. */
export function saysWhatFailed(number: number, { status, result, error }: FileFact): boolean {
  if (status === 'ERROR') return Boolean(error)
  const { errors = {} } = result?.metadata ?? {}
  return Object.entries(result?.output ?? {}).every(
    ([key, value]) =>
      (result && isRightValue(orders, number, result, key)) ||
      (value === null && Boolean(errors[key])),
  )
}

export function findTwice(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}
