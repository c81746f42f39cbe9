import { drawPdf, write } from '@recto/document-reader/testing/draw-pdf'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Bill,
  compiledProject,
  layoutsAt,
  nextBill,
} from '../../../testing/compiled-project.ts'
import type { TestFile } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'
import { suspendLayoutRules } from '../../answering/answering.port.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
})
afterAll(async () => {
  await server.close()
  await model.close()
})

type Fields = Readonly<Record<string, unknown>>
/** Draws the bill with a hidden word, white on white, between the number and its label. */
async function pageOf({ number, customer, total }: Bill) {
  const content = await drawPdf((d) => {
    write(d, 'Harbour Mill Ltd', 50, 60)
    write(d, '12 Quayside, Whitby', 50, 80)
    write(d, 'Bill to', 50, 120)
    write(d, 'Invoice no.', 300, 120)
    write(d, number, 420, 120)
    write(d, customer, 50, 140)
    write(d, 'Description', 50, 180)
    write(d, 'Quantity', 300, 180)
    write(d, 'Total amount', 300, 260)
    write(d, total, 420, 260)
    write(d, 'VAT GB 331 9920 17', 50, 320)
    write(d, 'mill@harbour.example', 300, 320)
    d.fillColor('white')
    write(d, 'Reference', 362, 120)
  })
  return { name: `${number}.pdf`, content, type: 'application/pdf' }
}

const layoutsOf = async (projectId: string) => (await ada.person.get(layoutsAt(projectId))).body
const compileProject = async (...drawings: readonly ((bill: Bill) => Promise<TestFile>)[]) =>
  compiledProject(ada, await ada.cannedLlm(model), ...drawings)

type CreatedLayout = Awaited<ReturnType<typeof compileProject>>

const run = async ({ tool_id, document_id, profile_id, prompt_ids }: CreatedLayout) => {
  const requestsBefore = model.requests.length
  const { body } = await ada.person.post(`prompt-studio/bulk_fetch_response/${tool_id}`, {
    document_id,
    profile_id,
    prompt_ids,
  })
  return { rows: body as readonly Fields[], calls: model.requests.length - requestsBefore }
}

test('rejects invalid settings, and returns 404 for a project of another organization', async () => {
  const { tool_id } = await ada.project()
  expect(await layoutsOf(tool_id)).toEqual({
    is_on: true,
    least_documents: 5,
    approved_documents: 0,
    layouts: [],
  })
  for (const [body, attr] of [
    [{ is_on: 'often', least_documents: 5 }, 'is_on'],
    [{ is_on: true, least_documents: 1 }, 'least_documents'],
    [{ is_on: true, least_documents: 13 }, 'least_documents'],
  ] as const) {
    const refusal = await ada.person.put(layoutsAt(tool_id), body)
    expect([refusal.status, refusal.body.errors[0].attr]).toEqual([400, attr])
  }
  const unknownId = '00000000-0000-4000-8000-000000000000'
  expect((await ada.person.get(layoutsAt(unknownId))).status).toBe(404)
})

test('answers the sixth document without a model after five approved ones, until a person corrects it', async () => {
  const compiledProject = await compileProject()
  const { tool_id, documents } = compiledProject
  const { layouts } = await layoutsOf(tool_id)
  expect(layouts).toHaveLength(1)
  expect(layouts[0]).toMatchObject({ documents: 5, recognised: 0, answered: 0 })
  expect(layouts[0].fields).toEqual([
    expect.objectContaining({
      key: 'number',
      rule: expect.stringMatching(
        /^the text to the right of “Invoice no.” on the same line, like HM-9999/,
      ),
      is_suspended: false,
    }),
    expect.objectContaining({ key: 'total', documents: 5 }),
  ])

  const { rows, calls } = await run(compiledProject)

  expect(calls).toBe(1)
  const row = rows.find(({ output }) => output === nextBill.number)
  expect(row?.evidence_data).toEqual([
    expect.objectContaining({
      page: 0,
      quote: nextBill.number,
      source: 'layout rule: to the right of “Invoice no.”',
    }),
  ])
  expect(rows.map(({ output }) => Number(output))).toContain(14.4)
  expect((await layoutsOf(tool_id)).layouts[0]).toMatchObject({
    recognised: 1,
    answered: 2,
    missed: 0,
  })

  // A review suspends the rules of a corrected field in the same way until they are proven again.
  const { organization: organizationId } = await ada.project()
  await suspendLayoutRules({ db: server.ctx.db, organizationId }, tool_id, ['number'])
  expect((await layoutsOf(tool_id)).layouts[0].fields).toEqual([
    expect.objectContaining({ key: 'number', is_suspended: true }),
    expect.objectContaining({ key: 'total', is_suspended: false }),
  ])
  expect((await run(compiledProject)).calls).toBe(calls + 1)

  await ada.person.put(layoutsAt(tool_id), { is_on: false, least_documents: 5 })
  expect((await run(compiledProject)).calls).toBeGreaterThanOrEqual(3)
  await ada.person.put(layoutsAt(tool_id), { is_on: true, least_documents: 5 })

  // A user corrects the expected value.
  await compiledProject.truth(compiledProject.number, documents[0]!, 'something else')
  await expect.poll(async () => (await layoutsOf(tool_id)).layouts[0]?.fields.length).toBe(1)

  // Four documents are not enough.
  await ada.person.delete(`prompt-studio/file/${tool_id}/`, { document_id: documents[4] })
  await expect.poll(async () => (await layoutsOf(tool_id)).layouts).toEqual([])
  expect((await layoutsOf(tool_id)).approved_documents).toBe(4)
})

test('does not build rules on hidden text, because runs do not read it', async () => {
  const compiledProject = await compileProject(pageOf)
  const [layout] = (await layoutsOf(compiledProject.tool_id)).layouts

  expect(layout.fields.map(({ rule }: Fields) => rule).join()).not.toContain('Reference')
  expect(layout.fields[0].rule).toContain('right of “Invoice no.”')
  expect((await run(compiledProject)).calls).toBe(1)
})
