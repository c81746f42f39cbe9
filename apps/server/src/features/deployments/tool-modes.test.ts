import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shortText } from '../../entry/testing/hostile-files.ts'
import { makeDeployment, makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { studioOf } from '../../testing/studio.ts'

let server: TestServer
let model: CannedModelServer
let judge: CannedModelServer
let ada: Person
let judgeId: string

beforeAll(async () => {
  model = await startCannedModelServer({
    reply: ({ schema, prompt }) => {
      if (schema) return { a: 'of the pass', b: 'of the pass' }
      return prompt.includes('Summary:') ? 'In short.' : 'alone'
    },
  })
  judge = await startCannedModelServer({ reply: { score: 4, reason: 'It stands there.' } })
  server = await startServer({ worker: true })
  ada = server.as('admin')
  judgeId = await studioOf(ada).cannedLlm(judge, 'Judge')
})
afterAll(async () => {
  await server.close()
  await model.close()
  await judge.close()
})

type Body = Readonly<Record<string, unknown>>

/** A deployed tool of two fields, its one step, and what comes of a file under settings of that step. */
async function deployed(name: string) {
  const llmId = await studioOf(ada).cannedLlm(model)
  const { toolId } = await makeTool(ada, {
    name,
    llmId,
    sample: { ...shortText(), field: 'file' },
    fields: [
      { key: 'a', prompt: 'What is a?' },
      { key: 'b', prompt: 'What is b?' },
    ],
  })
  const workflowId = await makeWorkflow(ada, name, toolId)
  const { path, key } = await makeDeployment(ada, name, workflowId)
  const { body: instances } = await ada.get(`tool_instance/?workflow=${workflowId}`)
  const [instance] = instances
  const set = (settings: Body) =>
    ada.patch(`tool_instance/${instance.id}/`, { metadata: { ...instance.metadata, ...settings } })
  return {
    toolId,
    set,
    async read(settings: Body) {
      expect((await set(settings)).status).toBe(200)
      const from = [model.requests.length, judge.requests.length] as const
      const fields = { timeout: '60', include_metadata: 'true' }
      const headers = { authorization: `Bearer ${key}` }
      const upload = { files: [shortText()], fields }
      const { body } = await server.anonymous.upload(path, upload, { headers })
      const requestCount = model.requests.slice(from[0]).length
      return {
        ...body.message.result[0].result,
        asked: requestCount,
        judged: judge.requests.length - from[1],
      }
    },
  }
}

test('what can be set for a step is offered with what can do it, and refused by name otherwise', async () => {
  const { toolId, set } = await deployed('offered')
  const { body } = await ada.get(`tool_settings_schema/?function_name=${toolId}`)
  const { enum: ids, enumNames: names } = body.properties.challenge_llm
  expect([ids[0], names[ids.indexOf(judgeId)]]).toEqual(['', 'Judge'])
  expect(names).not.toContain('Built-in extractor')

  const anonymousReply = await set({ challenge_llm: 'Nobody' })
  expect([anonymousReply.status, anonymousReply.body.errors[0].detail]).toEqual([
    400,
    'The language model “Nobody” does not exist.',
  ])
  const builtIn = await set({ challenge_llm: 'Built-in extractor' })
  expect(builtIn.body.errors[0].detail).toBe(
    '“Built-in extractor” cannot be used to challenge answers.',
  )
  for (const challenge_llm of ['Judge', judgeId]) {
    expect((await set({ challenge_llm })).body.metadata.challenge_llm_adapter_id).toBe(judgeId)
  }
  expect((await set({ challenge_llm: '' })).body.metadata.challenge_llm_adapter_id).toBe('')
})

test('a deployment honours single pass, summary and challenge as its step sets them', async () => {
  const { read } = await deployed('honoured')
  const usual = await read({})
  expect([usual.output, usual.asked]).toEqual([{ a: 'alone', b: 'alone' }, 2])

  const pass = await read({ single_pass_extraction_mode: true })
  expect([pass.output, pass.asked]).toEqual([{ a: 'of the pass', b: 'of the pass' }, 1])

  const summary = await read({ summarize_as_source: true })
  expect(summary.asked).toBe(3)
  expect(summary.metadata.context).toEqual({ a: ['In short.'], b: ['In short.'] })
  expect(summary.metadata.summarize_llm).toHaveLength(1)

  const challengedReply = await read({ enable_challenge: true, challenge_llm: 'Judge' })
  expect([challengedReply.asked, challengedReply.judged]).toEqual([2, 2])
  expect(Object.keys(challengedReply.metadata.challenge_data)).toEqual(['a', 'b'])
  expect(challengedReply.metadata.challenge_llm).toHaveLength(1)
  expect(challengedReply.metadata.challenge_data.a.runs.at(-1)).toMatchObject({
    type: 'result',
    score: 4,
  })
})
