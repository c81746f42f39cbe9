import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import {
  bigFile,
  brokenPdf,
  emptyFile,
  encryptedPdf,
  jpegCalledPdf,
  sampleInvoices,
} from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  makeDeployment,
  makeTool,
  makeWorkflow,
  type TestDeployment,
} from '../../testing/make-tool.ts'
import type { Person, TestFile } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

const compatible = 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09'

const fields = [
  { key: 'invoice_number', prompt: 'What is the invoice number?' },
  { key: 'total', prompt: 'What is the total amount?', type: 'number' },
]

let server: TestServer
let models: CannedModelServer
let ada: Person
let invoices: TestFile[]
let truths: Map<string, Record<string, unknown>>
let builtIn: TestDeployment
let modelDeployment: TestDeployment
let workflowId: string
let projectId: string

beforeAll(async () => {
  server = await startServer({ worker: true })
  models = await startCannedModelServer({ reply: 'INV-CANNED-1' })
  ada = server.as('admin')
  const samples = await sampleInvoices()
  truths = new Map(samples.map(({ name, expected }) => [name, { ...expected }]))
  invoices = samples.map(({ name, file }) => ({ name, content: file, field: 'files' }))
  const sample = { ...(invoices[0] as TestFile), field: 'file' }

  const tool = await makeTool(ada, { name: 'Invoices', fields, sample })
  projectId = tool.projectId
  workflowId = await makeWorkflow(ada, 'Invoices', tool.toolId)
  builtIn = await makeDeployment(ada, 'invoices', workflowId)

  const { body: llm } = await ada.post('adapter/', {
    adapter_id: compatible,
    adapter_name: 'Canned',
    adapter_type: 'LLM',
    adapter_metadata: { api_base: `${models.url}/v1`, api_key: 'sk-1', model: 'canned' },
  })
  const one = fields.slice(0, 1)
  const paidTool = await makeTool(ada, { name: 'Paid', fields: one, sample, llmId: llm.id })
  const paidFlow = await makeWorkflow(ada, 'Paid', paidTool.toolId)
  modelDeployment = await makeDeployment(ada, 'paid', paidFlow)
})

afterAll(async () => {
  await server?.close()
  await models?.close()
})

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

function run(
  { path, key }: { path: string; key: string },
  files: readonly TestFile[],
  otherFields: Record<string, string> = { timeout: '60' },
) {
  return server.anonymous.upload(path, { files, fields: otherFields }, bearer(key))
}

/** One file in pieces: a form would hold and copy all of it several times. */
async function sendPieces(
  { path, key }: { path: string; key: string },
  name: string,
  pieces: readonly Uint8Array[],
) {
  const head = `--end\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\n\r\n`
  const headers = {
    ...bearer(key).headers,
    'content-type': 'multipart/form-data; boundary=end',
  }
  const call = request(new URL(path, server.origin), { method: 'POST', headers })
  const [[reply]] = await Promise.all([
    once(call, 'response'),
    pipeline(Readable.from([Buffer.from(head), ...pieces, Buffer.from('\r\n--end--\r\n')]), call),
  ])
  return { status: reply.statusCode, body: JSON.parse(await text(reply)) }
}

