import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeFlow, makeFolderConnector, untilEnded } from '../../../testing/make-pipeline.ts'
import { makeDeployment, makeTool, makeWorkflow } from '../../../testing/make-tool.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

const note = { name: 'note.txt', content: 'Invoice number 4711\nTotal 12.50\n' }
const fields = ['a', 'b', 'c'].map((key) => ({ key, prompt: `What is ${key}?` }))

/** The address of a server that has just stopped. */
async function stopServer() {
  const stoppedServer = createServer().listen(0, '127.0.0.1')
  await once(stoppedServer, 'listening')
  const { port } = stoppedServer.address() as AddressInfo
  await new Promise((resolve) => stoppedServer.close(resolve))
  return { url: `http://127.0.0.1:${port}` }
}

let server: TestServer
let model: CannedModelServer
let ada: Studio
let inbox: string
let calls: string[] = []
/** What a call waits for before it is sent. */
let gate: (call: number) => Promise<unknown> = async () => {}

beforeAll(async () => {
  model = await startCannedModelServer()
  inbox = await mkdtemp(join(tmpdir(), 'recto-failing-'))
  await writeFile(join(inbox, 'note.txt'), note.content)
  const countingFetch: typeof fetch = async (input, init) => {
    calls.push(String(input instanceof Request ? input.url : input))
    await gate(calls.length)
    return fetch(input, init)
  }
  server = await startServer({
    worker: true,
    env: {
      RECTO_CONNECTOR_FOLDERS: inbox,
      RECTO_MODEL_RETRY_SECONDS: '60',
      RECTO_BATCH_MODEL_RETRY_SECONDS: '0',
    },
    replace: { fetch: countingFetch },
  })
  ada = studioOf(server.as('admin'))
})
afterAll(async () => {
  await server?.close()
  await model?.close()
  await rm(inbox, { recursive: true, force: true })
})
beforeEach(() => {
  calls = []
  gate = async () => {}
})

let names = 0
async function deploy(target: { readonly url: string }, max_retries: number) {
  const name = `failing_${++names}`
  const llmId = await ada.cannedLlm(target, `Model ${names}`, { max_retries })
  const { toolId } = await makeTool(ada.person, { name, fields, sample: note, llmId })
  const workflow = await makeWorkflow(ada.person, name, toolId)
  calls = []
  return makeDeployment(ada.person, name, workflow)
}

async function run(
  { path, key }: { readonly path: string; readonly key: string },
  timeout: number,
) {
  const { body } = await server.anonymous.upload(
    path,
    { files: [{ ...note, field: 'files' }], fields: { timeout: String(timeout) } },
    { headers: { authorization: `Bearer ${key}` } },
  )
  return body.message
}

const loadFiles = async (id: string) =>
  (await ada.person.get(`execution/${id}/files/`)).body.results

test.each([
  [401, 'The key is wrong.'],
  [404, 'There is no such model.'],
])(
  'a model that answers %s ends the run with one call for each prompt',
  async (status, message) => {
    const deployment = await deploy(model, 20)
    model.script(...fields.map(() => ({ status, message })))

    const { result } = await run(deployment, 60)

    expect(result[0]).toMatchObject({ status: 'Failed', error: expect.stringContaining(message) })
    expect(calls).toHaveLength(fields.length)
  },
)

test('a model that cannot be reached is not called again after the time of the settings', async () => {
  const deployment = await deploy(await stopServer(), 20)

  const { execution_id } = await run(deployment, 0)

  expect(await untilEnded(ada.person, execution_id)).toMatchObject({ status: 'ERROR' })
  const [file] = await loadFiles(execution_id)
  expect(file.status_msg).toContain('cannot be reached (ECONNREFUSED)')
  expect(calls).toHaveLength(fields.length)
})

test('a file that fails after calls that were paid for is told of with their usage', async () => {
  const llmId = await ada.cannedLlm(model)
  const { toolId } = await makeTool(ada.person, { name: 'Paid', fields, sample: note, llmId })
  const folder = await makeFolderConnector(ada.person, 'Inbox', inbox)
  const workflow_id = await makeFlow(ada.person, 'Paid', {
    toolId,
    source: { connection_type: 'FILESYSTEM', connector_instance: folder, configuration: {} },
    destination: {
      connection_type: 'FILESYSTEM',
      connector_instance: folder,
      // A file stands where the folder would have to be.
      configuration: { outputFolder: 'note.txt/out' },
    },
  })
  model.script(...fields.map(() => ({ reply: 'paid' })))
  const { body } = await ada.person.post('workflow/execute/', { workflow_id })
  const { execution_id } = body
  await ada.person.post('workflow/execute/', { workflow_id, execution_id })

  const endedRun = await untilEnded(ada.person, execution_id)
  expect(endedRun).toMatchObject({ status: 'ERROR', usage: { total_tokens: expect.any(Number) } })
  expect(endedRun.usage.total_tokens).toBeGreaterThan(0)
  const loadPanel = async () => JSON.stringify((await ada.person.get('logs/')).body)
  await expect.poll(loadPanel).toContain('0 of 1 file succeeded')
  expect(await loadPanel()).toContain(`${endedRun.usage.total_tokens} tokens used in model calls`)
})

test('a run says at once which call failed, how, and when it is made again', async () => {
  const deployment = await deploy(model, 5)
  const retryGate = Promise.withResolvers<void>()
  gate = (call) => (call > fields.length ? retryGate.promise : Promise.resolve())
  const busy = { status: 503, message: 'Overloaded.', retryAfterSeconds: 0 }
  model.script(...fields.map(() => busy), ...fields.map(() => ({ reply: 'at last' })))
  const replyPromise = run(deployment, 60)

  await expect.poll(() => calls.length).toBe(fields.length * 2)
  const { body } = await ada.person.get('execution/?execution_entity=API&ordering=-created_at')
  const { id } = body.results[0]
  const retryText =
    /The call “[abc]\/answer” to Model \d+ failed: .*Overloaded.* repeated in \d s \(attempt [234] of 6\)\. Next attempt: \d\d:\d\d:\d\d UTC\.$/
  await expect.poll(async () => (await loadFiles(id))[0].status_msg).toMatch(retryText)
  const loadWarnings = async () =>
    JSON.stringify((await ada.person.get(`execution/${id}/logs/?log_level=WARN`)).body)
  await expect.poll(loadWarnings).toContain('Overloaded')

  retryGate.resolve()
  expect((await replyPromise).result[0].status).toBe('Success')
  const [file] = await loadFiles(id)
  expect(file.status_msg).toBe('Processed')
})
