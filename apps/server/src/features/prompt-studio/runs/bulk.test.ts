import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openLine } from '../../../testing/open-line.ts'
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

type Body = Readonly<Record<string, unknown>>

const unknownId = '00000000-0000-4000-8000-000000000000'
const cannedProject = (profile: Body = {}) =>
  ada.runnable(invoice, { profile: { llm: cannedReply, ...profile } })
const bulk = (projectId: string, body: Body, person = ada.person) =>
  person.post(`prompt-studio/bulk_fetch_response/${projectId}`, body)
const outputs = async (query: string) =>
  (await ada.person.get(`prompt-studio/prompt-output/?${query}`)).body
const promptOf = (projectId: string) => async (fields: Body) =>
  (await ada.prompt(projectId, fields)).prompt_id as string

test('rejects a bulk run completely if something is missing or not accessible', async () => {
  const { tool_id, document_id } = await cannedProject()
  const id = await promptOf(tool_id)({ prompt_key: 'a', prompt: 'A?' })
  const statusOf = async (body: Body, person = ada.person) =>
    (await bulk(tool_id, body, person)).status

  expect(await statusOf({ prompt_ids: [], document_id })).toBe(400)
  expect(await statusOf({ document_id })).toBe(400)
  expect(await statusOf({ prompt_ids: [id, unknownId], document_id })).toBe(404)
  expect(await statusOf({ prompt_ids: [id], document_id: unknownId })).toBe(404)
  expect(await statusOf({ prompt_ids: [id], document_id, profile_manager: unknownId })).toBe(404)
  const mallory = server.as('admin', { organization: 'rival', name: 'mallory' })
  expect(await statusOf({ prompt_ids: [id], document_id }, mallory)).toBe(404)
  expect(await outputs(`tool_id=${tool_id}`)).toEqual([])
})

const newer = { headers: { 'x-request-id': 'of-a-newer-client' } }

/** A newer client that waits for the end of its runs. */
async function listen() {
  const line = openLine(server.origin, { cookies: await ada.person.cookies() })
  onTestFinished(() => void line.socket.disconnect())
  await line.opened
  return line
}

test('tells a newer client also of a run of nothing but notes that it has ended', async () => {
  const { tool_id, document_id, profile_id } = await cannedProject()
  const note = await promptOf(tool_id)({ prompt_key: 'n', prompt: 'Hm', prompt_type: 'NOTES' })
  const line = await listen()
  const body = { prompt_ids: [note], document_id }
  const acceptedRun = await ada.person.post(
    `prompt-studio/bulk_fetch_response/${tool_id}`,
    body,
    newer,
  )
  const { task_id } = acceptedRun.body
  const state = await ada.person.get(`prompt-studio/${tool_id}/task-status/${task_id}`)

  expect(acceptedRun).toMatchObject({ status: 202, body: { status: 'accepted' } })
  expect(state.body).toMatchObject({ status: 'completed' })
  await expect
    .poll(() => line.told('prompt_studio_result'))
    .toEqual([
      expect.objectContaining({
        task_id,
        status: 'completed',
        result: [],
        prompt_ids: [note],
        document_id,
        profile_manager_id: profile_id,
      }),
    ])
  expect((await bulk(tool_id, body)).body).toEqual([])
})

test('repeats to a newer client every prompt that it asked for, also those that were skipped', async () => {
  const { tool_id, document_id } = await cannedProject()
  const prompt = promptOf(tool_id)
  const prompt_ids = [
    await prompt({ prompt_key: 'n', prompt: 'Hm', prompt_type: 'NOTES' }),
    await prompt({ prompt_key: 'a', prompt: 'A?' }),
    await prompt({ prompt_key: 'empty', prompt: ' ' }),
  ]
  const line = await listen()
  model.script({ reply: 'of a' })
  await ada.person.post(
    `prompt-studio/bulk_fetch_response/${tool_id}`,
    { prompt_ids, document_id },
    newer,
  )

  await expect
    .poll(() => line.told('prompt_studio_result'))
    .toEqual([expect.objectContaining({ status: 'completed', prompt_ids, document_id })])
})

test('stores the other outputs if one prompt fails, and skips notes', async () => {
  const { tool_id, document_id, profile_id } = await cannedProject()
  const prompt = promptOf(tool_id)
  const a = await prompt({ prompt_key: 'a', prompt: 'A?' })
  const empty = await prompt({ prompt_key: 'empty', prompt: ' ' })
  const brokenPrompt = await prompt({ prompt_key: 'broken', prompt: 'Of {{nothing}}?' })
  const note = await prompt({ prompt_key: 'note', prompt: 'Hm', prompt_type: 'NOTES' })
  const b = await prompt({ prompt_key: 'b', prompt: 'B, given {{a}}?' })
  const requestsBefore = model.requests.length
  model.script({ reply: 'of a' }, { reply: 'of b' })

  const { status, body } = await bulk(tool_id, {
    prompt_ids: [a, empty, brokenPrompt, note, b, a],
    document_id,
    profile_manager: profile_id,
  })

  expect(status).toBe(202)
  expect(body).toHaveLength(4)
  const lineOf = (id: string) => body.find((line: Body) => line.prompt_id === id)
  expect(lineOf(a)).toMatchObject({ output: 'of a', context: [], profile_manager: profile_id })
  expect(lineOf(b)).toMatchObject({ output: 'of b', context: [] })
  expect(lineOf(empty)).toEqual({
    prompt_id: empty,
    status: 'failed',
    error: 'The prompt “empty” is empty.',
  })
  expect(lineOf(brokenPrompt)).toMatchObject({ status: 'failed' })
  expect(lineOf(a).run_id).not.toBe(lineOf(b).run_id)
  expect(JSON.stringify(model.requests.slice(requestsBefore).at(-1))).toContain('B, given of a?')
  const storedReply = await outputs(`tool_id=${tool_id}&document_manager=${document_id}`)
  expect(storedReply.map((row: Body) => row.prompt_id)).toEqual([a, b])
})