describe('a caller', () => {
  test('[DP-032] without a bearer key is forbidden, with a wrong one unauthorised', async () => {
    const { anonymous } = server
    const upload = { files: invoices.slice(0, 1) }
    const emptyReply = await anonymous.upload(builtIn.path, upload)
    const lower = await anonymous.upload(builtIn.path, upload, {
      headers: { authorization: `bearer ${builtIn.key}` },
    })
    const wrong = await run({ ...builtIn, key: modelDeployment.key }, invoices.slice(0, 1))

    expect([emptyReply.status, lower.status, wrong.status]).toEqual([403, 403, 401])
    expect(wrong.body).toMatchObject({ type: 'client_error', errors: [{ attr: null }] })
  })

  test('of a deployment that is not there is told so before the key is looked at', async () => {
    const missingReply = await run({ path: '/deployment/api/recto/nobody/', key: 'x' }, [])

    expect(missingReply).toMatchObject({ status: 404, body: { type: 'client_error' } })
  })

  test('[DP-020] of a deployment that is switched off is refused until it is on again', async () => {
    await ada.patch(`api/deployment/${builtIn.id}/`, { is_active: false })
    const refusedReply = await run(builtIn, invoices.slice(0, 1))
    const stranger = await run({ ...builtIn, key: modelDeployment.key }, invoices.slice(0, 1))
    await ada.patch(`api/deployment/${builtIn.id}/`, { is_active: true })

    expect([refusedReply.status, refusedReply.body.errors[0].detail]).toEqual([
      404,
      'The API is switched off',
    ])
    // Who may not call it does not learn that there is one.
    expect([stranger.status, stranger.body.errors[0].detail]).toEqual([404, 'API not found'])
  })

  test('with a key that was switched off is unauthorised', async () => {
    const { body: key } = await ada.post(`api/keys/api/${builtIn.id}/`, { description: 'CI' })
    await ada.put(`api/keys/${key.id}/`, { is_active: false, api: builtIn.id })
    const refusedReply = await run({ ...builtIn, key: key.api_key }, invoices.slice(0, 1))

    expect(refusedReply.status).toBe(401)
  })

  test.each([
    ['no file', [], {}, 'files'],
    ['a timeout over 300', invoices, { timeout: '301' }, 'timeout'],
    ['two tags', invoices, { tags: 'a,b' }, 'tags'],
    ['a tag that is no word', invoices, { tags: '9lives' }, 'tags.0'],
  ] as const)('who sends %s is told at the field', async (_, __, otherFields, attr) => {
    const files = attr === 'files' ? [] : invoices.slice(0, 1)
    const refusedReply = await run(builtIn, files, { timeout: '60', ...otherFields })

    expect(refusedReply).toMatchObject({ status: 400, body: { type: 'validation_error' } })
    expect(refusedReply.body.errors[0].attr).toBe(attr)
  })

  test('who sends 33 files is refused', async () => {
    const manyFiles = Array.from({ length: 33 }, (_, index) => ({
      name: `${index}.pdf`,
      content: `x${index}`,
      field: 'files',
    }))
    const refusedReply = await run(builtIn, manyFiles)

    expect(refusedReply.body.errors[0].attr).toBe('files')
  })
})

