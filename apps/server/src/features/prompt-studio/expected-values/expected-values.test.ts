import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestFile } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio
let cannedReply: string
let invoice: TestFile

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  cannedReply = await ada.cannedLlm(model)
  const [sample] = await sampleInvoices()
  invoice = { name: sample!.name, content: sample!.file }
})
afterAll(async () => {
  await server.close()
  await model.close()
})

const unknownId = '00000000-0000-4000-8000-000000000000'
const getPath = (projectId: string) => `prompt-studio/${projectId}/truths/`
const scoresOf = async (projectId: string) =>
  (await ada.person.get(`prompt-studio/${projectId}/scores/`)).body

async function totalProject() {
  const { tool_id, profile_id, document_id } = await ada.runnable(invoice, {
    profile: { profile_name: 'Canned', llm: cannedReply },
  })
  const { prompt_id } = await ada.prompt(tool_id, {
    prompt_key: 'total',
    prompt: 'Total?',
    enforce_type: 'number',
  })
  const answer = async (reply: string) => {
    model.script({ reply })
    const { body } = await ada.person.post(`prompt-studio/fetch_response/${tool_id}`, {
      id: prompt_id,
      document_id,
      profile_manager: profile_id,
    })
    return body[0].output as string
  }
  return { tool_id, profile_id, document_id, prompt_id, answer }
}

test('requires a prompt and a document of the project, and limits the length of an expected value', async () => {
  const { tool_id, prompt_id, document_id } = await totalProject()
  const otherProject = await totalProject()
  const put = (body: object, id = tool_id) =>
    ada.person.put(getPath(id), { prompt_id, document_id, truth: '1', ...body })
  const faults = [
    [await put({ prompt_id: otherProject.prompt_id }), 'prompt_id'],
    [await put({ document_id: otherProject.document_id }), 'document_id'],
    [await put({ document_id: unknownId }), 'document_id'],
    [await put({ truth: 'x'.repeat(200_001) }), 'truth'],
    [await put({ truth: 5 }), 'truth'],
  ] as const
  for (const [{ status, body }, attr] of faults) {
    expect([status, body.errors[0].attr]).toEqual([400, attr])
  }
  const note = await ada.prompt(tool_id, { prompt_key: 'note', prompt_type: 'NOTES' })
  expect((await put({ prompt_id: note.prompt_id })).status).toBe(400)
  expect((await put({}, unknownId)).status).toBe(404)
  expect((await ada.person.get(getPath(tool_id))).body).toEqual([])
  expect((await scoresOf(tool_id)).truths).toBe(0)
})

test('saves, replaces and deletes an expected value, which holds for the same content under another name', async () => {
  const { tool_id, prompt_id, document_id } = await totalProject()
  const key = { prompt_id, document_id }
  const reply = await ada.person.put(getPath(tool_id), { ...key, truth: '41.50' })
  expect([reply.status, reply.body]).toEqual([
    200,
    {
      ...key,
      value: '41.50',
      source: 'studio',
      created_by: 'ada',
      evidence: null,
      machine_value: null,
      contradicted_by: null,
      modified_at: expect.any(String),
    },
  ])
  await ada.person.put(getPath(tool_id), { ...key, truth: null })
  const sameDocument = await ada.document(tool_id, { ...invoice, name: 'again.pdf' })
  const { body } = await ada.person.get(getPath(tool_id))
  expect(body.map((one: typeof reply.body) => [one.document_id, one.value]).toSorted()).toEqual(
    [
      [document_id, null],
      [sameDocument, null],
    ].toSorted(),
  )

  expect((await ada.person.delete(getPath(tool_id), key)).status).toBe(204)
  expect((await ada.person.delete(getPath(tool_id), key)).status).toBe(204)
  expect((await ada.person.get(getPath(tool_id))).body).toEqual([])
})

test('restores expected values with their prompt', async () => {
  const { tool_id, prompt_id, document_id } = await totalProject()
  await ada.person.put(getPath(tool_id), { prompt_id, document_id, truth: '41.50' })
  await ada.person.delete(`prompt-studio/prompt/${prompt_id}/`)
  expect((await ada.person.get(getPath(tool_id))).body).toEqual([])

  const back = await ada.person.post(`prompt-studio/${tool_id}/restore/`, { id: prompt_id })
  expect(back.status).toBeLessThan(300)
  expect((await ada.person.get(getPath(tool_id))).body).toEqual([
    expect.objectContaining({ prompt_id, document_id, value: '41.50' }),
  ])
})

test('scores outputs by prompt and profile regardless of notation, with cost and duration', async () => {
  const { tool_id, prompt_id, profile_id, document_id, answer } = await totalProject()
  const output = await answer('1,234.50')
  expect(output).toBe('1234.5')
  const key = { prompt_id, document_id }
  await ada.person.put(getPath(tool_id), { ...key, truth: '1.234,50 €' })

  const right = { profile_id, checked: 1, right: 1 }
  const first = await scoresOf(tool_id)
  expect(first).toMatchObject({
    truths: 1,
    prompts: [{ prompt_id, ...right }],
    outputs: [{ ...key, profile_id, is_right: true }],
  })
  const profiles = new Map(
    first.profiles.map((one: { profile_id: string }) => [one.profile_id, one]),
  )
  expect(profiles.get(profile_id)).toEqual({
    ...right,
    cost_in_dollars: null,
    seconds: expect.any(Number),
  })
  expect(profiles.size).toBe(2)

  await ada.person.put(getPath(tool_id), { ...key, truth: '1,234.60' })
  expect((await scoresOf(tool_id)).prompts).toEqual([
    { prompt_id, profile_id, checked: 1, right: 0 },
  ])
})
