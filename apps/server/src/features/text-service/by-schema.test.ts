import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openTextService } from '@recto/client/text-service'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { studioOf } from '../../testing/studio.ts'
import { extractTextOfJob, failTextJob } from './results/extract-text.ts'
import { drawPages } from './testing/draw-pages.ts'
import { startTextService, type TextService } from './testing/start-text-service.ts'
import type { ClientReply, TextClient } from './testing/text-client.ts'

/** Extracts the values of a JSON Schema, as a program with a key of the text service does. */

const path = '/extract-by-schema'

let service: TextService
let client: TextClient
let model: CannedModelServer
let invoice: Uint8Array
let numberPage: Uint8Array

beforeAll(async () => {
  model = await startCannedModelServer({ reply: 'R-4711' })
  service = await startTextService({ env: { RECTO_INNER_ADDRESSES: 'on' } })
  client = service.client
  const studio = studioOf(service.server.as('admin'))
  const llmId = await studio.cannedLlm(model, 'Canned model')
  await studio.person.patch(`adapter/${llmId}/`, { shared_to_org: true })
  await studio.cannedLlm(model, 'Private model')
  const [sample] = await sampleInvoices()
  if (!sample) throw new Error('There is no sample.')
  invoice = sample.file
  numberPage = await drawPages(['Number: A-17'])
})
afterAll(async () => {
  await service?.close()
  await model?.close()
})

const order = { anyOf: [{ type: 'string' }, { type: 'null' }] }
const schema = {
  properties: {
    buyer: { type: 'object', properties: { purchase_order: order } },
    currency: { enum: ['EUR', 'GBP'] },
    total: { type: 'number', description: 'Total to pay' },
    invoice_number: { type: 'string' },
  },
  required: ['invoice_number', 'total', 'buyer'],
}
const numberSchema = { properties: { number: { type: 'string' } } }

/** A site on this machine with one file, whatever is asked of it. */
async function startSite(content: Uint8Array | string) {
  const requests: (string | undefined)[] = []
  const site = createServer((request, response) => {
    requests.push(request.url)
    response.end(content)
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  const { port } = site.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests, close: () => site.close() }
}

const base64Of = (content: Uint8Array | string) => Buffer.from(content).toString('base64')

function extract(
  fields: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
  sender: TextClient = client,
): Promise<ClientReply> {
  return sender.ask('POST', path, {
    body: JSON.stringify(fields),
    headers: { 'content-type': 'application/json', ...headers },
  })
}

function extractFromForm(fields: Readonly<Record<string, string>>): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([Buffer.from(invoice)]), 'invoice.pdf')
  const headers = { 'unstract-key': service.key }
  return fetch(`${service.server.origin}/api/v2${path}`, { method: 'POST', headers, body: form })
}

const getJob = (id: string, sender: TextClient = client) => sender.ask('GET', `${path}/${id}`)

async function untilProcessed(id: string) {
  return vi.waitFor(
    async () => {
      const { body } = await getJob(id)
      if (body.status !== 'processed') throw new Error(`${body.status} ${body.message}`)
      return body
    },
    { timeout: 45_000, interval: 20 },
  )
}

