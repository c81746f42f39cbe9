import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CannedModelProcess, startCannedModel } from './testing/canned-model-process.ts'
import { deployOrders, type OrderDeployment } from './testing/order-deployment.ts'
import { orderFile, orderOf } from './testing/orders.ts'
import { openSharedInstallation, type SharedInstallation } from './testing/shared-installation.ts'
import { adminWith, signIn } from './testing/start-product.ts'

type Value = { readonly stringValue?: string; readonly intValue?: number }
type Attribute = { readonly key: string; readonly value: Value }
type Span = {
  readonly process: Value | undefined
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: Readonly<Record<string, Value>>
  readonly links?: readonly { readonly traceId: string }[]
}

// A web process and a worker that send spans to a collector; only the worker reads documents.
const cleaning = new AsyncDisposableStack()
const sentSpans: Span[] = []
const bodies: string[] = []
let status = 200
let collector: Server
let model: CannedModelProcess
let installation: SharedInstallation
let origin: string
let deployment: OrderDeployment

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const body = await json(request)
    if (status === 200) {
      bodies.push(JSON.stringify({ body, headers: request.headers }))
      sentSpans.push(...spansIn(body as Batch))
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  cleaning.defer(async () => void collector.close())
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  model = await startCannedModel({
    latencyMs: 5,
    replyModule: new URL('./testing/orders.ts', import.meta.url),
  })
  cleaning.defer(() => model.stop())
  installation = await openSharedInstallation(cleaning, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=of-the-operator',
    RECTO_JOBS_PER_WORKER: '8',
  })
  const web = installation.start('web')
  await installation.start('worker').ready
  origin = await web.ready
  const admin = adminWith(await signIn(origin), origin)
  deployment = await deployOrders(admin, { name: 'traced', modelUrl: model.url, fields: 1 })
})

afterAll(() => cleaning.disposeAsync(), 30_000)

type Batch = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<Span, 'attributes' | 'process'> & {
        readonly attributes: readonly Attribute[]
      })[]
    }[]
  }[]
}

const toRecord = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value]))

const spansIn = ({ resourceSpans }: Batch): Span[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        process: toRecord(resource.attributes)['recto.process'],
        attributes: toRecord(span.attributes),
      })),
    ),
  )

async function send(number: number, headers: Readonly<Record<string, string>> = {}) {
  const { name, content } = await orderFile(number)
  const form = new FormData()
  form.append('files', new Blob([content as Uint8Array<ArrayBuffer>]), name)
  form.append('timeout', '60')
  const authorization = `Bearer ${deployment.key}`
  const reply = await fetch(new URL(deployment.path, origin), {
    method: 'POST',
    headers: { authorization, ...headers },
    body: form,
  })
  return {
    status: reply.status,
    body: (await reply.json()) as { message: { execution_id: string } },
  }
}

test('a call is a span in its caller’s trace, and its execution a trace of the same id across all processes', async () => {
  const callers = '0af7651916cd43dd8448eb211c80319c'
  const { body } = await send(1, { traceparent: `00-${callers}-b7ad6b7169203331-01` })
  const id = body.message.execution_id
  const traceId = id.replaceAll('-', '')
  const ofExecution = () => sentSpans.filter((span) => span.traceId === traceId)
  const request = () => sentSpans.find((span) => span.traceId === callers)
  await expect
    .poll(() => [
      ofExecution()
        .map(({ name }) => name)
        .toSorted(),
      request()?.name,
    ])
    .toEqual([
      ['call model', 'process file', 'read document'],
      'POST /deployment/api/:org/:api_name/',
    ])

  expect(request()).toMatchObject({
    process: { stringValue: 'web' },
    parentSpanId: 'b7ad6b7169203331',
    attributes: {
      'http.response.status_code': { intValue: 200 },
      'recto.execution_id': { stringValue: id },
    },
  })
  const spans = new Map(ofExecution().map((span) => [span.name, span]))
  const file = spans.get('process file')
  expect(file).toMatchObject({
    process: { stringValue: 'worker' },
    attributes: { 'recto.execution_id': { stringValue: id } },
  })
  expect(spans.get('call model')).toMatchObject({
    parentSpanId: file?.spanId,
    attributes: { 'gen_ai.usage.input_tokens': { intValue: expect.any(Number) } },
  })
  const sentText = bodies.join('')
  expect(sentText).toContain('of-the-operator')
  expect(sentText).not.toContain(deployment.key)
  expect(sentText).not.toContain(String(Object.values(orderOf(1))[0]))
})

test('an unreachable collector does not affect calls', async () => {
  status = 503
  const replies = await Promise.all([2, 3, 4].map((number) => send(number)))

  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200])
})