test('answers many prompts at once without a model, and keeps the others if one fails', async () => {
  const { LLM } = await ada.adapters()
  const { tool_id, document_id } = await cannedProject({ llm: LLM })
  const prompt = promptOf(tool_id)
  const fine = [
    await prompt({ prompt_key: 'number', prompt: 'What is the invoice number?' }),
    await prompt({ prompt_key: 'date', prompt: 'What is the invoice date?' }),
  ]
  const missingReply = await prompt({ prompt_key: 'of', prompt: 'What of {{nothing}}?' })

  const { body } = await bulk(tool_id, { prompt_ids: [...fine, missingReply], document_id })
  expect(body).toHaveLength(3)
  for (const id of fine) {
    const line = body.find(({ prompt_id }: Body) => prompt_id === id)
    expect(line.output).toEqual(expect.any(String))
  }
  expect(body.find(({ prompt_id }: Body) => prompt_id === missingReply)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('“nothing”'),
  })
})

test('names only the prompt with an unknown reference among all prompts of a project', async () => {
  const { LLM } = await ada.adapters()
  const { tool_id, document_id } = await cannedProject({ llm: LLM })
  const prompt = promptOf(tool_id)
  await prompt({ prompt_key: 'number', prompt: 'What is the invoice number?' })
  await prompt({ prompt_key: 'lost', prompt: 'What of {{nothing}}?' })
  await prompt({ prompt_key: 'date', prompt: 'What is the invoice date?' })

  const path = `prompt-studio/single-pass-extraction/${tool_id}`
  const { status, body } = await ada.person.post(path, { document_id })

  expect(status).toBe(202)
  expect(body.filter(({ output }: Body) => output)).toHaveLength(2)
  expect(body.filter(({ output }: Body) => !output)).toEqual([
    {
      prompt_id: expect.any(String),
      status: 'failed',
      error: expect.stringContaining('The prompt refers to “nothing”'),
    },
  ])
})

test('gives all outputs of a run its id if the request has one', async () => {
  const { tool_id, document_id } = await cannedProject()
  const prompt = promptOf(tool_id)
  const ids = [
    await prompt({ prompt_key: 'a', prompt: 'A?' }),
    await prompt({ prompt_key: 'b', prompt: 'B?' }),
  ]
  const { body } = await bulk(tool_id, { prompt_ids: ids, document_id, run_id: 'run-7' })
  expect(body.map((row: Body) => row.run_id)).toEqual(['run-7', 'run-7'])
})

test('stores the text of a document once and returns it in every row until the document is deleted', async () => {
  const { tool_id, document_id } = await cannedProject()
  const prompt = promptOf(tool_id)
  const ids = [
    await prompt({ prompt_key: 'a', prompt: 'A?' }),
    await prompt({ prompt_key: 'b', prompt: 'B?' }),
  ]
  await bulk(tool_id, { prompt_ids: ids, document_id })
  const singleReply = await ada.person.post(`prompt-studio/fetch_response/${tool_id}`, {
    id: ids[0],
    document_id,
  })
  const countStored = async () => {
    const { rows } = await sql<{ text: string }>`
      select text from document_context where document_id = ${document_id}
    `.execute(server.ctx.db)
    return rows
  }
  const [firstRow, ...laterRows] = await countStored()
  expect(laterRows).toEqual([])
  expect(firstRow?.text.length).toBeGreaterThan(100)
  expect(singleReply.body[0].context).toEqual([firstRow?.text])
  const narrow = `tool_id=${tool_id}&document_manager=${document_id}`
  const contexts = async (query: string) =>
    (await outputs(query)).map(({ context }: Body) => context)
  expect(await contexts(narrow)).toEqual([[firstRow?.text], [firstRow?.text]])
  expect(await contexts(`prompt_id=${ids[1]}`)).toEqual([[firstRow?.text]])
  expect(await contexts(`${narrow}&include_context=false`)).toEqual([[], []])
  expect(await contexts(`tool_id=${tool_id}`)).toEqual([[], []])

  await ada.person.delete(`prompt-studio/file/${tool_id}`, { document_id })
  expect(await countStored()).toEqual([])
})

test('still reads a context that an earlier version stored in its row', async () => {
  const { tool_id, document_id } = await cannedProject()
  const id = await promptOf(tool_id)({ prompt_key: 'a', prompt: 'A?' })
  await bulk(tool_id, { prompt_ids: [id], document_id })
  await sql`
    update prompt_output set context = '["as it was"]', context_digest = null
    where prompt_id = ${id}
  `.execute(server.ctx.db)

  const [row] = await outputs(`tool_id=${tool_id}&prompt_id=${id}`)
  expect(row.context).toEqual(['as it was'])
})