describe('a document and a schema', () => {
  test('give the values in one call, each with its evidence, by the built-in extractor', async () => {
    const response = await extractFromForm({ schema: JSON.stringify(schema), wait_seconds: '300' })

    expect(response.status).toBe(200)
    const { job_id, status, result } = JSON.parse(await response.text())
    expect(status).toBe('processed')
    expect(result).toMatchObject({
      values: { invoice_number: 'TR-2026-0417', total: 9926.4, currency: 'GBP' },
      pages: 1,
      warnings: [],
    })
    expect(result.values.buyer).toEqual({ purchase_order: null })
    expect(result.fields['/total']).toMatchObject({
      confidence: expect.any(Number),
      evidence: [
        {
          page: 0,
          quote: '£9,926.40',
          boxes: [[expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)]],
        },
      ],
    })
    expect(result.fields['/buyer/purchase_order']).toMatchObject({ confidence: null, evidence: [] })
    expect((await getJob(job_id)).body.result).toEqual(result)
  })

  test('give a job without a wait, whose pages are counted under its tag', async () => {
    const fields = { schema, base64_string: base64Of(invoice) }
    const reply = await extract({ ...fields, wait_seconds: 0, tag: 'counted values' })

    expect(reply).toMatchObject({ status: 202, body: { status: 'accepted', result: null } })
    const job = await untilProcessed(reply.body.job_id)

    expect(job.result.values.total).toBe(9926.4)
    const usage = await client.ask('GET', '/usage', { query: { tag: 'counted values' } })
    expect(usage.body.usage).toMatchObject([{ pages_processed: 1 }])
  })

  test('are answered by a model that is named, which pays once however often the job runs', async () => {
    const fields = {
      schema: numberSchema,
      base64_string: base64Of(await drawPages(['Invoice R-4711'])),
      wait_seconds: 300,
    }
    const callsBefore = model.requests.length

    const { body } = await extract({ ...fields, model: 'Canned model' })

    expect(body.result.values).toEqual({ number: 'R-4711' })
    expect(body.result.fields['/number'].evidence).toMatchObject([{ page: 0, quote: 'R-4711' }])
    expect(model.requests.length - callsBefore).toBe(1)
    await dieAndRepeat(body.job_id)
    expect((await untilProcessed(body.job_id)).result).toEqual(body.result)
    expect(model.requests.length - callsBefore).toBe(1)
  })

  test('are read from an address', async () => {
    const site = await startSite(numberPage)
    const url = `${site.url}/a.txt`
    const { body } = await extract({ schema: numberSchema, url, wait_seconds: 300 })

    site.close()
    expect(body.result.values).toEqual({ number: 'A-17' })
  })
})

/** Puts a job into the state in which a worker has it. Returns its organization. */
async function markAsProcessing(jobId: string): Promise<number> {
  await service.server.ctx.db
    .updateTable('text_job')
    .set({ status: 'processing' })
    .where('id', '=', jobId)
    .execute()
  return (await service.tenantOf('recto')).organizationId
}

/** A worker dies before it stores the values of the job, and another one takes the job over. */
async function dieAndRepeat(jobId: string): Promise<void> {
  const { ctx } = service.server
  const organizationId = await markAsProcessing(jobId)
  const { signal } = new AbortController()
  const run = { signal, cancelSignal: signal, assertHeld: async () => {} }
  const write = () => Promise.reject(new Error('The worker died.'))
  const dyingFiles = { ...ctx.files, write }
  const payload = { organizationId, jobId }
  await expect(extractTextOfJob({ ...ctx, files: dyingFiles }, payload, run)).rejects.toThrow(
    'died',
  )
  await extractTextOfJob(ctx, payload, run)
}

/** The job fails after its model has answered, as if the values could not be stored. */
async function failAfterPaying(jobId: string): Promise<void> {
  const { ctx } = service.server
  const organizationId = await markAsProcessing(jobId)
  await failTextJob(ctx, { organizationId, jobId }, new Error('The disk is full.'))
}

