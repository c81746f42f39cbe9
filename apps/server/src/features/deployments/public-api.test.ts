import { request } from 'node:http'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  makeDeployment,
  makeTool,
  makeWorkflow,
  type TestDeployment,
} from '../../testing/make-tool.ts'
import type { Person, TestFile, TestReply } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

/** Tests by plain HTTP what every existing client of the public API relies on. */

let server: TestServer
let models: CannedModelServer
let ada: Person
let letters: TestDeployment
let personal: typeof letters

const letter = (text: string, name = 'letter.txt'): TestFile => ({
  name,
  content: text,
  field: 'files',
  type: 'text/plain',
})

beforeAll(async () => {
  models = await startCannedModelServer({ reply: 'Dear Ada' })
  server = await startServer({ worker: true })
  ada = server.as('admin')
  const { body: llm } = await ada.post('adapter/', {
    adapter_id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
    adapter_name: 'Canned',
    adapter_type: 'LLM',
    adapter_metadata: { api_base: `${models.url}/v1`, model: 'canned', max_retries: 0 },
  })
  const fields = [{ key: 'greeting', prompt: 'How does it begin?' }]
  const sample = { ...letter('Hello.'), field: 'file' }
  const tool = await makeTool(ada, { name: 'Letters', fields, sample, llmId: llm.id })
  letters = await makeDeployment(ada, 'letters', await makeWorkflow(ada, 'Letters', tool.toolId))
  const own = [{ key: 'greeting', prompt: 'How does it begin, {{custom_data.who}}?' }]
  const ownTool = await makeTool(ada, { name: 'Own', fields: own, sample, llmId: llm.id })
  personal = await makeDeployment(ada, 'own', await makeWorkflow(ada, 'Own', ownTool.toolId))
})
afterAll(async () => {
  await server?.close()
  await models?.close()
})

const bearer = (key = letters.key) => ({ headers: { authorization: `Bearer ${key}` } })

const run = (files: readonly TestFile[], fields: Readonly<Record<string, string>> = {}) =>
  server.anonymous.upload(letters.path, { files, fields }, bearer())

const ask = (statusApi: string, key?: string) => server.anonymous.get(statusApi, bearer(key))

/** The model answers the next call when it is let go. */
function holdBack() {
  const { promise, resolve } = Promise.withResolvers<void>()
  models.script({ until: promise })
  return resolve
}

async function settled(statusApi: string): Promise<TestReply> {
  for (;;) {
    const reply = await ask(statusApi)
    if (!['PENDING', 'EXECUTING'].includes(reply.body.status)) return reply
  }
}

const countExecutions = async () =>
  (await server.ctx.db.selectFrom('execution').select('id').execute()).length

const unknownPath = '/deployment/api/recto/nobody/'
const unknownId = '00000000-0000-4000-8000-000000000000'

describe('a caller who asks for a result learns under `error`', () => {
  test('why the call is refused, beside the standard body', async () => {
    const unknownRun = `${letters.path}?execution_id=${unknownId}`
    const gets = [
      await server.anonymous.get(unknownRun),
      await server.anonymous.get(`${unknownPath}?execution_id=${unknownId}`, bearer()),
      await ask(unknownRun),
      await ask(`${letters.path}?execution_id=1`),
    ]

    expect(gets.map(({ status }) => status)).toEqual([403, 404, 404, 400])
    for (const { body } of gets) expect(body.error).toContain(body.errors[0].detail)
  })

  test('why a call that sends files is refused, beside the standard body, under `message`', async () => {
    const send = (path: string, fields = {}, options = bearer()) =>
      server.anonymous.upload(path, { files: [letter('Dear refused')], fields }, options)
    const refusedReplies = [
      await server.anonymous.upload(letters.path, { files: [letter('x')] }),
      await send(unknownPath),
      await send(letters.path, {}, bearer(unknownId)),
      await send(letters.path, { timeout: '301' }),
    ]

    expect(refusedReplies.map(({ status }) => status)).toEqual([403, 404, 401, 400])
    for (const { body } of refusedReplies)
      expect(body.message.error).toContain(body.errors[0].detail)
  })

  test('why the run failed, and that the result was fetched before', async () => {
    models.script({ status: 401, message: 'Incorrect key.' })
    const startReply = await run([letter('Dear failing')])
    const failedStatus = await settled(startReply.body.message.status_api)
    const fetchedAgain = await ask(startReply.body.message.status_api)

    expect(failedStatus).toMatchObject({
      status: 422,
      body: { status: 'ERROR', error: expect.stringContaining('Incorrect key.') },
    })
    expect(fetchedAgain).toMatchObject({ status: 406, body: { error: expect.any(String) } })
  })
})