describe('a run', () => {
  test('of a file over 200 MB is refused at the field, and nothing of it is kept', async () => {
    const { name, file } = bigFile(1024 * 1024)
    const refusedReply = await sendPieces(builtIn, name, Array(201).fill(file))

    expect(refusedReply.status).toBe(400)
    expect(refusedReply.body.errors[0]).toMatchObject({ attr: 'files' })
    expect(refusedReply.body.errors[0].detail).toContain('200 MB')
    expect(await server.ctx.files.list('uploads')).toEqual([])
  })

  test('[DP-030] waits for the values, with their evidence when it is asked for', async () => {
    const otherFields = { timeout: '60', include_metadata: 'True', tags: 'may' }
    const { status, body } = await run(builtIn, invoices, otherFields)

    expect(status).toBe(200)
    expect(body.message).toMatchObject({ execution_status: 'COMPLETED', error: null })
    expect(body.message.result).toHaveLength(invoices.length)
    for (const item of body.message.result) {
      expect(item).toMatchObject({ status: 'Success', error: null })
      expect(item.result.output.invoice_number).toBe(truths.get(item.file)?.invoice_number)
      expect(item.result.metadata.evidence_data.invoice_number[0]).toMatchObject({ page: 0 })
      expect(item.metadata).toMatchObject({ tags: ['may'], source_name: item.file })
    }
  })

  test('leaves metadata and metrics out when they are not asked for', async () => {
    const { body } = await run(builtIn, invoices.slice(0, 1))

    expect(Object.keys(body.message.result[0].result)).toEqual(['output'])
  })

  test('takes the same content once, whatever its names', async () => {
    const [invoice, otherInvoice] = invoices as [TestFile, TestFile]
    const copies = ['copy.pdf', 'scan.pdf', 'copy.pdf'].map((name) => ({ ...invoice, name }))
    const { body } = await run(builtIn, [invoice, otherInvoice, ...copies])

    const { execution_id, result } = body.message
    const allNames = [invoice.name, 'scan.pdf', 'copy.pdf']
    const readNames = ({ file, other_names }: { file: string; other_names: string[] }) =>
      [file, ...other_names].sort()
    expect(result).toHaveLength(2)
    expect(readNames(result[0])).toEqual(allNames.sort())
    expect(result[1]).not.toHaveProperty('other_names')
    const files = (await ada.get(`execution/${execution_id}/files/`)).body.results
    expect(files.map(({ other_names }: { other_names: string[] }) => other_names.length)).toEqual([
      2, 0,
    ])
  })

  test('lets each file fail alone, with its own reason', async () => {
    const bad = [
      brokenPdf(),
      emptyFile(),
      jpegCalledPdf(),
      await encryptedPdf('sesame'),
      { name: 'invoices.zip', file: Buffer.from('PK\x03\x04 and so on', 'latin1') },
    ]
    const files = bad.map(({ name, file }) => ({ name, content: file, field: 'files' }))
    const { status, body } = await run(builtIn, [...files, invoices[0] as TestFile])

    const failedFiles = body.message.result.filter(
      (item: { status: string }) => item.status === 'Failed',
    )
    expect(status).toBe(200)
    expect(body.message.result).toHaveLength(files.length + 1)
    expect(failedFiles).toHaveLength(files.length)
    for (const item of failedFiles) {
      expect(item).toMatchObject({ result: null, metadata: null, error: expect.any(String) })
    }
    expect(failedFiles.map((item: { error: string }) => item.error).join(' ')).toMatch(
      /“invoices\.zip” is a ZIP archive, which cannot be read/,
    )
  })

  test('whose files all fail ends in an error, with the reason of each, and is read once', async () => {
    const { name, file } = brokenPdf()
    const brokenFiles = [{ name, content: file, field: 'files' }]
    const failedFile = { file: name, status: 'Failed', result: null, error: expect.any(String) }

    const reply = await run(builtIn, brokenFiles)
    const startedReply = await run(builtIn, brokenFiles, { timeout: '0' })
    const path = startedReply.body.message.status_api
    const read = () => server.anonymous.get(path, bearer(builtIn.key))
    const execution = `execution/${startedReply.body.message.execution_id}/`
    await expect.poll(async () => (await ada.get(execution)).body.status).toBe('ERROR')

    expect(reply.status).toBe(422)
    expect(reply.body.message).toMatchObject({
      execution_status: 'ERROR',
      error: 'None of the files could be processed.',
      result: [failedFile],
    })
    expect(await read()).toMatchObject({
      status: 422,
      body: { status: 'ERROR', message: [failedFile] },
    })
    expect(await read()).toMatchObject({ status: 406 })
  })

  test('[DP-031] that does not wait is pending, and its result is fetched once', async () => {
    const { status, body } = await run(builtIn, invoices.slice(0, 1), { timeout: '0' })
    expect(status).toBe(200)
    expect(body.message).toMatchObject({ execution_status: 'PENDING', result: null })

    const fetchedReply = await settled(body.message.status_api, builtIn.key)
    const repeatedReply = await server.anonymous.get(body.message.status_api, bearer(builtIn.key))

    expect(fetchedReply).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    expect(fetchedReply.body.message[0].status).toBe('Success')
    expect(repeatedReply).toMatchObject({ status: 406, body: { status: 'COMPLETED' } })
  })

  test('stays readable on its execution after the caller fetched it', async () => {
    const { body } = await run(builtIn, invoices.slice(0, 1))
    const { execution_id } = body.message
    const { body: files } = await ada.get(`execution/${execution_id}/files/`)
    const result = await ada.get(`execution/${execution_id}/files/${files.results[0].id}/result/`)

    expect(result.body.output).toEqual(body.message.result[0].result.output)
  })

  test('of another organization is not found', async () => {
    const { body } = await run(builtIn, invoices.slice(0, 1))
    const stranger = server.as('admin', { organization: 'elsewhere' })
    const { execution_id } = body.message

    expect((await stranger.get(`execution/${execution_id}/`)).status).toBe(404)
    expect((await stranger.get(`api/deployment/${builtIn.id}/`)).status).toBe(404)
    expect((await stranger.get(`api/keys/api/${builtIn.id}/`)).status).toBe(404)
  })

  test('tells an execution id that is none from one that is unknown', async () => {
    const ask = (id: string) =>
      server.anonymous.get(`${builtIn.path}?execution_id=${id}`, bearer(builtIn.key))
    const malformedReply = await ask('nonsense')
    const unknownReply = await ask('00000000-0000-4000-8000-000000000000')

    expect(malformedReply.body.errors[0].attr).toBe('execution_id')
    expect(unknownReply).toMatchObject({ status: 404, body: { type: 'client_error' } })
  })
})

