import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  makeDeployment,
  makeTool,
  makeWorkflow,
  type TestDeployment,
  type TestTool,
} from '../../testing/make-tool.ts'
import type { Person, TestFile } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
let model: CannedModelServer
let ada: Person
let tool: TestTool
let deployment: TestDeployment
let otherProfile: string
let secondLlm: string

/** The files at the URLs of the test. */
const shelf = new Map<string, () => Response>()
const fetchedUrls: string[] = []

async function publicFetch(input: string | URL | Request): Promise<Response> {
  const url = new URL(String(input))
  fetchedUrls.push(url.href)
  const makeResponse = shelf.get(url.pathname)
  if (!makeResponse)
    throw new TypeError('fetch failed', { cause: new Error('The address is not allowed.') })
  return makeResponse()
}

const letter = (text: string, name = 'letter.txt'): TestFile => ({
  name,
  content: Buffer.from(text),
  field: 'files',
  type: 'text/plain',
})

beforeAll(async () => {
  model = await startCannedModelServer({ reply: ({ model: name = '' }) => `said by ${name}` })
  server = await startServer({ worker: true, replace: { publicFetch } })
  ada = server.as('admin')
  const adapter = async (name: string) => {
    const { body } = await ada.post('adapter/', {
      adapter_id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
      adapter_name: name,
      adapter_type: 'LLM',
      adapter_metadata: { api_base: `${model.url}/v1`, model: name, max_retries: 0 },
    })
    return body.id as string
  }
  const first = await adapter('first')
  const second = await adapter('second')
  const fields = [{ key: 'greeting', prompt: 'How does it begin?' }]
  const sample = { ...letter('Hello.'), field: 'file' }
  tool = await makeTool(ada, { name: 'Letters', fields, sample, llmId: first })
  deployment = await makeDeployment(ada, 'letters', await makeWorkflow(ada, 'Letters', tool.toolId))
  secondLlm = second
  const { body: profile } = await ada.get(`prompt-studio/profile-manager/${tool.profileId}/`)
  const { body: triad } = await ada.get('adapter/default_triad/')
  const createdReply = await ada.post(`prompt-studio/profilemanager/${tool.projectId}`, {
    profile_name: 'second',
    llm: second,
    vector_store: triad.default_vector_db_adapter,
    embedding_model: triad.default_embedding_adapter,
    x2text: triad.default_x2text_adapter,
    chunk_size: profile.chunk_size,
    chunk_overlap: profile.chunk_overlap,
    similarity_top_k: 3,
    section: 'Default',
    prompt_studio_tool: tool.projectId,
  })
  otherProfile = createdReply.body.profile_id
})
afterAll(async () => {
  await server?.close()
  await model?.close()
})
beforeEach(() => {
  shelf.clear()
  fetchedUrls.length = 0
})

type Reply = {
  readonly errors: readonly { readonly attr: string }[]
  readonly message: { readonly result: readonly { readonly file: string }[] }
}

type Fields = Readonly<Record<string, string>>

const run = (
  files: readonly TestFile[],
  fields: Fields = {},
  headers: Readonly<Record<string, string>> = {},
) =>
  server.anonymous.upload(
    deployment.path,
    { files: [...files], fields: { timeout: '60', ...fields } },
    { headers: { authorization: `Bearer ${deployment.key}`, ...headers } },
  )

const output = ({ body }: { body: { message: { result: { result: { output: unknown } }[] } } }) =>
  body.message.result.map(({ result }) => result.output)