describe('who may call', () => {
  test('is judged in one order: without a key 403, of no deployment 404, with another key 401', async () => {
    const statuses = async (path: string) => {
      const query = `${path}?execution_id=${unknownId}`
      const wrong = bearer(unknownId)
      const emptyReply = await server.anonymous.get(query)
      const post = await server.anonymous.upload(path, { files: [letter('x')] })
      const otherReply = await server.anonymous.get(query, wrong)
      const otherPost = await server.anonymous.upload(path, { files: [letter('x')] }, wrong)
      return [emptyReply.status, post.status, otherReply.status, otherPost.status]
    }
    expect(await statuses(unknownPath)).toEqual([403, 403, 404, 404])
    expect(await statuses(letters.path)).toEqual([403, 403, 401, 401])
  })

  test('is not told by a session: a cookie opens nothing, and no CSRF token is asked for', async () => {
    const { sessionid } = await ada.cookies()
    const cookie = `sessionid=${sessionid}`
    const upload = { files: [letter('Dear cookie')] }
    const plainReply = await server.anonymous.upload(letters.path, upload, { headers: { cookie } })
    const withKey = { headers: { ...bearer().headers, cookie } }
    const extraReply = await server.anonymous.upload(letters.path, upload, withKey)

    expect([plainReply.status, extraReply.status]).toEqual([403, 200])
  })

  test('is asked again at every call: a key that is revoked during a run reads nothing of it', async () => {
    const { body: key } = await ada.post(`api/keys/api/${letters.id}/`, { description: 'Passing' })
    const letGo = holdBack()
    const startedReply = await server.anonymous.upload(
      letters.path,
      { files: [letter('Dear passing')] },
      bearer(key.api_key),
    )
    const { status_api, execution_id } = startedReply.body.message
    await ada.put(`api/keys/${key.id}/`, { is_active: false, api: letters.id })
    const refusedReply = await ask(status_api, key.api_key)
    letGo()

    expect(refusedReply.status).toBe(401)
    // What was begun with it goes on, and whoever has another key reads it.
    const read = await settled(status_api)
    expect([read.status, read.body.message[0].status]).toEqual([200, 'Success'])
    expect((await ada.get(`execution/${execution_id}/`)).body.status).toBe('COMPLETED')
  })
})

