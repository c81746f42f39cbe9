import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDeployment, makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
let rita: Person
let flow: string
let itemPath: string

/** A note that waits for review, and is in Rita's hands. */
beforeAll(async () => {
  server = await startServer({ worker: true })
  const ada = server.as('admin')
  rita = server.as('reviewer')
  const fields = [
    { key: 'invoice_number', prompt: 'What is the invoice number?' },
    { key: 'total', prompt: 'What is the total?', type: 'number' },
  ]
  const content = Buffer.from('Invoice number 30\nTotal 30.50\n')
  const { toolId } = await makeTool(ada, {
    name: 'Notes',
    fields,
    sample: { name: 'a.txt', content },
  })
  flow = await makeWorkflow(ada, 'By call', toolId)
  const { path, key } = await makeDeployment(ada, 'notes', flow)
  const files = [{ name: 'note.txt', content, field: 'files', type: 'text/plain' }]
  await server.anonymous.upload(
    path,
    { files, fields: { timeout: '30', hitl_queue_name: 'urgent' } },
    { headers: { authorization: `Bearer ${key}` } },
  )
  const { body } = await rita.get(`manual_review/next/?class_name=${flow}&type=review`)
  itemPath = `manual_review/items/${body.data.id}`
})
afterAll(() => server?.close())

type Box = readonly [left: number, top: number, right: number, bottom: number]

const whole: Box = [0, 0, 5000, 5000]
const words = (person: Person, [left, top, right, bottom]: Box, page = 0) =>
  person.get(
    `${itemPath}/words/?page=${page}&left=${left}&top=${top}&right=${right}&bottom=${bottom}`,
  )

test('a box drawn over words finds them with their place; over nothing it finds none', async () => {
  const { body } = await words(rita, whole)
  expect(body).toMatchObject({
    text: 'Invoice number 30 Total 30.50',
    number: null,
    evidence: { page: 0, quote: body.text, match: 'exact' },
  })
  const [[, , , end], [left, top, right, bottom]] = body.evidence.boxes
  expect(end).toBeLessThanOrEqual(top)
  const amount = await words(rita, [(left + right) / 2, top, right, bottom])
  expect(amount.body).toMatchObject({ text: '30.50', number: 30.5 })
  expect((await words(rita, [0, 0, 1, 1])).body).toEqual({ text: '', number: null, evidence: null })

  expect((await words(rita, whole, 9)).status).toBe(404)
  const { status, body: refusal } = await rita.get(`${itemPath}/words/?page=0&left=x`)
  expect([status, refusal.errors[0].attr]).toEqual([400, 'left'])
  expect((await words(server.as('user'), whole)).status).toBe(403)
  const rival = server.as('admin', { organization: 'rival', name: 'mallory' })
  expect((await words(rival, whole)).status).toBe(404)
})

test('a box drawn over a table has its rows and cells with their places', async () => {
  const rows = (person: Person, [left, top, right, bottom]: Box, page = 0) =>
    person.get(
      `${itemPath}/rows/?page=${page}&left=${left}&top=${top}&right=${right}&bottom=${bottom}`,
    )
  const { body } = await rows(rita, whole)
  const texts = body.rows.map((row: { text: string }[]) => row.map(({ text }) => text).join(' '))
  expect(texts).toEqual(['Invoice number 30', 'Total 30.50'])
  const cell = body.rows[1].at(-1)
  expect(cell.evidence).toMatchObject({ page: 0, quote: cell.text, match: 'exact' })
  expect((await rows(rita, [0, 0, 1, 1])).body).toEqual({ rows: [] })
  expect((await rows(rita, whole, 9)).status).toBe(404)
  expect((await rows(rita, whole, -1)).status).toBe(400)
  expect((await rows(server.as('user'), whole)).status).toBe(403)
  const rival = server.as('admin', { organization: 'rival', name: 'mallory' })
  expect((await rows(rival, whole)).status).toBe(404)
})

test('a text is found where it stands, in any case', async () => {
  const search = (person: Person, text: string) =>
    person.get(`${itemPath}/search/?text=${encodeURIComponent(text)}`)
  const { body } = await search(rita, 'TOTAL 30')
  expect(body.matches).toEqual([{ page: 0, boxes: [expect.any(Array)] }])
  // It runs over two lines.
  expect((await search(rita, '30 total')).body.matches[0].boxes).toHaveLength(2)
  expect((await search(rita, 'nowhere')).body).toEqual({ matches: [] })
  for (const text of ['', '  ', 'x'.repeat(201)]) {
    expect((await search(rita, text)).status).toBe(400)
  }
  expect((await search(rita, '%_(.*)\\')).body).toEqual({ matches: [] })
  expect((await search(server.as('user'), 'total')).status).toBe(403)
  const rival = server.as('admin', { organization: 'rival', name: 'mallory' })
  expect((await search(rival, 'total')).status).toBe(404)
})

test('a value that was shown in the document is kept with its place, also in the history', async () => {
  const { body } = await words(rita, whole)
  const places = [body.evidence]
  const edit = (evidence: unknown) =>
    rita.patch('manual_review/edited_data/', {
      class_name: flow,
      updated_data: { invoice_number: body.text },
      updated_evidence: { invoice_number: evidence },
    })
  expect((await edit([{ page: 'first' }])).status).toBe(400)
  const listExplanations = async () => {
    const { body: item } = await rita.get(`manual_review/next/?class_name=${flow}&type=review`)
    return Object.keys(item.data.result.metadata.explanations)
  }
  expect(await listExplanations()).toEqual(['invoice_number', 'total'])
  expect((await edit(places)).status).toBe(200)

  const { body: heldItem } = await rita.get(`manual_review/next/?class_name=${flow}&type=review`)
  expect(heldItem.data.result.metadata.evidence_data.invoice_number).toEqual(places)
  // What is somebody's own is not told as the machine's.
  expect(await listExplanations()).toEqual(['total'])
  const { body: history } = await rita.get(`${itemPath}/events/`)
  expect(history.data[0]).toMatchObject({ kind: 'edited', field: 'invoice_number', places })
})
