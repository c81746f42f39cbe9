import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  request as openRequest,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from '../../../testing/people.ts'
import { until } from '../kills/story.ts'
import type { SharedProcesses } from './together.ts'

type PlainProxy = AsyncDisposable & {
  readonly url: string
  /** Replaces whom it hands requests to. */
  use(origins: readonly string[]): void
  /** Returns the server that would get a request now. */
  isIn(origin: string): boolean
}

type Backend = { isIn: boolean }

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

const everyMilliseconds = 200
/** Who is silent for longer stands still. */
const healthMilliseconds = 2000

/**
 * A balancer such as any: in turn to those whose health is 200; whoever refuses a connection or a request
 * with 503, or says nothing, is left out until its health is 200 again, and the request goes to the next. What broke off after it was sent
 * is not sent twice: the caller gets 502.
 */
async function openPlainProxy(): Promise<PlainProxy> {
  let backends = new Map<string, Backend>()
  let turn = 0

  const handOver = async (exchange: Exchange) => {
    const body = await buffer(exchange.request).catch(() => undefined)
    if (!body) return
    // Others take their turns while this one asks.
    const first = turn++
    const all = [...backends].filter(([, { isIn }]) => isIn)
    let last: IncomingMessage | string = 'Nobody is there.'
    for (const [i] of all.entries()) {
      const [origin, backend] = all[(first + i) % all.length]!
      if (typeof last !== 'string') last.resume()
      last = await ask(origin, exchange, body).catch(codeOf)
      backend.isIn = !isOut(last)
      if (backend.isIn) break
    }
    answer(exchange, last)
  }
  const server = createServer((request, response) => {
    response.on('error', () => {})
    void handOver({ request, response })
  })
  const closeController = new AbortController()
  const watch = async () => {
    while (!closeController.signal.aborted) {
      const ask = async ([origin, backend]: [string, Backend]) => {
        backend.isIn = await isHealthy(origin)
      }
      await Promise.all([...backends].map(ask))
      await sleep(everyMilliseconds)
    }
  }
  const watchPromise = watch()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    use(origins) {
      backends = new Map(origins.map((one) => [one, backends.get(one) ?? { isIn: false }]))
    },
    isIn: (origin) => backends.get(origin)?.isIn ?? false,
    async [Symbol.asyncDispose]() {
      closeController.abort()
      await watchPromise
      const closePromise = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closePromise
    },
  }
}

const codeOf = (error: NodeJS.ErrnoException) => error.code ?? error.message

async function ask(
  origin: string,
  { request: { method, url = '/', headers }, response }: Exchange,
  body: Buffer,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const { connection: _, ...otherHeaders } = headers
  const options = { method, headers: otherHeaders, agent: false } as const
  const onwards = openRequest(new URL(url, origin), options, resolve)
  onwards.on('error', reject)
  response.once('close', () => onwards.destroy())
  onwards.end(body)
  return promise
}

const isOut = (reply: IncomingMessage | string) =>
  typeof reply === 'string' ? reply === 'ECONNREFUSED' : reply.statusCode === 503

/** Judges a server by its reply or by the connection error. */
function answer(exchange: Exchange, reply: IncomingMessage | string): void {
  if (typeof reply === 'string') refuse(exchange, reply === 'ECONNREFUSED' ? 503 : 502, reply)
  else pass(exchange, reply)
}

function pass(exchange: Exchange, reply: IncomingMessage): void {
  const { response } = exchange
  const { connection: _, ...headers } = reply.headers
  response.writeHead(reply.statusCode ?? 502, headers)
  reply.on('error', () => response.destroy())
  reply.pipe(response)
}

function refuse({ response }: Exchange, status: number, reason: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' })
  response.end(reason)
}

async function isHealthy(origin: string): Promise<boolean> {
  const signal = AbortSignal.timeout(healthMilliseconds)
  const reply = await fetch(new URL('/health', origin), { signal }).catch(() => undefined)
  await reply?.arrayBuffer().catch(() => undefined)
  return reply?.status === 200
}

type BalancedServer = { readonly person: () => Person; balance(): Promise<void> }

/** Puts the webs behind a balancer; `balance` has it look again at which webs there are, and waits until all are in. */
export async function balanceWebs(
  cleaning: AsyncDisposableStack,
  { webs, personAt }: Pick<SharedProcesses, 'webs' | 'personAt'>,
): Promise<BalancedServer> {
  const proxy = cleaning.use(await openPlainProxy())
  const balance = async () => {
    const origins = await Promise.all(webs.map(({ ready }) => ready))
    proxy.use(origins)
    await until('all webs to be in', async () => origins.every(proxy.isIn))
  }
  await balance()
  const person = personAt(proxy.url)
  return { person: () => person, balance }
}
