import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anthropicBatches } from './canned-batches/anthropic.ts'
import type { BatchAnswer, BatchContext, BatchRequest } from './canned-batches/batch-protocol.ts'
import { type BatchLine, type BatchStore, openBatchStore } from './canned-batches/batch-store.ts'
import { geminiBatches } from './canned-batches/gemini.ts'
import { mistralBatches } from './canned-batches/mistral.ts'
import { openAiBatches } from './canned-batches/openai.ts'

type Refusal = {
  readonly status: number
  readonly retryAfterSeconds?: number
  /** Whether it is taken nevertheless. */
  readonly isTaken?: boolean
}

/** The next batch that is sent meets with this. */
type SendFault =
  | Refusal
  /** It is taken, and the connection is cut before the answer. */
  | 'cut'
  /** The connection is cut before anything is taken. */
  | 'lost'

export type CannedBatchServer = AsyncDisposable & {
  /** `http://127.0.0.1:PORT`; calls that are not of a batch interface go to the model. */
  readonly url: string
  readonly store: BatchStore
  /** Names of the files that were uploaded and not deleted. */
  readonly uploads: () => readonly string[]
  /** The next batches that are sent meet with these; they are taken if nothing is said. */
  readonly sendFaults: SendFault[]
  /** Requests to the batch interfaces: `POST /v1/batches`. */
  readonly requests: readonly string[]
  /** Resolves when such a request has come, `taken` when a batch was taken. */
  readonly until: (isAwaited: (request: string) => boolean) => Promise<void>
  readonly close: () => Promise<void>
}

/** With this header, a call to the model is one of a batch. */
export const batchHeader = 'x-canned-batch'

const protocols = [openAiBatches, mistralBatches, anthropicBatches, geminiBatches]
const sendsBatch = /\/v1\/batches$|\/batch\/jobs$|\/messages\/batches$|:batchGenerateContent$/

/**
 * The batch interfaces of OpenAI, Azure, Anthropic, Gemini and Mistral in their documented shapes, before a model server that
 * answers the calls of batches as well as single ones.
 */
export async function startCannedBatchServer(
  { url: modelUrl }: { readonly url: string },
  port = 0,
): Promise<CannedBatchServer> {
  const requests: string[] = []
  const listeners = new Set<(request: string) => void>()
  const announce = (request: string) => {
    for (const listener of [...listeners]) listener(request)
  }
  const store = openBatchStore()
  const context: BatchContext = {
    store,
    files: new Map(),
    fileNames: new Map(),
    settle: (batch, pathOf) =>
      store.settle(batch, (line) => askModel(modelUrl, batch, line, pathOf)),
  }
  const server = createServer((message, response) => {
    serve(message, response).catch(() => response.destroy())
  })
  const serve = async (message: IncomingMessage, response: ServerResponse) => {
    const request = await readRequest(message)
    const isSending = isNewBatch(request)
    const fault = isSending ? cannedServer.sendFaults.shift() : undefined
    if (fault === 'lost') return response.destroy()
    if (typeof fault === 'object') return refuseSending(request, response, fault)
    announce(`${request.method} ${request.path}`)
    const answer = await findAnswer(request, context)
    if (!answer) return forward(modelUrl, request, response)
    requests.push(`${request.method} ${request.path}`)
    if (isSending) announce('taken')
    return answerUnlessCut(response, answer, fault)
  }
  const refuseSending = async (request: BatchRequest, response: ServerResponse, fault: Refusal) => {
    if (fault.isTaken) await findAnswer(request, context)
    refuse(response, fault)
  }
  const close = async () => {
    const closePromise = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closePromise
  }
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const cannedServer: CannedBatchServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    store,
    uploads: () => [...context.fileNames.values()],
    sendFaults: [],
    requests,
    until: (isAwaited) =>
      new Promise((resolve) => {
        const listener = (request: string) => {
          if (!isAwaited(request)) return
          listeners.delete(listener)
          resolve()
        }
        listeners.add(listener)
      }),
    close,
    [Symbol.asyncDispose]: close,
  }
  return cannedServer
}

const isNewBatch = ({ method, path }: BatchRequest) => method === 'POST' && sendsBatch.test(path)

async function findAnswer(
  request: BatchRequest,
  context: BatchContext,
): Promise<BatchAnswer | undefined> {
  for (const protocol of protocols) {
    const answer = await protocol(request, context)
    if (answer) return answer
  }
  return undefined
}

async function readRequest(message: IncomingMessage): Promise<BatchRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  const url = new URL(message.url ?? '/', 'http://localhost')
  const headers = Object.entries(message.headers).map(([name, value]) => [name, String(value)])
  return {
    method: message.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: Buffer.concat(chunks),
  }
}

const answerUnlessCut = (response: ServerResponse, answer: BatchAnswer, cut: 'cut' | undefined) =>
  cut ? void response.destroy() : send(response, answer)

function send(response: ServerResponse, { status = 200, json, lines }: BatchAnswer): void {
  const type = lines ? 'application/octet-stream' : 'application/json'
  response.writeHead(status, { 'content-type': type })
  response.end(
    lines ? lines.map((line) => `${JSON.stringify(line)}\n`).join('') : JSON.stringify(json),
  )
}

function refuse(response: ServerResponse, { status, retryAfterSeconds }: Refusal): void {
  const retryAfter =
    retryAfterSeconds === undefined ? {} : { 'retry-after': `${retryAfterSeconds}` }
  response.writeHead(status, { 'content-type': 'application/json', ...retryAfter })
  response.end(JSON.stringify({ error: { message: 'The batch is refused.' } }))
}

async function askModel(
  modelUrl: string,
  batch: { readonly id: string },
  { id, body }: BatchLine,
  pathOf: (line: BatchLine) => string,
) {
  const response = await fetch(`${modelUrl}${pathOf({ id, body })}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [batchHeader]: batch.id },
    body: JSON.stringify(body),
  })
  return { id, status: response.status, body: (await response.json()) as unknown }
}

const passedHeaders = ['content-type', 'authorization', 'x-api-key', 'api-key', 'idempotency-key']

async function forward(
  modelUrl: string,
  { method, path, headers, body }: BatchRequest,
  response: ServerResponse,
): Promise<void> {
  const sentHeaders = Object.fromEntries(
    passedHeaders
      .map((name) => [name, headers[name]] as const)
      .filter(([, value]) => value !== undefined),
  ) as Record<string, string>
  const answer = await fetch(`${modelUrl}${path}`, {
    method,
    headers: sentHeaders,
    body: method === 'GET' ? null : new Uint8Array(body),
  })
  const type = answer.headers.get('content-type') ?? 'application/json'
  response.writeHead(answer.status, { 'content-type': type })
  response.end(Buffer.from(await answer.arrayBuffer()))
}