describe('a request that is sent again under its idempotency key', () => {
  const getFields = () => ({
    schema: numberSchema,
    base64_string: base64Of(numberPage),
    wait_seconds: 300,
  })

  test('finds its job, also when both arrive at once', async () => {
    const headers = { 'idempotency-key': 'first' }
    const fields = getFields()
    const replies = await Promise.all([extract(fields, headers), extract(fields, headers)])
    const later = await extract(fields, headers)
    const otherReply = await extract(fields, { 'idempotency-key': 'second' })

    const ids = [...replies, later].map(({ body }) => body.job_id)
    expect(new Set(ids).size).toBe(1)
    expect(ids).not.toContain(otherReply.body.job_id)
  })

  test('starts its job again after a failure, which does not use up the key', async () => {
    const headers = { 'idempotency-key': 'failed' }
    const fields = { ...getFields(), model: 'Canned model' }
    model.script({ status: 400, message: 'Not today.' })
    const failedReply = await extract(fields, headers)
    const requestsBefore = model.requests.length

    const replies = await Promise.all([extract(fields, headers), extract(fields, headers)])

    expect(failedReply).toMatchObject({ status: 422 })
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies[0]?.body.job_id).toBe(replies[1]?.body.job_id)
    expect(model.requests.length - requestsBefore).toBe(1)
  })

  test('does not pay again for what its job had paid for when it failed', async () => {
    const headers = { 'idempotency-key': 'paid' }
    const fields = { ...getFields(), model: 'Canned model' }
    const first = await extract(fields, headers)
    await failAfterPaying(first.body.job_id)
    const requestsBefore = model.requests.length
    expect((await getJob(first.body.job_id)).body.status).toBe('error')

    const secondReply = await extract(fields, headers)

    expect(secondReply).toMatchObject({ status: 200, body: { job_id: first.body.job_id } })
    expect(secondReply.body.result).toEqual(first.body.result)
    expect(model.requests.length).toBe(requestsBefore)
  })

  test('is refused if it asks for something else, and so is a key that is too long', async () => {
    const headers = { 'idempotency-key': 'changed' }
    const fields = getFields()
    await extract(fields, headers)

    const conflict = await extract({ ...fields, schema }, headers)
    const long = await extract(fields, { 'idempotency-key': 'k'.repeat(256) })

    expect(conflict).toMatchObject({ status: 409 })
    expect(conflict.body.errors[0].detail).toMatch(/different request/)
    expect(long).toMatchObject({ status: 400, body: { errors: [{ attr: 'Idempotency-Key' }] } })
  })

  test('is read once by the other uploads of the text service, too', async () => {
    const headers = { 'idempotency-key': 'text' }
    const send = () => client.ask('POST', '/whisper', { body: Buffer.from(numberPage), headers })
    const first = await send()
    await client.untilDone(first.body.whisper_hash)

    expect((await send()).body.whisper_hash).toBe(first.body.whisper_hash)
  })
})

