import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { JsonObject, Protocol } from './received-call.ts'

/** How a call went that the server goes on with by itself. */
type KeptOutcome = 'completed' | 'cancelled'

/** A call that the server completes although nobody listens, and keeps. */
export type KeptCall = {
  readonly id: string
  /** As it would be fetched now. */
  readonly now: () => JsonObject
  readonly finalOutcome: Promise<KeptOutcome>
}

type NewCall = {
  readonly id: string
  readonly protocol: Protocol
  /** What a completed call looks like. */
  readonly whole: JsonObject
  readonly latencyMs: number
  /** Completes no earlier. */
  readonly until?: Promise<unknown> | undefined
}

type Entry = KeptCall & { readonly cancel: () => void }

/** The calls that a server goes on with by itself, by their ids, until somebody deletes them. */
export function openKeptCalls() {
  const entries = new Map<string, Entry>()

  return {
    start({ id, protocol, whole, latencyMs, until }: NewCall): KeptCall {
      const { promise: cancellation, resolve } = Promise.withResolvers<void>()
      let outcome: KeptOutcome | undefined
      const completion = Promise.all([delay(latencyMs, undefined, { ref: false }), until])
      const finalOutcome = Promise.race([
        completion.then(() => 'completed' as const),
        cancellation.then(() => 'cancelled' as const),
      ]).then((firstOutcome) => {
        outcome ??= firstOutcome
        return outcome
      })
      const now = () => {
        if (outcome === 'completed') return whole
        return protocol.unfinished?.(whole, outcome ?? 'in-progress') ?? whole
      }
      const entry: Entry = { id, now, finalOutcome, cancel: resolve }
      entries.set(id, entry)
      return entry
    },

    /** Answers a request about a kept call: to fetch it, to cancel it or to delete it. */
    async answer(
      { id, wish }: KeptRequest,
      response: ServerResponse,
    ): Promise<'replied' | 'refused'> {
      const entry = entries.get(id)
      if (!entry) {
        sendJson(response, 404, { error: { message: `Nothing is kept under ${id}.` } })
        return 'refused'
      }
      if (wish === 'delete') entries.delete(id)
      if (wish === 'cancel') {
        entry.cancel()
        await entry.finalOutcome
      }
      sendJson(response, 200, wish === 'delete' ? { id, deleted: true } : entry.now())
      return 'replied'
    },
  }
}

export type KeptCalls = ReturnType<typeof openKeptCalls>

type KeptRequest = { readonly id: string; readonly wish: 'fetch' | 'cancel' | 'delete' }

/** Of OpenAI's Responses API, wherever it is, and of Replicate. */
const keptPath = /\/(?:responses|predictions)\/(?<id>[\w-]+)(?<cancel>\/cancel)?$/

/** What a request wants with a kept call; `undefined` if it is about something else. */
export function parseKeptRequest(method: string, path: string): KeptRequest | undefined {
  const { id, cancel } = keptPath.exec(path)?.groups ?? {}
  if (id === undefined) return undefined
  if (cancel) return method === 'POST' ? { id, wish: 'cancel' } : undefined
  if (method === 'GET') return { id, wish: 'fetch' }
  return method === 'DELETE' ? { id, wish: 'delete' } : undefined
}

function sendJson(response: ServerResponse, status: number, body: JsonObject): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
