import type { LoggedEvent } from '../canned-model-process.ts'

/** A reply in the response cache. */
export type StoredCall = { readonly callKey: string; readonly keptAt: number }

export type CallReport = {
  readonly keys: number
  readonly requests: number
  readonly replies: number
  readonly kept: number
  /** Sent in full by the model, but a kill came before the cache had them. */
  readonly repliesLostInFlight: number
  /** Came in at the model and were never answered in full: the kill cut them. */
  readonly requestsCut: number
  /** Answered after the kill, so that nobody received the reply. Part of those lost in flight. */
  readonly answeredAfterKill: number
  /** Made again because a kill came before the id was stored under which the service keeps the reply. */
  readonly idsLost: number
  /** Replies that were fetched after a kill, and so not paid for again. */
  readonly fetched: number
  /** Keys that were asked for again after their reply was kept. None, or the product pays twice. */
  readonly askedAfterKept: readonly string[]
  /** Keys that were asked for twice with no kill in between. */
  readonly askedTwiceInOneLife: readonly string[]
  /** Keys with replies and nothing in the cache at the end. */
  readonly neverKept: readonly string[]
}

type Call = {
  readonly askedAt: number
  readonly isAnswered: boolean
  readonly answeredAt: number | undefined
  /** Whether the service keeps the reply. */
  readonly isKept: boolean
}

/**
 * Joins what the model saw with what the product kept. Times are milliseconds of one clock; those of
 * the kills are when all of the life before had been seen and nothing of the next, and those of
 * `starts` when the signals were sent.
 */
export function examineCalls(
  log: readonly LoggedEvent[],
  storedCalls: readonly StoredCall[],
  kills: readonly number[],
  starts: readonly number[] = kills,
): CallReport {
  const calls = callsByKey(log)
  const keptAt = new Map(storedCalls.map((one) => [one.callKey, one.keptAt]))
  const all = [...calls.values()].flat()
  const replies = all.filter(({ isAnswered }) => isAnswered).length
  const keysWhere = (holds: (calls: readonly Call[], key: string) => boolean) =>
    [...calls].filter(([key, calls]) => holds(calls, key)).map(([key]) => key)
  const repeatedCalls = [...calls.values()].flatMap((callsOfKey) => callsOfKey.slice(0, -1))
  const isAnsweredAfterKill = ({ askedAt, answeredAt = 0 }: Call) =>
    starts.some((start) => askedAt <= start && start <= answeredAt)
  const isOneLife = (from: number, to: number) =>
    !kills.some((killedAt) => from <= killedAt && killedAt <= to)

  return {
    keys: calls.size,
    requests: all.length,
    replies,
    kept: storedCalls.length,
    repliesLostInFlight: replies - storedCalls.filter(({ callKey }) => calls.has(callKey)).length,
    requestsCut: all.length - replies,
    answeredAfterKill: repeatedCalls.filter((call) => !call.isKept && isAnsweredAfterKill(call))
      .length,
    idsLost: repeatedCalls.filter(({ isKept }) => isKept).length,
    fetched: keysWhere((callsOfKey, key) => {
      const last = callsOfKey.at(-1)
      return Boolean(last?.isKept) && !isOneLife(last?.askedAt ?? 0, keptAt.get(key) ?? 0)
    }).length,
    askedAfterKept: keysWhere((calls, key) =>
      calls.some(({ askedAt }) => askedAt > (keptAt.get(key) ?? Number.POSITIVE_INFINITY)),
    ),
    askedTwiceInOneLife: keysWhere((calls) =>
      calls.slice(1).some(({ askedAt }, i) => isOneLife(calls[i]!.askedAt, askedAt)),
    ),
    neverKept: keysWhere((calls, key) => calls.some((c) => c.isAnswered) && !keptAt.has(key)),
  }
}

/** The requests are in order. Those without a key belong to no document. */
export function callsByKey(log: readonly LoggedEvent[]): Map<string, Call[]> {
  const replies = log.filter(({ outcome }) => outcome === 'replied')
  const answeredAt = new Map(replies.map(({ id, at: repliedAt }) => [id, Date.parse(repliedAt)]))
  const calls = new Map<string, Call[]>()
  for (const { event, id, at: receivedAt, idempotencyKey, isKept = false } of log) {
    if (event !== 'received' || idempotencyKey === undefined) continue
    const times = { askedAt: Date.parse(receivedAt), answeredAt: answeredAt.get(id) }
    const call = { ...times, isAnswered: answeredAt.has(id), isKept }
    calls.set(idempotencyKey, [...(calls.get(idempotencyKey) ?? []), call])
  }
  return calls
}
