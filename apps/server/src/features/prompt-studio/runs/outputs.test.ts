import { omitUndefined } from '@recto/omit-undefined'
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
let truth: string

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  cannedReply = await ada.cannedLlm(model)
  const [sample] = await sampleInvoices()
  invoice = { name: sample!.name, content: sample!.file }
  truth = sample!.expected.invoice_number
})
afterAll(async () => {
  await server.close()
  await model.close()
})

const unknownId = '00000000-0000-4000-8000-000000000000'
const cannedProject = () => ada.runnable(invoice, { profile: { llm: cannedReply } })
const run = (projectId: string, body: Readonly<Record<string, unknown>>) =>
  ada.person.post(`prompt-studio/fetch_response/${projectId}`, body)
const outputs = async (query: string, person = ada.person) =>
  (await person.get(`prompt-studio/prompt-output/?${query}`)).body

test('[PS-273] filters outputs by any of their ids, and finds nothing for an invalid id', async () => {
  const { tool_id, profile_id, document_id } = await cannedProject()
  const { prompt_id } = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'A?' })
  await run(tool_id, { id: prompt_id, document_id })

  for (const query of [
    `tool_id=${tool_id}&profile_manager=undefined`,
    `tool_id=${unknownId}`,
    `tool_id=${tool_id}&prompt_id=${unknownId}`,
    'prompt_id=null',
  ]) {
    expect(await outputs(query)).toEqual([])
  }
  for (const query of [
    `tool_id=${tool_id}`,
    `prompt_id=${prompt_id}`,
    `tool_id=${tool_id}&document_manager=${document_id}&profile_manager=${profile_id}`,
    `tool_id=${tool_id}&prompt_id=${prompt_id}&is_single_pass_extract=false`,
  ]) {
    expect(await outputs(query)).toHaveLength(1)
  }
  const mallory = server.as('admin', { organization: 'rival', name: 'mallory' })
  expect(await outputs(`tool_id=${tool_id}`, mallory)).toEqual([])
  expect(await outputs(`prompt_id=${prompt_id}`, mallory)).toEqual([])
})

test('[PS-274] [PS-275] combines one text per prompt, from its own profile', async () => {
  const { tool_id, document_id } = await cannedProject()
  const own = await ada.profile(tool_id, { llm: cannedReply })
  const a = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'A?' })
  const b = await ada.prompt(tool_id, {
    prompt_key: 'b',
    prompt: 'B?',
    profile_manager: own.profile_id,
  })
  await ada.prompt(tool_id, { prompt_key: 'c', prompt: 'C?' })
  await ada.prompt(tool_id, { prompt_key: 'note', prompt_type: 'NOTES' })
  const getCombined = (query: string) =>
    ada.person.get(`prompt-studio/prompt-output/prompt-default-profile/${query}`)

  expect((await getCombined('')).body.errors).toEqual([
    expect.objectContaining({ attr: 'tool_id' }),
  ])
  model.script({ reply: 'of a' }, { reply: 'of b, elsewhere' }, { reply: 'of b' })
  await run(tool_id, { id: a.prompt_id, document_id })
  await run(tool_id, { id: b.prompt_id, document_id })
  expect((await getCombined(`?tool_id=${tool_id}&document_manager=${document_id}`)).body).toEqual({
    a: 'of a',
    b: '',
    c: '',
  })

  await run(tool_id, { id: b.prompt_id, document_id, profile_manager: own.profile_id })
  const { body } = await getCombined(`?tool_id=${tool_id}&document_manager=${document_id}`)
  expect(body).toEqual({ a: 'of a', b: 'of b', c: '' })
})

test('raises the confidence if another profile agrees, lowers it if not, and keeps null without support', async () => {
  const { tool_id, document_id } = await cannedProject()
  const second = await ada.profile(tool_id, { llm: await ada.cannedLlm(model) })
  const third = await ada.profile(tool_id, { llm: await ada.cannedLlm(model) })
  const { prompt_id: id } = await ada.prompt(tool_id, {
    prompt_key: 'first',
    prompt: 'What stands first?',
  })
  const ask = async (reply: string, profile?: { readonly profile_id: string }) => {
    model.script({ reply })
    const body = { id, document_id, ...omitUndefined({ profile_manager: profile?.profile_id }) }
    return (await run(tool_id, body)).body[0]
  }
  const first = async () => (await outputs(`tool_id=${tool_id}&prompt_id=${id}`))[0].confidence
  const { confidence: ownConfidence } = await ask(truth)

  const otherAnswer = await ask(truth, second)
  const agreedConfidence = await first()
  await ask('NA', third)
  const split = await first()
  await ask('another', second)
  const disputedConfidence = await first()

  expect([otherAnswer.output, otherAnswer.confidence]).toEqual([truth, agreedConfidence])
  expect(agreedConfidence).toBeGreaterThan(ownConfidence)
  expect(split).toBe(ownConfidence)
  expect(disputedConfidence).toBeLessThan(ownConfidence)
  const rows = await outputs(`tool_id=${tool_id}&prompt_id=${id}`)
  expect(rows.map(({ output }: { output: string | null }) => output)).toEqual([
    truth,
    'another',
    null,
  ])
  expect(rows.slice(1).map(({ confidence }: { confidence: unknown }) => confidence)).toEqual([
    null,
    null,
  ])

  await ada.person.patch(`prompt-studio/prompt/${id}/`, { prompt: 'What comes first?' })
  expect((await ask(truth)).confidence).toBe(ownConfidence)
})

test('distinguishes values that were not found from prompts that never ran, for clients that support it', async () => {
  const { tool_id, document_id } = await cannedProject()
  const a = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'A?' })
  await ada.prompt(tool_id, { prompt_key: 'b', prompt: 'B?' })
  model.script({ reply: 'NA' })
  await run(tool_id, { id: a.prompt_id, document_id })
  const path = `prompt-studio/prompt-output/prompt-default-profile/?tool_id=${tool_id}`
  const getCombined = async (parameters = '') =>
    (await ada.person.get(`${path}&document_manager=${document_id}${parameters}`)).body

  expect(await getCombined()).toEqual({ a: '', b: '' })
  expect(await getCombined('&nulls=true')).toEqual({ a: null, b: '' })
})

test('[PS-243] a reply without JSON is an empty object that says so, and one that broke off is completed', async () => {
  const { tool_id, document_id } = await cannedProject()
  const cases = [
    ['No such table.', '{}', 'The model did not reply with JSON: “No such table.”'],
    ['{"a": 1, "b": "tw', '{"a":1,"b":null}', expect.stringContaining('broke off')],
  ] as const
  for (const [i, [reply, text, explanation]] of cases.entries()) {
    const fields = { prompt_key: `broken ${i}`, prompt: 'What?', enforce_type: 'json' }
    const { prompt_id } = await ada.prompt(tool_id, fields)
    model.script({ reply: 'Let me see.' }, { reply })
    const { status, body } = await run(tool_id, { id: prompt_id, document_id })
    expect(status).toBe(202)
    expect(body[0]).toMatchObject({ output: text, explanation })
  }
})
