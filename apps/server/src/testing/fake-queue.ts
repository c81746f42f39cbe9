import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export type FakeQueue = {
  readonly url: string
  send(body: unknown): void
  /** Bodies of messages that were not deleted. */
  readonly messages: readonly string[]
  /** Drops the connections that wait for messages. */
  dropConnections(): void
  close(): Promise<void>
}

type Message = { readonly id: string; readonly body: string; visibleAt: number }
type Call = Readonly<Record<string, unknown>>

/** A queue for tests that speaks the JSON protocol of Amazon SQS, with long polling and hidden messages. */
export async function startFakeQueue(): Promise<FakeQueue> {
  const messages = new Map<string, Message>()
  let arrival = Promise.withResolvers<void>()

  const takeVisible = (call: Call): readonly Message[] => {
    const now = Date.now()
    const visibleMessages = [...messages.values()]
      .filter(({ visibleAt }) => visibleAt <= now)
      .slice(0, Number(call.MaxNumberOfMessages))
    for (const message of visibleMessages)
      message.visibleAt = now + Number(call.VisibilityTimeout) * 1000
    return visibleMessages
  }

  async function receive(call: Call, isGone: () => boolean) {
    const waitEnd = Date.now() + Number(call.WaitTimeSeconds) * 1000
    for (;;) {
      const visibleMessages = isGone() ? [] : takeVisible(call)
      const milliseconds = waitEnd - Date.now()
      if (visibleMessages.length > 0 || milliseconds <= 0)
        return { Messages: visibleMessages.map(presentMessage) }
      const timer = Promise.withResolvers<void>()
      const timeout = setTimeout(timer.resolve, milliseconds)
      await Promise.race([arrival.promise, timer.promise])
      clearTimeout(timeout)
    }
  }

  function deleteAll(call: Call) {
    const entries = call.Entries as readonly {
      readonly Id: string
      readonly ReceiptHandle: string
    }[]
    for (const { ReceiptHandle: id } of entries) messages.delete(id)
    return { Successful: entries.map(({ Id }) => ({ Id })), Failed: [] }
  }

  const server = createServer(async (request, response) => {
    const call = (await json(request)) as Call
    if (!isSigned(request)) return answer(response, 403, { __type: 'AccessDenied' })
    const target = request.headers['x-amz-target']
    if (target === 'AmazonSQS.ReceiveMessage')
      return answer(response, 200, await receive(call, () => response.destroyed))
    if (target === 'AmazonSQS.DeleteMessageBatch') return answer(response, 200, deleteAll(call))
    return answer(response, 400, { __type: 'InvalidAction' })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}/123456789012/arrivals`,
    send(body) {
      const id = randomUUID()
      messages.set(id, { id, body: JSON.stringify(body), visibleAt: 0 })
      arrival.resolve()
      arrival = Promise.withResolvers()
    },
    get messages() {
      return [...messages.values()].map(({ body }) => body)
    },
    dropConnections: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const presentMessage = ({ id, body }: Message) => ({
  MessageId: id,
  ReceiptHandle: id,
  Body: body,
  MD5OfBody: createHash('md5').update(body).digest('hex'),
})

const isSigned = ({ headers }: IncomingMessage): boolean =>
  headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=') ?? false

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
  response.end(JSON.stringify(body))
}