describe('a run', () => {
  test('is PENDING when nobody waits; asked for it is 422, then 200 once, then 406', async () => {
    for (const timeout of [{}, { timeout: '0' }, { timeout: '-1' }]) {
      const letGo = holdBack()
      const startedReply = await run([letter(`Dear ${JSON.stringify(timeout)}`)], timeout)
      const { message } = startedReply.body
      const runningReply = await ask(message.status_api)
      letGo()
      const first = await settled(message.status_api)
      const repeatedReply = await ask(message.status_api)

      expect([startedReply.status, message]).toMatchObject([
        200,
        { execution_status: 'PENDING', error: null, result: null },
      ])
      expect(message.status_api).toBe(`${letters.path}?execution_id=${message.execution_id}`)
      expect([runningReply.status, runningReply.body.message]).toEqual([422, null])
      expect(runningReply.body.status).toMatch(/^(PENDING|EXECUTING)$/)
      expect([first.status, first.body.status, first.body.message.length]).toEqual([
        200,
        'COMPLETED',
        1,
      ])
      expect([
        repeatedReply.status,
        repeatedReply.body.status,
        typeof repeatedReply.body.message,
      ]).toEqual([406, 'COMPLETED', 'string'])
    }
  })

  test('whose result nobody fetched within hours is 200 without one, and then 406', async () => {
    const startedReply = await run([letter('Dear forgotten')], { timeout: '0' })
    const { execution_id: id, status_api: address } = startedReply.body.message
    const { ctx } = server
    const status = async () =>
      (
        await ctx.db
          .selectFrom('execution')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirst()
      )?.status
    await expect.poll(status).toBe('COMPLETED')
    const hours = ctx.config.resultHours
    await ctx.db
      .updateTable('execution')
      .set({ finished_at: new Date(Date.now() - hours * 60 * 60 * 1000 - 1000) })
      .where('id', '=', id)
      .execute()
    const expiredReply = await ask(address)
    const repeatedReply = await ask(address)

    expect(hours).toBe(3)
    expect([expiredReply.status, expiredReply.body]).toEqual([
      200,
      { status: 'COMPLETED', message: null },
    ])
    expect(repeatedReply.status).toBe(406)
  })

  test('that is not through when its caller has waited long enough is told as it is, and read later', async () => {
    const letGo = holdBack()
    const reply = await run([letter('Dear waiting')], { timeout: '1' })
    letGo()

    expect([reply.status, reply.body.message.execution_status]).toEqual([200, 'EXECUTING'])
    expect(reply.body.message.result).toBeNull()
    expect((await settled(reply.body.message.status_api)).status).toBe(200)
  })

  test('that was waited for is read by that; 300 seconds are not too long, 301 are', async () => {
    const reply = await run([letter('Dear whole')], { timeout: '300' })
    const repeatedReply = await ask(reply.body.message.status_api)
    const longer = await run([letter('Dear whole')], { timeout: '301' })

    expect([reply.status, reply.body.message.execution_status]).toEqual([200, 'COMPLETED'])
    expect([repeatedReply.status, longer.status, longer.body.errors[0].attr]).toEqual([
      406,
      400,
      'timeout',
    ])
  })

  test('gives what is asked for of metadata and metrics, and the outer metadata always', async () => {
    const all = { timeout: '60', include_metadata: 'True', include_metrics: '1', tags: 'may' }
    const [full] = (await run([letter('Dear full')], all)).body.message.result
    const [plain] = (await run([letter('Dear plain')], { timeout: '60' })).body.message.result

    expect(full.result.metadata).toMatchObject({
      run_id: full.file_execution_id,
      file_name: 'letter.txt',
      whisper_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      extraction_llm: [{ model_name: 'canned', cost_in_dollars: expect.any(String) }],
    })
    expect(full.result.metrics.greeting.extraction_llm).toEqual({
      'time_taken(s)': expect.any(Number),
    })
    expect(full.metadata).toMatchObject({
      source_name: 'letter.txt',
      organization_id: 'recto',
      tags: ['may'],
      total_pages_processed: 1,
      file_execution_id: full.file_execution_id,
      usage: { file_execution_id: full.file_execution_id, total_tokens: expect.any(Number) },
    })
    expect(Object.keys(plain.result)).toEqual(['output'])
    expect(plain.metadata).toMatchObject({ source_name: 'letter.txt', tags: [] })
  })

  test('hands on what the caller gives for its prompts, and refuses what is no object', async () => {
    const custom_data = JSON.stringify({ who: 'Zoe' })
    const send = (fields: Readonly<Record<string, string>>) =>
      server.anonymous.upload(
        personal.path,
        { files: [letter('Dear own')], fields },
        bearer(personal.key),
      )
    const reply = await send({ timeout: '60', custom_data })
    const requestText = JSON.stringify(models.requests.at(-1)?.body)
    const refusedReply = await send({ custom_data: '[1]' })

    expect(reply.status).toBe(200)
    expect(requestText).toContain('How does it begin, Zoe?')
    expect([refusedReply.status, refusedReply.body.errors[0].attr]).toEqual([400, 'custom_data'])
  })
})

