import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longText, shortText } from '../../../entry/testing/hostile-files.ts'
import type { TestFile } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio
let cannedReply: string

beforeAll(async () => {
  model = await startCannedModelServer({ reply: 'PO-400400' })
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  cannedReply = await ada.cannedLlm(model, 'Canned model')
})
afterAll(async () => {
  await server.close()
  await model.close()
})

const paidCalls = () =>
  server.ctx.db.selectFrom('model_call').select(['call_key', 'reply']).execute()

async function projectWith(file: TestFile) {
  const { tool_id, document_id } = await ada.runnable(
    { ...file, field: 'file' },
    { profile: { llm: cannedReply } },
  )
  const { prompt_id: id } = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'Which order?' })
  const run = () => ada.person.post(`prompt-studio/fetch_response/${tool_id}`, { id, document_id })
  return { tool_id, document_id, run }
}

test.each([
  ['a small document', shortText()],
  ['a large document', longText(100)],
])(
  'a reply that comes after %s was deleted is kept, and the run says why it has no output',
  async (_, file) => {
    const { tool_id, document_id, run } = await projectWith(file)
    const requestsBefore = model.requests.length
    const paidBefore = (await paidCalls()).map(({ call_key }) => call_key)
    const { promise: mayReply, resolve: letReply } = Promise.withResolvers<void>()
    model.script({ reply: 'PO-400400', until: mayReply })

    const pendingRun = run()
    await model.received(requestsBefore + 1)
    const deletion = await ada.person.delete(`prompt-studio/file/${tool_id}`, { document_id })
    letReply()
    const { status, body } = await pendingRun

    expect(deletion.status).toBeLessThan(300)
    expect(status).toBe(409)
    expect(body.errors[0].detail).toMatch(/document.*deleted/)
    expect(model.requests).toHaveLength(requestsBefore + 1)
    // The run may end before the call that is in flight, whose reply is stored when it arrives.
    const newCalls = async () =>
      (await paidCalls()).filter(({ call_key }) => !paidBefore.includes(call_key))
    await expect.poll(newCalls).toMatchObject([{ reply: { text: 'PO-400400' } }])

    expect((await run()).status).toBe(404)
    expect(model.requests).toHaveLength(requestsBefore + 1)
  },
)

test('a run says that it waits for the model once it was asked', async () => {
  const { tool_id, run } = await projectWith(shortText())
  const { promise: mayReply, resolve: letReply } = Promise.withResolvers<void>()
  model.script({ reply: 'PO-400400', until: mayReply })
  const pendingRun = run()

  const path = `prompt-studio/${tool_id}/runs/`
  const findAwaited = async () => (await ada.person.get(path)).body.runs[0]?.waits_for
  await expect.poll(findAwaited, { timeout: 30_000 }).toBe('model')
  letReply()
  expect((await pendingRun).status).toBe(202)
  expect(await findAwaited()).toBeUndefined()
})
