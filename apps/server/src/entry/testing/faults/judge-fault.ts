import type { LoggedEvent } from '../canned-model-process.ts'
import { type Facts, findTwice, findWrong, saysWhatFailed } from '../kills/judge.ts'
import { fileNameOf } from '../orders.ts'
import { examinePayments, type Payments, type Span } from './examine-payments.ts'
import type { Call } from './load.ts'
import type { DamagedCall } from './model-door.ts'

/** The effects of a fault on the callers and on the accepted documents. */
export type FaultVerdict = {
  readonly faults: number
  /** Documents that were taken in for sure. */
  readonly accepted: number
  /** Their file names, and those of documents taken in perhaps, whose result is missing or wrong. */
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  /** Documents that ended with an error in words, or with one in place of a value. */
  readonly failedInWords: number
  readonly payments: Payments
  /** Number of requests by outcome. */
  readonly ends: Readonly<Record<Call['end'], number>>
  /** The slowest call that was answered with its result. */
  readonly worstSeconds: number
  /** How long 19 of 20 calls that were answered have taken at most. */
  readonly p95Seconds: number
  /** Seconds from the end of each fault until a waiting call was answered. */
  readonly backSeconds: readonly number[]
  /** Counts that only this fault reports. */
  readonly besides: Readonly<Record<string, number>>
  /** Descriptions of the guarantees that did not hold. */
  readonly broken: readonly string[]
}

export type FaultCase = {
  readonly calls: readonly Call[]
  readonly facts: Facts
  readonly log: readonly LoggedEvent[]
  /** Everything that happened, when it began and ended. */
  readonly spans: readonly Span[]
  /** Whether it may cost calls of the model that were in flight. */
  readonly mayCostCalls: boolean
  readonly spoiled: readonly DamagedCall[]
  /** Ends of requests that this fault excuses. */
  readonly mayEnd: readonly Call['end'][]
  readonly besides?: Readonly<Record<string, number>>
}

const surelyTaken: readonly Call['end'][] = ['answered', 'deferred']

export function judgeFault(faultCase: FaultCase): FaultVerdict {
  const {
    calls,
    facts,
    log,
    spans,
    spoiled: damagedCalls,
    mayCostCalls,
    mayEnd,
    besides: otherFacts = {},
  } = faultCase
  const names = new Set(facts.files.map(({ file }) => file))
  const numbersOf = (calls: readonly Call[]) => calls.flatMap(({ numbers }) => numbers)
  const acceptedNumbers = numbersOf(calls.filter(({ end }) => surelyTaken.includes(end)))
  const possibleNumbers = numbersOf(calls.filter(({ end }) => !surelyTaken.includes(end)))
  const present = possibleNumbers.filter((number) => names.has(fileNameOf(number)))
  const wrong = findWrong([...acceptedNumbers, ...present], facts.files)
  const byName = new Map(facts.files.map((one) => [one.file, one]))
  const inWords = [...acceptedNumbers, ...present]
    .map((number) => ({ number, file: byName.get(fileNameOf(number)) }))
    .map(({ number, file }) =>
      file && wrong.includes(file.file) && saysWhatFailed(number, file) ? file.file : undefined,
    )
    .filter((value) => value !== undefined)
  const excusedFiles = new Set(mayEnd.includes('failed') ? inWords : [])
  const lostFiles = wrong.filter((one) => !excusedFiles.has(one))
  const doubledFiles = findTwice(facts.files.map(({ file }) => file))
  const costly = mayCostCalls ? spans : []
  const payments = examinePayments({ log, kept: facts.kept, spans: costly, spoiled: damagedCalls })
  const durations = selectAnswered(calls).map((one) => seconds(one.startedAt, one.endedAt))
  const backSeconds = spans.map(({ to }) => secondsUntilAnswer(calls, to))

  const violations = [
    ...lostFiles.map((file) => `lost: ${file}`),
    ...doubledFiles.map((file) => `two results: ${file}`),
    ...payments.askedForNothing.map((key) => `paid again for nothing: ${key}`),
    ...payments.neverKept.map((key) => `a reply was not kept: ${key}`),
    ...(facts.billed === facts.kept.length
      ? []
      : [`${facts.billed} calls are billed of ${facts.kept.length}`]),
    ...facts.executions
      .filter(
        ({ status, counted: countedFiles, settled: settledFiles }) =>
          !isFinal(status) || countedFiles !== settledFiles,
      )
      .map(({ id }) => `not as its files are: ${id}`),
    ...calls.flatMap((call) => complaintsOf(call, mayEnd)),
    ...backSeconds
      .map((seconds, i) =>
        seconds === undefined ? `nobody was answered after fault ${i + 1}` : undefined,
      )
      .filter((value) => value !== undefined),
  ]
  return {
    faults: spans.length,
    accepted: acceptedNumbers.length,
    lost: lostFiles,
    doubled: doubledFiles,
    failedInWords: inWords.length,
    payments,
    ends: countEnds(calls),
    worstSeconds: Math.max(0, ...durations),
    p95Seconds: durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.95)] ?? 0,
    backSeconds: backSeconds.filter((one) => one !== undefined),
    besides: otherFacts,
    broken: violations,
  }
}

const isFinal = (status: string) => status === 'COMPLETED' || status === 'ERROR'

const selectAnswered = (calls: readonly Call[]) => calls.filter(({ end }) => end === 'answered')

const seconds = (from: number, to: number) => (to - from) / 1000

function secondsUntilAnswer(calls: readonly Call[], from: number): number | undefined {
  const times = selectAnswered(calls)
    .filter(({ endedAt }) => endedAt >= from)
    .map(({ endedAt }) => seconds(from, endedAt))
  return times.length > 0 ? Math.min(...times) : undefined
}

function complaintsOf(
  { end, said: replyText, saysWhen }: Call,
  mayEnd: FaultCase['mayEnd'],
): string[] {
  if (end === 'refused' && !saysWhen)
    return [`a refusal does not say when to ask again: ${replyText}`]
  const isUsual = end === 'answered' || end === 'deferred'
  return isUsual || mayEnd.includes(end) ? [] : [`a request ${end}: ${replyText}`]
}

function countEnds(calls: readonly Call[]): FaultVerdict['ends'] {
  const ends = { answered: 0, deferred: 0, failed: 0, refused: 0, unreachable: 0, cut: 0 }
  for (const { end } of calls) ends[end] += 1
  return ends
}