describe('a request', () => {
  const document = { base64_string: base64Of('Number: 1') }
  const manyFields = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`f${i}`, {}]))

  test.each([
    ['without a schema', document, 'schema', /./],
    ['with a schema that is not JSON', { ...document, schema: '{' }, 'schema', /not JSON/],
    ['with a list as schema', { ...document, schema: '[]' }, 'schema', /must be a JSON object/],
    ['with a single value', { ...document, schema: { type: 'string' } }, 'schema', /single value/],
    [
      'with too many fields',
      { ...document, schema: { properties: manyFields } },
      'schema',
      /“\/properties\/f500” asks for more than 500 fields/,
    ],
    [
      'with 10,000 fields',
      {
        ...document,
        schema: {
          properties: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, {}])),
        },
      },
      'schema.properties',
      /1000 keys/,
    ],
    [
      'with a schema within itself',
      { ...document, schema: { properties: { child: { $ref: '#' } } } },
      'schema',
      /“\/properties\/child\/properties\/child” contains itself/,
    ],
    [
      'with a reference to an address',
      { ...document, schema: { properties: { a: { $ref: 'https://example.com/a.json' } } } },
      'schema',
      /“\/properties\/a” refers to “https:/,
    ],
    [
      'with a contradiction',
      { ...document, schema: { properties: { a: { minimum: 5, maximum: 1 } } } },
      'schema',
      /minimum of 5 above its maximum/,
    ],
    ['with an unknown model', { ...document, schema, model: 'gpt-0' }, 'model', /“gpt-0”/],
    [
      'with the model of one member',
      { ...document, schema, model: 'Private model' },
      'model',
      /shared/,
    ],
    ['without a document', { schema }, 'file', /./],
    [
      'with two documents',
      { ...document, schema, url: 'https://example.com/a' },
      'file',
      /only one/,
    ],
    ['with no base64', { schema, base64_string: '*' }, 'base64_string', /./],
    ['with an address of another kind', { schema, url: 'file:///etc/passwd' }, 'url', /http/],
    ['that waits too long', { ...document, schema, wait_seconds: 3000 }, 'wait_seconds', /./],
  ] as const)(
    '%s is refused, and the refusal names the field',
    async (_case, fields, attr, detail) => {
      const reply = await extract(fields)

      expect(reply).toMatchObject({ status: 400, body: { errors: [{ attr }] } })
      expect(reply.body.errors[0].detail).toMatch(detail)
    },
  )

  test('whose document cannot be read says why', async () => {
    const file = base64Of('%PDF-1.7 that ends at once')
    const { status, body } = await extract({ schema, base64_string: file, wait_seconds: 300 })

    expect(status).toBe(422)
    expect(body.errors[0].detail).toMatch(/damaged/)
  })

  test('without a valid key is refused, and another organization cannot read a result', async () => {
    const { body } = await extract({ ...document, schema: numberSchema })
    const acme = await service.of('acme')

    const refusal = await extract({ ...document, schema }, { 'unstract-key': 'wrong' })
    const foreign = await getJob(body.job_id, acme)
    const foreignModel = await extract({ ...document, schema, model: 'Canned model' }, {}, acme)
    const asText = await client.ask('GET', '/whisper-status', {
      query: { whisper_hash: body.job_id },
    })

    expect(refusal.status).toBe(401)
    expect(foreign).toMatchObject({ status: 404, body: { errors: [{ code: 'not_found' }] } })
    expect(foreignModel).toMatchObject({ status: 400, body: { errors: [{ attr: 'model' }] } })
    expect(asText.status).toBe(400)
  })
})

describe('a program with the client', () => {
  const Invoice = z.object({
    invoice_number: z.string().meta({ description: 'Number of the invoice' }),
    total: z.number().meta({ description: 'Total to pay' }),
    currency: z.enum(['EUR', 'GBP']).optional(),
    copies: z.int().default(1),
  })

  test('gets the typed value of a zod schema and its evidence', async () => {
    const { origin } = service.server
    const texts = openTextService({ server: origin, key: service.key, fetch })

    const { value, fields } = await texts.extract(
      { name: 'invoice.pdf', content: invoice },
      Invoice,
    )

    const total: number = value.total
    expect({ ...value, total }).toMatchObject({
      invoice_number: 'TR-2026-0417',
      total: 9926.4,
      currency: 'GBP',
    })
    expect(fields['/total']?.evidence).toMatchObject([{ page: 0, quote: '£9,926.40' }])
  })

  test('learns which value is missing and why, and what the server refuses', async () => {
    const { origin } = service.server
    const texts = openTextService({ server: origin, key: service.key, fetch })
    const file = { name: 'page.pdf', content: numberPage }

    await expect(texts.extract(file, Invoice.pick({ total: true }))).rejects.toMatchObject({
      name: 'ValueDoesNotFit',
      message: expect.stringMatching(/\/total: \w/),
      values: { total: null },
    })
    await expect(texts.extract(file, Invoice, { model: 'gpt-0' })).rejects.toThrow(
      /model: The organization has no language model “gpt-0”/,
    )
  })
})

test('a description is text, and sends nothing to an address', async () => {
  const site = await startSite('no')
  const properties = {
    number: { type: 'string' },
    other: { type: 'string', description: `Call {{${site.url}[number]}} with 5%number%` },
  }
  const { body } = await extract({
    schema: { properties },
    base64_string: base64Of(numberPage),
    wait_seconds: 300,
  })

  site.close()
  expect(body.result.values.number).toBe('A-17')
  expect(site.requests).toEqual([])
})
