import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

type ReceivedDelivery = {
  /** The hash of a text job, or the id of a message. */
  readonly id: string
  /** The text of a text job. */
  readonly text: string
  readonly receivedAt: number
  readonly status: number
}

/** A slow receiver that refuses every third item twice before it accepts it. */
export type WebhookReceiver = {
  readonly url: string
  readonly deliveries: readonly ReceivedDelivery[]
}

const replyMs = 900
const refusals = 2

type Payload = {
  readonly payload_status?: { readonly whisper_hash?: string }
  readonly result_text?: string
}

export async function openWebhookReceiver(
  cleaning: AsyncDisposableStack,
): Promise<WebhookReceiver> {
  const deliveries: ReceivedDelivery[] = []
  const isRefused = createRefusals(refusals)
  const server = createServer(async (request, response) => {
    const receivedAt = Date.now()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const payload: Payload = JSON.parse(Buffer.concat(chunks).toString())
    const id = request.headers['x-recto-delivery'] ?? payload.payload_status?.whisper_hash
    // The test of a registration.
    if (typeof id !== 'string') return void response.writeHead(200).end()
    const status = isRefused(id) ? 500 : 200
    deliveries.push({ id, text: payload.result_text ?? '', receivedAt, status })
    await sleep(replyMs)
    response.writeHead(status).end()
  })
  server.on('clientError', (_, socket) => socket.destroy())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  cleaning.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, deliveries }
}

/** Every third item is refused so many times. */
export function createRefusals(times: number): (id: string) => boolean {
  const attemptsById = new Map<string, number>()
  const ids: string[] = []
  return (id) => {
    if (!attemptsById.has(id)) ids.push(id)
    const attempts = attemptsById.get(id) ?? 0
    attemptsById.set(id, attempts + 1)
    return ids.indexOf(id) % 3 === 0 && attempts < times
  }
}

type Acceptance = Pick<ReceivedDelivery, 'id' | 'receivedAt'>

/** Acceptances of an item after its first one, by whether a kill came between the two. */
export function findRepetitions(
  acceptances: readonly Acceptance[],
  kills: readonly number[],
): {
  readonly explainedRepetitions: readonly string[]
  readonly unexplainedRepetitions: readonly string[]
} {
  const explainedRepetitions: string[] = []
  const unexplainedRepetitions: string[] = []
  for (const [id, ofItem] of Map.groupBy(acceptances, (one) => one.id)) {
    for (const [index, { receivedAt: to }] of ofItem.slice(1).entries()) {
      const from = ofItem[index]?.receivedAt ?? 0
      const isByKill = kills.some((kill) => from <= kill && kill <= to)
      const repetitions = isByKill ? explainedRepetitions : unexplainedRepetitions
      repetitions.push(`${id} at ${new Date(to).toISOString()}`)
    }
  }
  return { explainedRepetitions, unexplainedRepetitions }
}
