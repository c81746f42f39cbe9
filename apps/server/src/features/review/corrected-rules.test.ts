import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Bill,
  compiledProject,
  fileOfBill,
  layoutsAt,
  nextBill,
} from '../../testing/compiled-project.ts'
import { makeDeployment, makeWorkflow } from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { studioOf } from '../../testing/studio.ts'

let server: TestServer
let model: CannedModelServer

beforeAll(async () => {
  model = await startCannedModelServer({ reply: 'Very polite' })
  server = await startServer()
})
afterAll(async () => {
  await server?.close()
  await model?.close()
})

const openWorker = () => startServer({ worker: true, beside: server })

test('a rule whose value a review corrects is suspended at once: the next document is asked of the model, and the panel says so', async () => {
  const worker = await openWorker()
  const ada = studioOf(server.as('admin'))
  const sue = server.as('supervisor')
  const { tool_id } = await compiledProject(ada, await ada.cannedLlm(model))
  await ada.person.post(`prompt-studio/export/${tool_id}`, {
    is_shared_with_org: true,
    force_export: true,
  })
  const registry = await ada.person.get(`prompt-studio/registry/?custom_tool=${tool_id}`)
  const flow = await makeWorkflow(ada.person, 'Bills', registry.body[0].prompt_registry_id)
  const { path, key } = await makeDeployment(ada.person, 'bills', flow)
  await sue.post('manual_review/db_rules/', { workflow: flow, percentage: 100 })

  /** Returns the result of a bill and the number of model calls. */
  async function send(bill: Bill) {
    const initialRequestCount = model.requests.length
    const { body } = await server.anonymous.upload(
      path,
      { files: [{ ...fileOfBill(bill), field: 'files' }], fields: { timeout: '60' } },
      { headers: { authorization: `Bearer ${key}` } },
    )
    const prompts = model.requests.slice(initialRequestCount).map(({ call }) => call?.prompt ?? '')
    return { body, asked: prompts.join('\n'), calls: prompts.length }
  }
  const next = async (type: string) =>
    (await sue.get(`manual_review/next_api/?class_name=${flow}&type=${type}`)).body.data
  const finish = async (type: string, updated_data: object) => {
    const path = 'manual_review/finish_review_api/'
    const { status } = await sue.post(path, { class_name: flow, type, updated_data })
    expect(status).toBe(200)
  }
  const layout = async () => (await ada.person.get(layoutsAt(tool_id))).body.layouts[0]

  const { calls } = await send(nextBill)
  expect(calls).toBe(1)
  const { result } = await next('simple_review')
  expect(result.output.number).toBe(nextBill.number)
  expect(result.metadata.evidence_data.number[0].source).toBe(
    'layout rule: to the right of “Invoice no.”',
  )
  const correctedValues = { ...result.output, number: 'B-77' }
  await finish('simple_review', correctedValues)
  await next('simple_approve')
  // Nobody is there to prove the rules anew.
  await worker.close()
  await finish('simple_approve', correctedValues)

  expect(await layout()).toMatchObject({
    name: 'Harbour Mill Ltd',
    fields: [
      { key: 'number', is_suspended: true },
      { key: 'total', is_suspended: false },
    ],
    without_rule: ['mood'],
  })

  const secondWorker = await openWorker()
  const resultAfter = await send({ ...nextBill, number: 'HM-1219' })
  expect(resultAfter.calls).toBe(2)
  expect(resultAfter.asked).toContain('What is the invoice number?')
  expect(resultAfter.asked).not.toContain('How much is to be paid?')
  // Its place says something else than was approved, on one of six.
  await expect.poll(async () => (await layout()).without_rule).toEqual(['number', 'mood'])
  expect((await layout()).fields).toMatchObject([{ key: 'total', documents: 6 }])
  await secondWorker.close()
})

test('a row that a review adds has no evidence, and the layouts are compiled from the others', async () => {
  const worker = await openWorker()
  const ada = studioOf(server.as('admin'))
  const { tool_id, documents } = await compiledProject(ada, await ada.cannedLlm(model))
  const { prompt_id } = await ada.prompt(tool_id, {
    prompt_key: 'lines',
    prompt: 'What are the lines?',
    enforce_type: 'json',
  })
  const [document] = documents
  await ada.person.put(`prompt-studio/${tool_id}/truths/`, {
    prompt_id,
    document_id: document,
    truth: '[{"item":"Bolts"},{"item":"Nuts"}]',
  })
  const place = { page: 0, boxes: [[1, 2, 3, 4]], quote: 'Bolts', match: 'exact' }
  await server.ctx.db
    .updateTable('truth')
    .set({ evidence: JSON.stringify([{ item: [place] }, null]) })
    .where('prompt_id', '=', String(prompt_id))
    .execute()
  const readLayouts = async () => (await ada.person.get(layoutsAt(tool_id))).body
  const compile = (least_documents: number) =>
    ada.person.put(layoutsAt(tool_id), { is_on: true, least_documents })

  const { layouts: oldLayouts } = await readLayouts()
  await compile(4)
  await expect
    .poll(async () => (await readLayouts()).layouts[0]?.compiled_at)
    .not.toBe(oldLayouts[0].compiled_at)
  expect((await readLayouts()).failure).toBeUndefined()

  // The owner sees that a compilation has failed, until one succeeds.
  const examples = server.ctx.db.updateTable('layout_example').where('project_id', '=', tool_id)
  const { text } = await server.ctx.db
    .selectFrom('layout_example')
    .select('text')
    .where('project_id', '=', tool_id)
    .executeTakeFirstOrThrow()
  await examples.set({ text: 'unreadable' }).execute()
  await compile(5)
  await expect
    .poll(async () => (await readLayouts()).failure)
    .toMatchObject({ message: expect.stringMatching(/^.+is not valid JSON$/) })
  // The logs panel of the owner says so, and those of others do not.
  const listLogs = async (person: Person) =>
    (await person.get('logs/')).body.data.filter(({ message }: { readonly message?: string }) =>
      message?.startsWith('The layouts of “'),
    )
  await expect
    .poll(() => listLogs(ada.person))
    .toContainEqual(expect.objectContaining({ level: 'ERROR', component: { tool_id } }))
  expect(await listLogs(server.as('supervisor'))).toEqual([])
  await examples.set({ text }).execute()
  await compile(4)
  await expect.poll(async () => (await readLayouts()).failure).toBeUndefined()
  await worker.close()
})