/** Asks until the run is no longer on its way; 422 says that it is. */
async function settled(path: string, key: string) {
  for (;;) {
    const answer = await server.anonymous.get(path, bearer(key))
    if (answer.status !== 422) return answer
  }
}

describe('a model', () => {
  const calls = () => models.requests.length

  test('is called once for a prompt, and its tokens are in the metadata', async () => {
    const initialCalls = calls()
    const otherFields = { timeout: '60', include_metadata: 'true' }
    const { body } = await run(modelDeployment, invoices.slice(0, 1), otherFields)

    const [item] = body.message.result
    expect(calls() - initialCalls).toBe(1)
    expect(item.result.output).toEqual({ invoice_number: 'INV-CANNED-1' })
    expect(item.result.metadata.evidence_data).toEqual({ invoice_number: null })
    expect(item.result.metadata.extraction_llm[0]).toMatchObject({
      input_tokens: expect.any(Number),
      total_tokens: expect.any(Number),
    })
  })

  test('is not called again for content that was processed before, when history is used', async () => {
    const otherFields = { timeout: '60', use_file_history: 'true' }
    await run(modelDeployment, invoices.slice(1, 2), otherFields)
    const initialCalls = calls()
    const { body } = await run(modelDeployment, invoices.slice(1, 2), otherFields)

    expect(calls()).toBe(initialCalls)
    expect(body.message.result[0].result.output.invoice_number).toBe('INV-CANNED-1')
  })

  test('that is busy is asked again when it said, and the file succeeds', async () => {
    models.script({ status: 429, retryAfterSeconds: 1 })
    const initialCalls = calls()
    const { body } = await run(modelDeployment, invoices.slice(0, 1))

    expect(calls() - initialCalls).toBe(2)
    expect(body.message.result[0].status).toBe('Success')
  })

  test('that refuses the key fails the file at once, with the reason and without the key', async () => {
    models.script({ status: 401, message: 'Incorrect API key provided' })
    const initialCalls = calls()
    const { body } = await run(modelDeployment, invoices.slice(0, 1))

    expect(calls() - initialCalls).toBe(1)
    expect(body.message.result[0]).toMatchObject({
      status: 'Failed',
      error: expect.stringContaining('Incorrect API key provided'),
    })
    expect(JSON.stringify(body)).not.toContain('sk-1')
  })
})

