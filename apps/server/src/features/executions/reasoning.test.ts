import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDeployment, makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { studioOf } from '../../testing/studio.ts'

let server: TestServer
let model: CannedModelServer

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer({ worker: true })
})

afterAll(async () => {
  await server?.close()
  await model?.close()
})

test('what a model wrote before its answer is no part of the value, and is shown on request', async () => {
  const ada = server.as('admin')
  const llmId = await studioOf(ada).cannedLlm(model, 'Thinker')
  const sample = { name: 'bill.txt', content: 'Invoice R-4711\nTotal: 119.00 EUR' }
  const fields = [
    { key: 'number', prompt: 'Which number?' },
    { key: 'total', prompt: 'Which total?' },
  ]
  const { toolId } = await makeTool(ada, { name: 'Thoughts', fields, sample, llmId })
  const workflow = await makeWorkflow(ada, 'Thoughts', toolId)
  const { key, path } = await makeDeployment(ada, 'thoughts', workflow)
  model.script({ reply: '<think>It begins with an R.</think>R-4711' }, { reply: '119.00 EUR' })

  const upload = { files: [{ ...sample, field: 'files' }], fields: { timeout: '60' } }
  const headers = { authorization: `Bearer ${key}` }
  const { body } = await server.anonymous.upload(path, upload, { headers })
  const { execution_id: id, result } = body.message
  expect(Object.values(result[0].result.output)).toContain('R-4711')
  const { body: files } = await ada.get(`execution/${id}/files/`)
  const fileId = (files.results ?? files)[0].id
  const { body: sentData } = await ada.get(`execution/${id}/files/${fileId}/sent/`)

  expect(sentData.calls).toEqual([])
  expect(sentData.reasoning).toEqual([
    {
      step: expect.stringMatching(/^(number|total)\/answer$/),
      model: 'canned',
      text: 'It begins with an R.',
      is_cut: false,
    },
  ])
})