describe('many files', () => {
  const makeFiles = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      n === 3 ? letter('', 'empty.txt') : letter(`Dear ${n}`, `${n}.txt`),
    )

  test('of which there are 64 are refused as a whole, and nothing of them is kept', async () => {
    const initialCount = await countExecutions()
    const refusedReply = await run(makeFiles(64), { timeout: '60' })

    expect([refusedReply.status, refusedReply.body.errors[0].attr]).toEqual([400, 'files'])
    expect(await countExecutions()).toBe(initialCount)
    expect(await server.ctx.files.list('uploads')).toEqual([])
  })

  test('of which one is empty have a row each; the empty one says that it is', async () => {
    const { status, body } = await run(makeFiles(32), { timeout: '60' })
    type Item = { readonly file: string; readonly status: string; readonly error: string | null }
    const items: Item[] = body.message.result
    const failedItems = items.filter((item) => item.status === 'Failed')

    expect([status, items.length]).toEqual([200, 32])
    expect(failedItems.map(({ file }) => file)).toEqual(['empty.txt'])
    expect(failedItems[0]?.error).toMatch(/empty/)
  })
})

test.each(['a\\"b;c.txt', 'a%22b;c.txt'])(
  'a file keeps a name with signs of the form in it, sent as %s',
  async (escapedName) => {
    const head = `content-disposition: form-data; name="files"; filename="${escapedName}"`
    const timeout = 'content-disposition: form-data; name="timeout"\r\n\r\n60'
    const reply = await fetch(`${server.origin}${letters.path}`, {
      method: 'POST',
      headers: { ...bearer().headers, 'content-type': 'multipart/form-data; boundary=b' },
      body: `--b\r\n${timeout}\r\n--b\r\n${head}\r\n\r\nDear ${escapedName}\r\n--b--\r\n`,
    })

    expect(await reply.json()).toMatchObject({ message: { result: [{ file: 'a"b;c.txt' }] } })
  },
)

describe('a caller who hangs up', () => {
  test('while the files are sent leaves nothing behind', async () => {
    const initialCount = await countExecutions()
    await new Promise<void>((done) => {
      const half = request(`${server.origin}${letters.path}`, {
        method: 'POST',
        headers: {
          ...bearer().headers,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': '100000000',
        },
      })
      half.on('error', () => {}).on('close', done)
      const head = 'content-disposition: form-data; name="files"; filename="a.txt"'
      half.write(`--b\r\n${head}\r\n\r\n`)
      half.write('x'.repeat(5_000_000), () => half.destroy())
    })

    await expect.poll(() => server.ctx.files.list('uploads')).toEqual([])
    expect(await countExecutions()).toBe(initialCount)
  })

  test('while the run goes on can ask for its result, which nobody has read', async () => {
    const letGo = holdBack()
    const initialRequestCount = models.requests.length
    const deletedController = new AbortController()
    const waitingReplyPromise = server.anonymous.upload(
      letters.path,
      { files: [letter('Dear impatience')], fields: { timeout: '60' } },
      {
        headers: { ...bearer().headers, 'idempotency-key': 'impatience' },
        signal: deletedController.signal,
      },
    )
    await expect.poll(() => models.requests.length).toBe(initialRequestCount + 1)
    deletedController.abort()
    await expect(waitingReplyPromise).rejects.toThrow(/abort/)
    letGo()

    const repeatedReply = await server.anonymous.upload(
      letters.path,
      { files: [letter('Dear impatience')], fields: { timeout: '60' } },
      { headers: { ...bearer().headers, 'idempotency-key': 'impatience' } },
    )
    expect(repeatedReply.body.message.result[0].result.output).toEqual({ greeting: 'Dear Ada' })
    expect(models.requests.length).toBe(initialRequestCount + 1)
  })
})
