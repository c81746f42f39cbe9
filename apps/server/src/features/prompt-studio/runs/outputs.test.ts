import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestFile } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio
let canned: string
let invoice: TestFile
let truth: string

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  canned = await ada.cannedLlm(model)
  const [sample] = await sampleInvoices()
  invoice = { name: sample!.name, content: sample!.file }
  truth = sample!.truth.invoice_number
})
afterAll(async () => {
  await server.close()
  await model.close()
})

const unknown = '00000000-0000-4000-8000-000000000000'
const cannedProject = () => ada.runnable(invoice, { profile: { llm: canned } })
const run = (projectId: string, body: Readonly<Record<string, unknown>>) =>
  ada.person.post(`prompt-studio/fetch_response/${projectId}`, body)
const outputs = async (query: string, person = ada.person) =>
  (await person.get(`prompt-studio/prompt-output/?${query}`)).body

test('[PS-273] outputs are found by any of their ids, and an id that is none finds nothing', async () => {
  const { tool_id, profile_id, document_id } = await cannedProject()
  const { prompt_id } = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'A?' })
  await run(tool_id, { id: prompt_id, document_id })

  for (const query of [
    `tool_id=${tool_id}&profile_manager=undefined`,
    `tool_id=${unknown}`,
    `tool_id=${tool_id}&prompt_id=${unknown}`,
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

test('[PS-274] [PS-275] the combined output has one text for each prompt, by its own profile', async () => {
  const { tool_id, document_id } = await cannedProject()
  const own = await ada.profile(tool_id, { llm: canned })
  const a = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'A?' })
  const b = await ada.prompt(tool_id, {
    prompt_key: 'b',
    prompt: 'B?',
    profile_manager: own.profile_id,
  })
  await ada.prompt(tool_id, { prompt_key: 'c', prompt: 'C?' })
  await ada.prompt(tool_id, { prompt_key: 'note', prompt_type: 'NOTES' })
  const combined = (query: string) =>
    ada.person.get(`prompt-studio/prompt-output/prompt-default-profile/${query}`)

  expect((await combined('')).body.errors).toEqual([expect.objectContaining({ attr: 'tool_id' })])
  model.script({ reply: 'of a' }, { reply: 'of b, elsewhere' }, { reply: 'of b' })
  await run(tool_id, { id: a.prompt_id, document_id })
  await run(tool_id, { id: b.prompt_id, document_id })
  expect((await combined(`?tool_id=${tool_id}&document_manager=${document_id}`)).body).toEqual({
    a: 'of a',
    b: '',
    c: '',
  })

  await run(tool_id, { id: b.prompt_id, document_id, profile_manager: own.profile_id })
  const { body } = await combined(`?tool_id=${tool_id}&document_manager=${document_id}`)
  expect(body).toEqual({ a: 'of a', b: 'of b', c: '' })
})

test('another profile that reads the same makes a value surer, one that does not less sure, and what nothing supports stays null', async () => {
  const { tool_id, document_id } = await cannedProject()
  const second = await ada.profile(tool_id, { llm: await ada.cannedLlm(model) })
  const third = await ada.profile(tool_id, { llm: await ada.cannedLlm(model) })
  const { prompt_id: id } = await ada.prompt(tool_id, {
    prompt_key: 'first',
    prompt: 'What stands first?',
  })
  const ask = async (reply: string, profile?: { readonly profile_id: string }) => {
    model.script({ reply })
    const body = { id, document_id, ...(profile && { profile_manager: profile.profile_id }) }
    return (await run(tool_id, body)).body[0]
  }
  const first = async () => (await outputs(`tool_id=${tool_id}&prompt_id=${id}`))[0].confidence
  const { confidence: alone } = await ask(truth)

  const said = await ask(truth, second)
  const agreed = await first()
  await ask('NA', third)
  const split = await first()
  await ask('another', second)
  const refuted = await first()

  expect([said.output, said.confidence]).toEqual([truth, agreed])
  expect(agreed).toBeGreaterThan(alone)
  expect(split).toBe(alone)
  expect(refuted).toBeLessThan(alone)
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
  expect((await ask(truth)).confidence).toBe(alone)
})

test('the combined output tells what was not found from what was never asked, for who can read it', async () => {
  const { tool_id, document_id } = await cannedProject()
  const a = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'A?' })
  await ada.prompt(tool_id, { prompt_key: 'b', prompt: 'B?' })
  model.script({ reply: 'NA' })
  await run(tool_id, { id: a.prompt_id, document_id })
  const path = `prompt-studio/prompt-output/prompt-default-profile/?tool_id=${tool_id}`
  const combined = async (more = '') =>
    (await ada.person.get(`${path}&document_manager=${document_id}${more}`)).body

  expect(await combined()).toEqual({ a: '', b: '' })
  expect(await combined('&nulls=true')).toEqual({ a: null, b: '' })
})
