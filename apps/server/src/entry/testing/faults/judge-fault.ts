import type { Logged } from '../canned-model-process.ts'
import { type Facts, findTwice, findWrong, saysWhatFailed } from '../kills/judge.ts'
import { fileNameOf } from '../orders.ts'
import { examinePayments, type Payments, type Span } from './examine-payments.ts'
import type { Call } from './load.ts'
import type { Spoiled } from './model-door.ts'

/** What a fault did to those who called meanwhile, and to what was taken in. */
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
  /** How requests ended. */
  readonly ends: Readonly<Record<Call['end'], number>>
  /** The slowest call that was answered with its result. */
  readonly worstSeconds: number
  /** How long 19 of 20 calls that were answered have taken at most. */
  readonly p95Seconds: number
  /** After the end of each fault, until a call that waited was answered. */
  readonly backSeconds: readonly number[]
  /** What belongs to this fault alone. */
  readonly besides: Readonly<Record<string, number>>
  /** What is not as it has to be. */
  readonly broken: readonly string[]
}

export type FaultCase = {
  readonly calls: readonly Call[]
  readonly facts: Facts
  readonly log: readonly Logged[]
  /** Everything that happened, when it began and ended. */
  readonly spans: readonly Span[]
  /** Whether it may cost calls of the model that were in flight. */
  readonly mayCostCalls: boolean
  readonly spoiled: readonly Spoiled[]
  /** Ends of requests that this fault excuses. */
  readonly mayEnd: readonly Call['end'][]
  readonly besides?: Readonly<Record<string, number>>
}

const surelyTaken: readonly Call['end'][] = ['answered', 'deferred']

export function judgeFault(given: FaultCase): FaultVerdict {
  const { calls, facts, log, spans, spoiled, mayCostCalls, mayEnd, besides = {} } = given
  const names = new Set(facts.files.map(({ file }) => file))
  const numbersOf = (some: readonly Call[]) => some.flatMap(({ numbers }) => numbers)
  const accepted = numbersOf(calls.filter(({ end }) => surelyTaken.includes(end)))
  const perhaps = numbersOf(calls.filter(({ end }) => !surelyTaken.includes(end)))
  const present = perhaps.filter((number) => names.has(fileNameOf(number)))
  const wrong = findWrong([...accepted, ...present], facts.files)
  const byName = new Map(facts.files.map((one) => [one.file, one]))
  const inWords = [...accepted, ...present]
    .map((number) => ({ number, file: byName.get(fileNameOf(number)) }))
    .map(({ number, file }) =>
      file && wrong.includes(file.file) && saysWhatFailed(number, file) ? file.file : undefined,
    )
    .filter((value) => value !== undefined)
  const excused = new Set(mayEnd.includes('failed') ? inWords : [])
  const lost = wrong.filter((one) => !excused.has(one))
  const doubled = findTwice(facts.files.map(({ file }) => file))
  const costly = mayCostCalls ? spans : []
  const payments = examinePayments({ log, kept: facts.kept, spans: costly, spoiled })
  const durations = answered(calls).map((one) => seconds(one.startedAt, one.endedAt))
  const backSeconds = spans.map(({ to }) => secondsUntilAnswer(calls, to))

  const broken = [
    ...lost.map((file) => `lost: ${file}`),
    ...doubled.map((file) => `two results: ${file}`),
    ...payments.askedForNothing.map((key) => `paid again for nothing: ${key}`),
    ...payments.neverKept.map((key) => `a reply was not kept: ${key}`),
    ...(facts.billed === facts.kept.length
      ? []
      : [`${facts.billed} calls are billed of ${facts.kept.length}`]),
    ...facts.executions
      .filter(({ status, counted, settled }) => !isFinal(status) || counted !== settled)
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
    accepted: accepted.length,
    lost,
    doubled,
    failedInWords: inWords.length,
    payments,
    ends: countEnds(calls),
    worstSeconds: Math.max(0, ...durations),
    p95Seconds: durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.95)] ?? 0,
    backSeconds: backSeconds.filter((one) => one !== undefined),
    besides,
    broken,
  }
}

const isFinal = (status: string) => status === 'COMPLETED' || status === 'ERROR'

const answered = (calls: readonly Call[]) => calls.filter(({ end }) => end === 'answered')

const seconds = (from: number, to: number) => (to - from) / 1000

function secondsUntilAnswer(calls: readonly Call[], from: number): number | undefined {
  const times = answered(calls)
    .filter(({ endedAt }) => endedAt >= from)
    .map(({ endedAt }) => seconds(from, endedAt))
  return times.length > 0 ? Math.min(...times) : undefined
}

function complaintsOf({ end, said, saysWhen }: Call, mayEnd: FaultCase['mayEnd']): string[] {
  if (end === 'refused' && !saysWhen) return [`a refusal does not say when to ask again: ${said}`]
  const isUsual = end === 'answered' || end === 'deferred'
  return isUsual || mayEnd.includes(end) ? [] : [`a request ${end}: ${said}`]
}

function countEnds(calls: readonly Call[]): FaultVerdict['ends'] {
  const ends = { answered: 0, deferred: 0, failed: 0, refused: 0, unreachable: 0, cut: 0 }
  for (const { end } of calls) ends[end] += 1
  return ends
}