describe('the profile of a request', () => {
  test('is refused when nobody or somebody else has made it', async () => {
    for (const llm_profile_id of ['nothing', '00000000-0000-4000-8000-000000000000']) {
      const { status, body } = await run([letter('Dear Ada')], { llm_profile_id })
      expect([status, body.errors[0].attr]).toEqual([400, 'llm_profile_id'])
    }
  })

  test('is one of who has made the key, and anybody’s of the organization where the key opens several deployments', async () => {
    const eve = server.as('admin', { name: 'eve' })
    const projectFields = { tool_name: 'Eve’s', description: 'd', author: 'eve' }
    const { body: otherProject } = await eve.post('prompt-studio/', projectFields)
    await ada.patch(`adapter/${secondLlm}/`, { shared_to_org: true })
    const path = `prompt-studio/profile-manager/${otherProject.default_profile}/`
    const second = await eve.patch(path, { llm: secondLlm })
    const { body: key } = await ada.post('global-api-deployment/keys/', {
      name: 'All',
      description: 'All',
      allow_all_deployments: true,
    })
    const fields = { llm_profile_id: otherProject.default_profile }
    const { body: hersToo } = await eve.post(`api/keys/api/${deployment.id}/`, {
      description: 'Eve’s key',
      is_active: true,
    })
    const byHers = await run([letter('Dear Bea')], fields, {
      authorization: `Bearer ${hersToo.api_key}`,
    })
    const byOwn = await run([letter('Dear Bea')], fields)
    const global = { authorization: `Bearer ${key.key}` }
    const byGlobal = await run([letter('Dear Bea')], fields, global)

    expect(second.status).toBe(200)
    expect([byOwn.status, byOwn.body.errors[0].attr]).toEqual([400, 'llm_profile_id'])
    expect(output(byHers)).toEqual([{ greeting: 'said by second' }])
    expect(output(byGlobal)).toEqual([{ greeting: 'said by second' }])
  })

  test('answers every field in place of the one it was exported with, and is told', async () => {
    expect(output(await run([letter('Dear Bo')]))).toEqual([{ greeting: 'said by first' }])

    const chosenReply = await run([letter('Dear Bo')], { llm_profile_id: otherProfile })
    expect(output(chosenReply)).toEqual([{ greeting: 'said by second' }])
    expect(chosenReply.body.message.result[0].metadata.llm_profile_id).toBe(otherProfile)
  })
})

test('the queue and the packet of files for review are names', async () => {
  const wrong = { hitl_queue_name: 'not a name', hitl_packet_id: 'x'.repeat(17) }
  for (const [field, value] of Object.entries(wrong)) {
    const { status, body } = await run([letter('Dear Cy')], { [field]: value })
    expect([status, body.errors[0].attr]).toEqual([400, field])
  }
})

test('the text of a document comes with its result when it is wanted', async () => {
  const plain = await run([letter('Dear Di, it rains.')])
  expect(plain.body.message.result[0]).not.toHaveProperty('extracted_text')

  const { body } = await run([letter('Dear Di, it rains.')], { include_extracted_text: 'true' })
  expect(body.message.result[0].extracted_text).toContain('Dear Di, it rains.')
})

const megabyte = 1024 * 1024

/** A body that arrives in parts of a megabyte, as from a server that streams it. */
function streamOf(megabytes: number, end?: Error): ReadableStream<Uint8Array> {
  let count = 0
  return new ReadableStream({
    pull(controller) {
      count += 1
      if (count <= megabytes) controller.enqueue(new Uint8Array(megabyte))
      else if (end) controller.error(end)
      else controller.close()
    },
  })
}

