import type { LoggedEvent } from '../canned-model-process.ts'
import { callsByKey, type StoredCall } from '../kills/examine-calls.ts'
import type { DamagedCall } from './model-door.ts'

/** From when to when something was killed, stood still or was broken, in milliseconds of the clock. */
export type Span = { readonly from: number; readonly to: number }

export type Payments = {
  /** Calls that the documents needed. */
  readonly keys: number
  readonly requests: number
  /** Replies beyond the first of a key: paid twice. */
  readonly paidTwice: number
  /** Keys asked for again although no fault lies between, or although their reply was kept, with their times. None may be. */
  readonly askedForNothing: readonly string[]
  /** Keys of replies that arrived and that the product does not have. None may be. */
  readonly neverKept: readonly string[]
}

type Case = {
  readonly log: readonly LoggedEvent[]
  readonly kept: readonly StoredCall[]
  /** Faults that may cost any call in flight. */
  readonly spans: readonly Span[]
  /** Replies that never arrived. */
  readonly spoiled: readonly DamagedCall[]
}

/** A call may be paid again only if a fault took its reply away: what is paid twice is bounded by what was in flight. */
export function examinePayments({
  log,
  kept: storedCalls,
  spans,
  spoiled: damagedCalls,
}: Case): Payments {
  const calls = callsByKey(log)
  const keptAt = new Map(storedCalls.map((one) => [one.callKey, one.keptAt]))
  const excuses = (key: string, from: number, to: number) =>
    spans.some((span) => span.from <= to && from <= span.to) ||
    damagedCalls.some(({ callKey, at: index }) => callKey === key && from <= index && index <= to)
  const isSpoiled = new Set(damagedCalls.map(({ callKey }) => callKey))
  const all = [...calls]

  return {
    keys: calls.size,
    requests: all.flatMap(([, calls]) => calls).length,
    paidTwice: all.reduce(
      (sum, [, calls]) => sum + Math.max(0, calls.filter((one) => one.isAnswered).length - 1),
      0,
    ),
    askedForNothing: all
      .filter(([key, calls]) =>
        calls.some(({ askedAt }, i) => {
          const initialCall = calls[i - 1]
          const isKept = askedAt > (keptAt.get(key) ?? Number.POSITIVE_INFINITY)
          return isKept || (initialCall && !excuses(key, initialCall.askedAt, askedAt))
        }),
      )
      .map(([key, calls]) => `${key} (${timesOf(calls, keptAt.get(key), spans)})`),
    neverKept: all
      .filter(([key, calls]) => calls.some((one) => one.isAnswered) && !keptAt.has(key))
      .map(([key]) => key)
      .filter((key) => !isSpoiled.has(key)),
  }
}

/** Seconds since the first time it was asked for. */
function timesOf(
  attempts: readonly { readonly askedAt: number; readonly isAnswered: boolean }[],
  keptAt: number | undefined,
  spans: readonly Span[],
): string {
  const begin = attempts[0]?.askedAt ?? 0
  const end = attempts.at(-1)?.askedAt ?? 0
  const since = (index: number) => ((index - begin) / 1000).toFixed(3)
  const distance = ({ from, to }: Span) => Math.max(0, from - end, begin - to)
  const nearest = spans.toSorted((a, b) => distance(a) - distance(b)).at(0)
  return [
    `asked at ${attempts.map((one) => `${since(one.askedAt)}${one.isAnswered ? '' : ' unanswered'}`).join(', ')}`,
    `kept at ${keptAt === undefined ? 'no time' : since(keptAt)}`,
    ...(nearest ? [`nearest fault from ${since(nearest.from)} to ${since(nearest.to)}`] : []),
  ].join('; ')
}
