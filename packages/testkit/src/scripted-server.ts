import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ScriptedServer<Exchange, Turn> = AsyncDisposable & {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly url: string
  readonly requests: readonly Exchange[]
  /** Queues turns, one for each of the next requests. */
  readonly script: (...turns: readonly Turn[]) => void
  /** Takes back the turns whose requests have not come: who has given up early asks no more. */
  readonly forget: () => void
  /** Resolves as soon as that many requests came in since the start. */
  readonly received: (count: number) => Promise<void>
  readonly close: () => Promise<void>
}

type Call<Exchange, Turn> = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Exchanges that were recorded so far. */
  readonly requests: readonly Exchange[]
  /**
   * Records the request and returns what the script says of it, `undefined` when it says nothing or
   * the request takes no turn.
   */
  readonly record: (
    exchange: Exchange,
    options?: { readonly takesTurn: boolean },
  ) => Turn | undefined
}

/** A server on this machine that does what a test has scripted, request by request. */
export async function startScriptedServer<Exchange, Turn>(
  serve: (call: Call<Exchange, Turn>) => Promise<void>,
  port = 0,
): Promise<ScriptedServer<Exchange, Turn>> {
  const requests: Exchange[] = []
  const turns: Turn[] = []
  const waiters = new Set<() => void>()

  const record = (exchange: Exchange, { takesTurn } = { takesTurn: true }) => {
    requests.push(exchange)
    for (const wake of [...waiters]) wake()
    return takesTurn ? turns.shift() : undefined
  }
  const server = createServer((request, response) => {
    serve({ request, response, requests, record }).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)))
    })
  })
  const close = async () => {
    if (!server.listening) return
    const closePromise = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closePromise
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    script: (...turnsToAdd) => void turns.push(...turnsToAdd),
    forget: () => void turns.splice(0),
    received: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (requests.length < count) return
          waiters.delete(look)
          resolve()
        }
        waiters.add(look)
        look()
      }),
    close,
    [Symbol.asyncDispose]: close,
  }
}