describe('files by address', () => {
  const urlsOf = (...paths: string[]) =>
    paths.map((path) => `https://bucket.example${path}?sign=secret`)
  const ask = (urls: readonly string[], files: readonly TestFile[] = []) => {
    const form = new FormData()
    form.set('timeout', '60')
    for (const url of urls) form.append('presigned_urls', url)
    for (const { name, content } of files) form.append('files', new Blob([content as Buffer]), name)
    return fetch(`${server.origin}${deployment.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${deployment.key}` },
      body: form,
    }).then(async (response) => ({
      status: response.status,
      body: (await response.json()) as Reply,
    }))
  }

  test.each([
    ['is no address', ['nowhere'], 400],
    ['is not https', ['http://bucket.example/a.txt'], 400],
    ['leads inwards', urlsOf('/inside'), 400],
    ['leads elsewhere', urlsOf('/moved'), 400],
    ['is not there', urlsOf('/gone'), 400],
    ['is broken', urlsOf('/broken'), 502],
    ['is too large', urlsOf('/large'), 413],
    ['is said to be too large', urlsOf('/announced'), 413],
    ['turns out to be too large while it is stored', urlsOf('/streamed'), 413],
    ['breaks off while it is stored', urlsOf('/cut'), 502],
  ])('one that %s refuses the request, and its signature is not told', async (_, urls, status) => {
    shelf.set('/moved', () => Response.redirect('http://10.0.0.1/', 302))
    shelf.set('/gone', () => new Response('no', { status: 404 }))
    shelf.set('/broken', () => new Response('no', { status: 500 }))
    shelf.set('/large', () => new Response(new Uint8Array(21 * megabyte)))
    const headers = { 'content-length': String(21 * megabyte) }
    shelf.set('/announced', () => new Response('short', { headers }))
    shelf.set('/streamed', () => new Response(streamOf(21)))
    shelf.set('/cut', () => new Response(streamOf(3, new Error('The server is gone.'))))
    const executionsBefore = await executions()

    const refusedReply = await ask(urls, [letter('Dear Ed')])

    expect(refusedReply.status).toBe(status)
    expect(JSON.stringify(refusedReply.body)).not.toContain('secret')
    expect(refusedReply.body.errors[0]?.attr).toMatch(/^presigned_urls/)
    expect(await executions()).toBe(executionsBefore)
  })

  test.each([
    ['s3://bucket/bill.pdf?sign=secret', 's3://bucket/bill.pdf cannot be fetched'],
    ['file:///etc/bill.pdf', 'file:/etc/bill.pdf cannot be fetched'],
    [`data:text/plain,${'x'.repeat(500)}`, 'xxx cannot be fetched'],
  ])('the refusal of %s names it as it was sent', async (url, text) => {
    const { status, body } = await ask([url])

    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(text)
    expect(JSON.stringify(body)).not.toMatch(/null|secret|x{101}/)
  })

  test('a file above the limit is named with the limit, also when its server streams it', async () => {
    shelf.set('/march/bill.pdf', () => new Response(streamOf(21)))
    const { body } = await ask(urlsOf('/march/bill.pdf'))

    expect(body.errors[0]).toMatchObject({
      detail:
        'https://bucket.example/march/bill.pdf cannot be fetched: the file is larger than 20 MB.',
    })
  })

  test('count as files', async () => {
    const urls = Array.from({ length: 32 }, (_, i) => urlsOf(`/${i}`)[0] ?? '')
    const { status, body } = await ask(urls, [letter('Dear Flo')])
    expect([status, body.errors[0]?.attr]).toEqual([400, 'files'])
    expect(fetchedUrls).toEqual([])
  })

  test('are read like files that are sent', async () => {
    shelf.set('/box/a%20letter.txt', () => new Response('Dear Gus, it snows.'))
    const { status, body } = await ask(urlsOf('/box/a%20letter.txt'), [letter('Dear Gil')])
    expect(status).toBe(200)
    // In the order in which they were given: those that are sent before those that are fetched.
    expect(body.message.result.map(({ file }) => file)).toEqual(['letter.txt', 'a letter.txt'])
  })
})

const executions = async () =>
  (await server.ctx.db.selectFrom('execution').select('id').execute()).length

describe('a request with a name', () => {
  test('whose name is too long, or another request’s, is refused', async () => {
    const long = await run([letter('Dear Hal')], {}, { 'idempotency-key': 'x'.repeat(256) })
    expect([long.status, long.body.errors[0].attr]).toEqual([400, 'Idempotency-Key'])

    await run([letter('Dear Hal')], { timeout: '0' }, { 'idempotency-key': 'hal' })
    const otherReply = await run([letter('Dear Ida')], {}, { 'idempotency-key': 'hal' })
    expect(otherReply.status).toBe(409)
  })

  test('that comes twice at once, or again, is one execution; its result is read once', async () => {
    const executionsBefore = await executions()
    const keyHeaders = { 'idempotency-key': 'jo' }
    const send = (timeout: string) => run([letter('Dear Jo')], { timeout }, keyHeaders)

    const [one, two] = await Promise.all([send('0'), send('0')])
    expect(one.body.message.execution_id).toBe(two.body.message.execution_id)
    const awaitedReply = await send('60')
    expect(awaitedReply.body.message.execution_id).toBe(one.body.message.execution_id)
    expect(output(awaitedReply)).toEqual([{ greeting: 'said by first' }])
    expect(await executions()).toBe(executionsBefore + 1)

    await expect.poll(async () => (await send('60')).status).toBe(406)
  })
})

