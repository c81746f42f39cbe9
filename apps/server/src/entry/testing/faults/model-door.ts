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

/** What is wrong with a model: it never answers, drips its reply byte by byte, cuts it in the middle, or refuses for a while. */
export type ModelTrouble = 'none' | 'dead' | 'drips' | 'cuts' | Busy

type Busy = { readonly busyUntil: number }

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

/** A reply that the model sent in full, and that the door did not hand over. */
export type DamagedCall = { readonly callKey: string; readonly at: number }

export type ModelDoor = AsyncDisposable & {
  /** URL of the same model, through the proxy. */
  readonly url: string
  /** Holds for requests that come from now on. */
  setTrouble(trouble: ModelTrouble): void
  spoiled(): readonly DamagedCall[]
  /** Requests that the model never saw. */
  keptBack(): number
}

/** HTTP in front of a model, with troubles that can be changed while it runs. */
export async function openModelDoor(modelUrl: string): Promise<ModelDoor> {
  let trouble: ModelTrouble = 'none'
  let keptBack = 0
  const damagedCalls: DamagedCall[] = []

  /** Answers by itself, or leaves without an answer. */
  const keepBack = (present: 'dead' | Busy, response: ServerResponse) => {
    keptBack += 1
    if (present !== 'dead') refuse(response, present.busyUntil)
  }
  const spoil = async (damage: 'drips' | 'cuts', { request, response }: Exchange, body: Buffer) => {
    const callKey = request.headers['idempotency-key']?.toString()
    if (callKey) damagedCalls.push({ callKey, at: Date.now() })
    if (damage === 'drips') await drip(response, body)
    else response.write(body.subarray(0, body.length / 2), () => response.destroy())
  }
  const serve = async (exchange: Exchange) => {
    const { request, response } = exchange
    const body = await buffer(request)
    const present = trouble
    if (present === 'dead' || typeof present === 'object') return keepBack(present, response)
    const reply = await forward(modelUrl, exchange, body)
    response.writeHead(reply.status, reply.headers)
    if (present === 'none') response.end(reply.body)
    else await spoil(present, exchange, reply.body)
  }
  const door = createServer((request, response) => {
    // The caller and the model may disconnect at any moment.
    response.on('error', () => {})
    serve({ request, response }).catch(() => response.destroy())
  })
  await once(door.listen(0, '127.0.0.1'), 'listening')
  const { port } = door.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    setTrouble(next) {
      trouble = next
    },
    spoiled: () => damagedCalls,
    keptBack: () => keptBack,
    async [Symbol.asyncDispose]() {
      const closePromise = once(door, 'close')
      door.close()
      door.closeAllConnections()
      await closePromise
    },
  }
}

function refuse(response: ServerResponse, until: number): void {
  const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1000))
  const error = { message: 'Too many requests.', type: 'rate_limit_error' }
  response.writeHead(429, { 'content-type': 'application/json', 'retry-after': String(seconds) })
  response.end(JSON.stringify({ error }))
}

type Reply = {
  readonly status: number
  readonly headers: string[]
  readonly body: Buffer
}

/** Gives up at the model when whoever asked has hung up, as without a door. */
async function forward(
  modelUrl: string,
  { request: { method, url = '/', headers }, response }: Exchange,
  body: Buffer,
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const onwards = openRequest(new URL(url, modelUrl), { method, headers }, resolve)
  onwards.on('error', reject)
  response.once('close', () => onwards.destroy())
  onwards.end(body)
  const reply = await promise
  return { status: reply.statusCode ?? 502, headers: reply.rawHeaders, body: await buffer(reply) }
}

async function drip(response: ServerResponse, body: Buffer): Promise<void> {
  for (const byte of body) {
    if (response.destroyed) return
    response.write(Buffer.of(byte))
    await sleep(1000)
  }
  response.end()
}
