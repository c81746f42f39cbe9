import type { Logged } from '../canned-model-process.ts'
import { callsByKey, type Kept } from '../kills/examine-calls.ts'
import type { Spoiled } from './model-door.ts'

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
  readonly log: readonly Logged[]
  readonly kept: readonly Kept[]
  /** Faults that may cost any call in flight. */
  readonly spans: readonly Span[]
  /** Replies that never arrived. */
  readonly spoiled: readonly Spoiled[]
}

/** A call may be paid again only if a fault took its reply away: what is paid twice is bounded by what was in flight. */
export function examinePayments({ log, kept, spans, spoiled }: Case): Payments {
  const calls = callsByKey(log)
  const keptAt = new Map(kept.map((one) => [one.callKey, one.keptAt]))
  const excuses = (key: string, from: number, to: number) =>
    spans.some((span) => span.from <= to && from <= span.to) ||
    spoiled.some(({ callKey, at }) => callKey === key && from <= at && at <= to)
  const isSpoiled = new Set(spoiled.map(({ callKey }) => callKey))
  const all = [...calls]

  return {
    keys: calls.size,
    requests: all.flatMap(([, asked]) => asked).length,
    paidTwice: all.reduce(
      (sum, [, asked]) => sum + Math.max(0, asked.filter((one) => one.isAnswered).length - 1),
      0,
    ),
    askedForNothing: all
      .filter(([key, asked]) =>
        asked.some(({ askedAt }, i) => {
          const before = asked[i - 1]
          const isKept = askedAt > (keptAt.get(key) ?? Number.POSITIVE_INFINITY)
          return isKept || (before && !excuses(key, before.askedAt, askedAt))
        }),
      )
      .map(([key, asked]) => `${key} (${timesOf(asked, keptAt.get(key), spans)})`),
    neverKept: all
      .filter(([key, asked]) => asked.some((one) => one.isAnswered) && !keptAt.has(key))
      .map(([key]) => key)
      .filter((key) => !isSpoiled.has(key)),
  }
}

/** Seconds since the first time it was asked for. */
function timesOf(
  asked: readonly { readonly askedAt: number; readonly isAnswered: boolean }[],
  keptAt: number | undefined,
  spans: readonly Span[],
): string {
  const begin = asked[0]?.askedAt ?? 0
  const end = asked.at(-1)?.askedAt ?? 0
  const since = (at: number) => ((at - begin) / 1000).toFixed(3)
  const distance = ({ from, to }: Span) => Math.max(0, from - end, begin - to)
  const nearest = spans.toSorted((a, b) => distance(a) - distance(b)).at(0)
  return [
    `asked at ${asked.map((one) => `${since(one.askedAt)}${one.isAnswered ? '' : ' unanswered'}`).join(', ')}`,
    `kept at ${keptAt === undefined ? 'no time' : since(keptAt)}`,
    ...(nearest ? [`nearest fault from ${since(nearest.from)} to ${since(nearest.to)}`] : []),
  ].join('; ')
}
