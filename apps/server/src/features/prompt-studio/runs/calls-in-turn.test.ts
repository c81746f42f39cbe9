import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestFile } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

let server: TestServer
let ada: Studio
let invoice: TestFile

beforeAll(async () => {
  server = await startServer({ worker: true, env: { RECTO_CALLS_PER_ADAPTER: '2' } })
  ada = studioOf(server.as('admin'))
  const [sample] = await sampleInvoices()
  invoice = { name: sample!.name, content: sample!.file }
})
afterAll(() => server.close())

/** Runs this many prompts on the invoice in one request and returns the rows of the reply. */
async function projectOn(model: CannedModelServer, prompts: number, studio = ada) {
  const llm = await studio.cannedLlm(model)
  const { tool_id, document_id } = await studio.runnable(invoice, { profile: { llm } })
  const prompt_ids: string[] = []
  for (let number = 1; number <= prompts; number++) {
    const fields = { prompt_key: `field_${number}`, prompt: `What is the field ${number}?` }
    prompt_ids.push((await studio.prompt(tool_id, fields)).prompt_id)
  }
  return async () => {
    const request = { prompt_ids, document_id }
    const { body } = await studio.person.post(
      `prompt-studio/bulk_fetch_response/${tool_id}`,
      request,
    )
    return body as readonly { readonly output?: string; readonly status?: string }[]
  }
}

test('limits concurrent calls of an adapter to the configured number', async () => {
  let underWay = 0
  let maxInFlight = 0
  await using model = await startCannedModelServer({
    latencyMs: 20,
    reply: 'of the model',
    onReceived() {
      underWay += 1
      maxInFlight = Math.max(maxInFlight, underWay)
    },
    onEnded() {
      underWay -= 1
    },
  })
  const run = await projectOn(model, 6)

  const lines = await run()

  expect(lines.map(({ output }) => output)).toEqual(Array(6).fill('of the model'))
  expect(maxInFlight).toBe(2)
})

test('does not let an unresponsive adapter delay others', async () => {
  const silent = await startCannedModelServer()
  await using quick = await startCannedModelServer({ reply: 'at once' })
  silent.script({ fault: 'silence' }, { fault: 'silence' })
  const runSilent = await projectOn(silent, 6, studioOf(server.as('user')))
  const runQuick = await projectOn(quick, 6)
  const pendingRun = runSilent()
  await expect.poll(() => silent.requests.length).toBe(2)

  expect((await runQuick()).map(({ output }) => output)).toEqual(Array(6).fill('at once'))

  await silent.close()
  expect((await pendingRun).map(({ status }) => status)).toEqual(Array(6).fill('failed'))
  expect(silent.requests).toHaveLength(2)
})