describe('a deployment', () => {
  test('[DP-018] has an API name that the server checks, and that is unique', async () => {
    const ask = (api_name: string) =>
      ada.post('api/deployment/', { workflow: workflowId, display_name: 'X', api_name })
    const names = ['no spaces', 'x'.repeat(31), 'invoices', 'INVOICES']
    const answers = await Promise.all(names.map(ask))
    const renamedReply = await ada.patch(`api/deployment/${modelDeployment.id}/`, {
      api_name: 'Invoices',
    })

    expect([...answers, renamedReply].map(({ status }) => status)).toEqual([
      400, 400, 400, 400, 400,
    ])
    expect([...answers, renamedReply].map(({ body }) => body.errors[0].attr)).toEqual(
      Array.from({ length: 5 }, () => 'api_name'),
    )
  })

  test('[DP-029] is refused for a workflow that is not API on both ends', async () => {
    const { body: workflow } = await ada.post('workflow/', { workflow_name: 'Unfinished' })
    const refusedReply = await ada.post('api/deployment/', {
      workflow: workflow.id,
      display_name: 'X',
      api_name: 'unfinished',
    })

    expect(refusedReply.body.errors[0]).toMatchObject({ attr: 'workflow' })
  })

  test('[WF-014] [WF-017] keeps its workflow from being changed at its ends and from being deleted', async () => {
    const { body: permission } = await ada.get(`workflow/${workflowId}/can-update/`)
    const refusedReply = await ada.delete(`workflow/${workflowId}/`)

    expect(permission).toMatchObject({ can_update: false, api_names: expect.any(Array) })
    expect(permission.api_count).toBeGreaterThan(0)
    expect(refusedReply).toMatchObject({ status: 409, body: { type: 'client_error' } })
  })

  test('[DP-006] [DP-007] [DP-009] [DP-010] is listed, changed and taken away', async () => {
    const passingDeployment = await makeDeployment(ada, 'passing', workflowId)
    const { body: list } = await ada.get('api/deployment/')
    const renamedReply = await ada.put(`api/deployment/${passingDeployment.id}/`, {
      api_name: 'passed',
    })
    const removedReply = await ada.delete(`api/deployment/${passingDeployment.id}/`)

    expect(list).toContainEqual(
      expect.objectContaining({ id: passingDeployment.id, workflow_name: 'Invoices' }),
    )
    expect(renamedReply.body.api_endpoint).toBe('deployment/api/recto/passed/')
    expect(removedReply.status).toBe(204)
  })

  test('is listed a page at a time, with how it is called, and every change of it is written down', async () => {
    const listedDeployment = await makeDeployment(ada, 'listed', workflowId)
    const past = await ada.get('api/deployment/?page=99')
    const { body: whole } = await ada.get('api/deployment/?search=NOTHING OF THAT NAME')
    const { body: unusedPage } = await ada.get('api/deployment/?search=listed&page=1')
    const { body: usedPage } = await ada.get('api/deployment/?search=invoices&page=1')
    await ada.patch(`api/deployment/${listedDeployment.id}/`, { description: 'Other' })
    await ada.delete(`api/deployment/${listedDeployment.id}/`)
    const { body: audit } = await ada.get('audit/?subject=listed')

    expect([past.status, whole]).toEqual([404, []])
    expect(unusedPage).toMatchObject({ count: 1, next: null, previous: null })
    expect(unusedPage.results[0]).toMatchObject({
      is_owner: true,
      co_owners_count: 1,
      created_by_email: 'ada@example.org',
      run_count: 0,
      last_run_time: null,
      last_5_run_statuses: [],
    })
    const [calledDeployment] = usedPage.results
    expect(calledDeployment.last_5_run_statuses).toHaveLength(5)
    expect(calledDeployment.run_count).toBeGreaterThan(5)
    expect(calledDeployment.last_run_time).toBe(calledDeployment.last_5_run_statuses[0].timestamp)
    expect(audit.results.map(({ action }: { action: string }) => action)).toEqual([
      'deployment.deleted',
      'deployment.changed',
      'deployment.created',
    ])
    expect(audit.results[1]).toMatchObject({
      before: { description: '' },
      after: { description: 'Other' },
    })
  })

  test('[DP-035] [DP-036] [DP-037] [DP-038] has keys that are made, listed, changed and deleted', async () => {
    const { body: key } = await ada.post(`api/keys/api/${builtIn.id}/`, { description: 'Partner' })
    const changedReply = await ada.put(`api/keys/${key.id}/`, {
      description: 'Friend',
      api: builtIn.id,
    })
    const { body: keys } = await ada.get(`api/keys/api/${builtIn.id}/`)
    const removedReply = await ada.delete(`api/keys/${key.id}/`)

    expect(changedReply.body).toMatchObject({ description: 'Friend', api_key: key.api_key })
    expect(keys.map(({ id }: { id: string }) => id)).toContain(key.id)
    expect(removedReply.status).toBe(204)
  })

  test('[DP-050] has a Postman collection with its address and a key that works', async () => {
    const { body, headers } = await ada.get(`api/postman_collection/${builtIn.id}/`)

    expect(headers.get('content-disposition')).toContain('attachment')
    expect(body.item[0].request.url).toBe(`${server.origin}${builtIn.path}`)
    expect(body.item[0].request.header[0].value).toBe(`Bearer ${builtIn.key}`)
  })
})

test('whoever exports a project can ask whether a deployment uses it', async () => {
  const usage = (id: string, person: Person = ada) =>
    person.get(`prompt-studio/${id}/check_deployment_usage/`)
  expect((await usage(projectId, server.as('user'))).status).toBe(404)

  const { body: unusedProject } = await ada.post('prompt-studio/', {
    tool_name: 'Unused',
    description: 'd',
    author: 'a',
  })
  const unusedState = { is_used: false, deployment_types: [], message: '', is_lookup_dirty: false }
  expect((await usage(unusedProject.tool_id)).body).toEqual(unusedState)
  expect((await usage(projectId)).body).toEqual({
    is_used: true,
    deployment_types: ['API Deployment'],
    message: expect.stringContaining('export the project again'),
    is_lookup_dirty: false,
  })
})
