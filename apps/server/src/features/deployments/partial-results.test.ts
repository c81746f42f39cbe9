import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shortText } from '../../entry/testing/hostile-files.ts'
import { deployFields } from '../../entry/testing/order-deployment.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
let model: CannedModelServer

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer({ worker: true })
})
afterAll(async () => {
  await server.close()
  await model.close()
})

test('a field that fails is named in the warnings, and is asked again the next time', async () => {
  const { path, key } = await deployFields(server.as('admin'), {
    name: 'partial',
    modelUrl: model.url,
    fields: [
      { key: 'fine', prompt: 'What is fine?' },
      { key: 'bad', prompt: 'Is {{fine}} bad?' },
    ],
    sample: { ...shortText(), field: 'file' },
  })
  const send = async () => {
    const headers = { authorization: `Bearer ${key}` }
    const fields = { timeout: '60', include_metadata: 'true', use_file_history: 'true' }
    const { body } = await server.anonymous.upload(
      path,
      { files: [shortText()], fields },
      { headers },
    )
    return body.message.result[0]
  }
  model.script({ reply: 'said' }, { status: 400, message: 'No such day.' })

  const partial = await send()

  expect(partial).toMatchObject({
    status: 'Success',
    error: null,
    metadata: {
      warnings: [expect.stringMatching(/^“bad”: .*No such day\./)],
      errors: { bad: expect.stringContaining('No such day.') },
    },
    result: {
      output: { fine: 'said', bad: null },
      metadata: { errors: { bad: expect.stringContaining('No such day.') } },
    },
  })

  model.script({ reply: 'said' }, { reply: 'not bad' })
  const whole = await send()
  expect(whole).toMatchObject({ error: null, result: { output: { fine: 'said', bad: 'not bad' } } })
  expect(whole.result.metadata).not.toHaveProperty('errors')
  const requestCount = model.requests.length
  expect((await send()).result.output).toEqual(whole.result.output)
  expect(model.requests.length).toBe(requestCount)

  model.script({ status: 400, message: 'Nothing today.' })
  const otherFile = { ...shortText(), name: 'other.txt', content: Buffer.from('Another text.') }
  const headers = { authorization: `Bearer ${key}` }
  const { body } = await server.anonymous.upload(
    path,
    { files: [otherFile], fields: { timeout: '60' } },
    { headers },
  )
  expect(body.message.result[0]).toMatchObject({
    status: 'Failed',
    result: null,
  })
})