describe('tags and usage', () => {
  const runWithTag = (text: string) =>
    run([letter(text)], { tags: 'may', include_metadata: 'true' })

  test('a tag that is no word, taken, of nobody or another organization’s is refused', async () => {
    await runWithTag('Dear Kim')
    expect((await ada.post('tags/', { name: '9' })).body.errors[0].attr).toBe('name')
    expect((await ada.post('tags/', { name: 'may' })).body.errors[0]).toMatchObject({
      attr: 'name',
      code: 'unique',
    })
    const unknownId = '00000000-0000-4000-8000-000000000000'
    for (const path of [
      `tags/${unknownId}/`,
      `tags/${unknownId}/workflow-executions/`,
      `usage/${unknownId}/`,
    ])
      expect((await ada.get(path)).status).toBe(404)
  })

  test('what a request was marked with is listed with its executions and files', async () => {
    const { body } = await runWithTag('Dear Lea')
    const { results } = (await ada.get('tags/')).body
    const mayTag = results.find(({ name }: { name: string }) => name === 'may')
    expect(mayTag).toEqual({ id: expect.any(String), name: 'may', description: '' })

    const descriptionReply = await ada.patch(`tags/${mayTag.id}/`, { description: 'Of May' })
    expect(descriptionReply.body).toEqual({ ...mayTag, description: 'Of May' })
    const runs = await ada.get(`tags/${mayTag.id}/workflow-executions/?page_size=1`)
    expect(runs.body).toMatchObject({ count: 2, results: [{ id: body.message.execution_id }] })
    const files = await ada.get(`tags/${mayTag.id}/workflow-file-executions/`)
    expect(files.body.results[0]).toMatchObject({ workflow_execution: body.message.execution_id })

    const { body: own } = await ada.post('tags/', { name: 'june', description: 'Of June' })
    expect((await ada.get(`tags/${own.id}/`)).body).toEqual(own)
    expect((await ada.delete(`tags/${own.id}/`)).status).toBe(204)
    expect((await ada.get(`tags/${own.id}/`)).status).toBe(404)
  })

  test('what calls have used is listed, and added up, by tag, day, kind and adapter', async () => {
    const { body } = await runWithTag('Dear Mia')
    const id = body.message.execution_id
    const list = async (query: string) => (await ada.get(`usage/?${query}`)).body
    const one = await list(`workflow_execution_id=${id}&tag=may&usage_type=llm&date_range=today`)
    expect(one).toMatchObject({
      count: 1,
      results: [
        {
          execution_id: id,
          workflow_execution_id: id,
          tag: 'may',
          model_name: 'first',
          usage_type: 'llm',
          llm_usage_reason: 'extraction',
        },
      ],
    })
    const [record] = one.results
    expect((await ada.get(`usage/${record.id}/`)).body).toEqual(record)
    expect(await list(`adapter_instance_id=${record.adapter_instance_id}`)).not.toMatchObject({
      count: 0,
    })
    for (const emptyQuery of [
      `workflow_execution_id=${id}&tag=april`,
      `workflow_execution_id=${id}&usage_type=embedding`,
      `workflow_execution_id=${id}&date_range=yesterday`,
      `workflow_execution_id=${id}&created_at_lte=2020-01-01`,
    ])
      expect(await list(emptyQuery)).toMatchObject({ count: 0, results: [] })

    const sum = await ada.get(`usage/aggregate/?workflow_execution_id=${id}`)
    expect(sum.body).toMatchObject({
      aggregated_data: {
        total_tokens: record.total_tokens,
        total_prompt_tokens: record.prompt_tokens,
      },
      date_range: { start_date: record.created_at, end_date: record.created_at },
    })
    expect(await list(`created_at=${record.created_at}&ordering=created_at`)).toMatchObject({
      results: [{ id: record.id }],
    })
    for (const edge of ['created_at__gt', 'created_at__lt']) {
      const { results } = await list(`${edge}=${record.created_at}&workflow_execution_id=${id}`)
      expect(results).toEqual([])
    }
  })

  test('what calls have used is added up for the last day, or for a span that is one', async () => {
    const sum = (query: string) => ada.get(`usage/aggregate/?${query}`)
    const { date_range } = (await sum('')).body
    const span = Date.parse(date_range.end_date) - Date.parse(date_range.start_date)
    const emptySum = await sum('created_at_gte=2020-01-01&created_at_lte=2020-01-31')

    expect(span).toBe(24 * 60 * 60 * 1000)
    expect(emptySum.body).toEqual({
      aggregated_data: {
        total_prompt_tokens: null,
        total_completion_tokens: null,
        total_tokens: null,
        total_cost: null,
      },
      date_range: {
        start_date: '2020-01-01T00:00:00.000000Z',
        end_date: '2020-01-31T00:00:00.000000Z',
      },
    })
    for (const wrong of [
      'created_at_gte=2999-01-01',
      'created_at_gte=2020-02-01&created_at_lte=2020-01-01',
      'created_at_gte=2020-01-01&created_at_lte=2020-03-02',
    ]) {
      const { status, body } = await sum(wrong)
      expect([status, body]).toMatchObject([
        400,
        { type: 'client_error', errors: [{ attr: 'created_at_gte' }] },
      ])
    }
    expect((await sum('date_range=last_decade')).body.errors).toMatchObject([
      { attr: 'date_range', code: 'invalid_choice' },
    ])
  })
})
