import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeReviewQueue } from '../../testing/make-review-queue.ts'
import { makeTool } from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

const content = 'Invoice number 7\nDate 24.12.2026\nTotal 12,50\n'

let server: TestServer
let rita: Person
let sue: Person
let flow: string
let queue: Awaited<ReturnType<typeof makeReviewQueue>>

beforeAll(async () => {
  server = await startServer({ worker: true })
  rita = server.as('reviewer')
  sue = server.as('supervisor')
  const ada = server.as('admin')
  const fields = [
    { key: 'total', prompt: 'What is the total?', type: 'number' },
    { key: 'due', prompt: 'When is it due?', type: 'date' },
    { key: 'contact', prompt: 'What is the e-mail address?', type: 'email' },
    { key: 'paid', prompt: 'Is it paid?', type: 'boolean' },
    { key: 'lines', prompt: 'What are the lines?', type: 'json' },
    { key: 'goods', prompt: 'List all goods: Item, Quantity', type: 'table' },
  ]
  const sample = { name: 'note.txt', content }
  const { toolId } = await makeTool(ada, { name: 'Notes', fields, sample })
  queue = await makeReviewQueue(server, { toolId, name: 'typed' })
  flow = queue.flow
})
afterAll(() => server?.close())

type Output = Record<string, unknown>
type Evidence = { readonly quote: string }

const machineLines = [
  { item: 'Bolts', quantity: 3, price: null, on: '2026-01-31' },
  { item: 'Nuts', quantity: null, price: 0.5, on: null },
]

/** Sends a file to review and takes it, with the lines and quotes that the test needs. */
async function takeItem(
  quotes: readonly string[] = ['12,50'],
  output: Output = {},
): Promise<string> {
  await queue.send([content])
  const next = () => rita.get(`manual_review/next/?class_name=${flow}&type=review`)
  await expect.poll(async () => (await next()).body.data !== null).toBe(true)
  const { body } = await next()
  const evidence: Record<string, readonly Evidence[]> = {
    total: quotes.map((quote) => ({ page: 0, boxes: [], quote, match: 'exact' })),
  }
  const machineResult = {
    output: { ...body.data.result.output, lines: machineLines, ...output },
    metadata: { evidence_data: evidence },
  }
  await server.ctx.db
    .updateTable('review_item')
    .set({ machine_result: JSON.stringify(machineResult), result: JSON.stringify(machineResult) })
    .where('id', '=', body.data.id)
    .execute()
  return body.data.id
}

const edit = (updated_data: Output, rest: object = {}) =>
  rita.patch('manual_review/edited_data/', {
    class_name: flow,
    type: 'review',
    updated_data,
    ...rest,
  })
const loadOutput = async (): Promise<Output> =>
  (await rita.get(`manual_review/next/?class_name=${flow}&type=review`)).body.data.result.output
const finish = async () => {
  const classQuery = { class_name: flow }
  expect((await rita.post('manual_review/finish_review/', classQuery)).status).toBe(200)
  await sue.get(`manual_review/next/?class_name=${flow}&type=approve`)
  expect((await sue.post('manual_review/approve/', classQuery)).status).toBe(200)
}

test('every field and every cell takes what is typed in its type, and is delivered so', async () => {
  const item_id = await takeItem()
  const lines = (changes: readonly Output[]) =>
    machineLines.map((row, index) => ({ ...row, ...changes[index] }))

  const updatedData = {
    total: '1.234,50',
    due: '3. Februar 2027',
    paid: 'ja',
    contact: ' office@example.org ',
    lines: lines([{ quantity: '4' }, { quantity: '1.234', price: '0,99', on: '31.12.2026' }]),
  }
  const reply = await edit(updatedData, { item_id })
  const expectedOutput = {
    total: 1234.5,
    due: '2027-02-03',
    paid: true,
    contact: 'office@example.org',
    lines: [
      { item: 'Bolts', quantity: 4, price: null, on: '2026-01-31' },
      { item: 'Nuts', quantity: 1234, price: 0.99, on: '2026-12-31' },
    ],
  }
  expect([reply.status, reply.body.stored_data]).toEqual([200, expectedOutput])
  expect(await loadOutput()).toMatchObject(expectedOutput)

  // A client that shows another document changes nothing in this one.
  const otherItem = { item_id: '0190d6f8-0000-7000-8000-000000000001' }
  expect((await edit({ total: 1 }, otherItem)).status).toBe(409)
  await finish()
  const { body: download } = await sue.get(
    `manual_review/approved_queue_download/?class_name=${flow}&format=json`,
  )
  const deliveredItems = (typeof download === 'string' ? JSON.parse(download) : download) as {
    readonly output: Output
  }[]
  expect(deliveredItems.at(-1)?.output).toMatchObject(expectedOutput)
})

test('what does not fit is refused under the name of its cell, and changes nothing', async () => {
  await takeItem()
  const outputBefore = await loadOutput()
  const lineWith = (changes: Output) => [machineLines[0], { ...machineLines[1], ...changes }]
  for (const [updatedData, detail] of [
    [{ total: 'abc' }, '“total” must be a number.'],
    [{ total: { value: 1 } }, '“total” must be a number.'],
    [{ due: 'soon' }, '“due” must be a date.'],
    [{ paid: 'perhaps' }, '“paid” must be true or false.'],
    [{ contact: 'nobody' }, '“contact” must be an e-mail address.'],
    [{ lines: lineWith({ quantity: 'abc' }) }, '“lines › row 2 › quantity” must be a number.'],
    [{ lines: lineWith({ on: 'soon' }) }, '“lines › row 2 › on” must be a date.'],
  ] as const) {
    const { status, body } = await edit(updatedData)
    expect([status, body.errors[0]]).toEqual([400, { code: 'error', detail, attr: 'updated_data' }])
  }
  expect(await loadOutput()).toEqual(outputBefore)
  await finish()
})

test('an empty text is no value, and texts that were there before stay as they are', async () => {
  await takeItem(['12,50'], { due: 'in spring' })
  const oldLines = [...machineLines, { item: 'Pins', quantity: 'a few', price: null, on: null }]
  await server.ctx.db
    .updateTable('review_item')
    .set({ result: JSON.stringify({ output: { ...(await loadOutput()), lines: oldLines } }) })
    .where('workflow_id', '=', flow)
    .where('status', '=', 'PENDING')
    .execute()

  // The rows move, and the old text moves with its row.
  const movedLines = [oldLines[2], { ...oldLines[0], quantity: '' }, { ...oldLines[1], item: '' }]
  expect((await edit({ due: 'in spring', lines: movedLines, total: ' ' })).status).toBe(200)
  expect(await loadOutput()).toMatchObject({
    due: 'in spring',
    total: null,
    lines: [
      { item: 'Pins', quantity: 'a few' },
      { item: 'Bolts', quantity: null },
      { item: '', quantity: null },
    ],
  })
  await finish()
})

test.each([
  {
    rule: 'the document',
    quotes: ['12,50', '24.12.2026'],
    read: { total: 1234, due: '2026-04-03' },
  },
  {
    rule: 'the document, whatever the person writes',
    quotes: ['12.50', '12/24/2026'],
    notation: { decimal_mark: 'comma', date_order: 'day-first' },
    read: { total: 1.234, due: '2026-03-04' },
  },
  {
    rule: 'the person',
    quotes: [],
    notation: { decimal_mark: 'comma', date_order: 'month-first' },
    read: { total: 1234, due: '2026-03-04' },
  },
  { rule: 'programs', quotes: [], read: { total: 1.234, due: '2026-04-03' } },
])('what can be read in two ways is read in the notation of $rule', async (example) => {
  await takeItem(example.quotes)
  const { notation } = example
  expect((await edit({ total: '1.234', due: '03/04/2026' }, { notation })).status).toBe(200)
  expect(await loadOutput()).toMatchObject(example.read)
  await finish()
})

test('tables of lists have a type for each column by its position', async () => {
  const table = {
    column_headers: ['item', 'quantity'],
    rows: [
      ['Bolts', 3],
      ['4', 12],
    ],
  }
  await takeItem(['12,50'], { lines: table })
  const rows = [
    ['Bolts', '3,5'],
    ['4', 12],
    ['9', '7'],
  ]
  expect((await edit({ lines: { ...table, rows } })).status).toBe(200)
  expect(await loadOutput()).toMatchObject({
    lines: {
      rows: [
        ['Bolts', 3.5],
        ['4', 12],
        ['9', 7],
      ],
    },
  })
  await finish()
})

test('a table that no machine has read takes its types from what is entered into it', async () => {
  await takeItem(['12,50', '24.12.2026'])
  const column_headers = ['Item', 'Quantity', 'Since', 'Article', '2026']
  const row = (...cells: readonly unknown[]) =>
    Object.fromEntries(column_headers.map((name, index) => [name, cells[index] ?? null]))
  const rows = [
    row('Bolts', '1.050,50', '03.02.2027', '007', 'a few'),
    row('Nuts', '1.234', '', '4711', '12'),
    row('Pins', '3', '31.12.2026', '12', null),
  ]
  expect((await edit({ goods: { column_headers, rows } })).status).toBe(200)
  const typedRows = [
    row('Bolts', 1050.5, '2027-02-03', '007', 'a few'),
    row('Nuts', 1234, null, '4711', '12'),
    row('Pins', 3, '2026-12-31', '12', null),
  ]
  expect(await loadOutput()).toMatchObject({ goods: { column_headers, rows: typedRows } })

  // What does not fit is no number, and takes no type from numbers, which most still are. The dates
  // are too few by now, so that they are texts as they were entered.
  const lastRow = row('Hooks', 'one or two', 'soon', '08', '7')
  await edit({ goods: { column_headers, rows: [...typedRows, lastRow] } })
  const mixedRows = [
    { ...typedRows[0], Since: '03.02.2027' },
    typedRows[1],
    { ...typedRows[2], Since: '31.12.2026' },
    lastRow,
  ]
  expect(await loadOutput()).toMatchObject({ goods: { column_headers, rows: mixedRows } })
  await finish()
})

test('a column that the machine read as empty in every row takes its type from what is entered', async () => {
  const column_headers = ['Item', 'Quantity']
  const machineRows = ['Bolts', 'Nuts', 'Pins'].map((Item) => ({ Item, Quantity: null }))
  await takeItem(['12,50', '24.12.2026'], { goods: { column_headers, rows: machineRows } })
  const rowsWith = (...quantities: readonly unknown[]) =>
    machineRows.map((row, index) => ({ ...row, Quantity: quantities[index] ?? null }))
  await edit({ goods: { column_headers, rows: rowsWith('4') } })
  expect(await loadOutput()).toMatchObject({ goods: { rows: rowsWith(4) } })
  await edit({ goods: { column_headers, rows: rowsWith(4, '12,50') } })
  expect(await loadOutput()).toMatchObject({ goods: { rows: rowsWith(4, 12.5) } })
  await finish()
})

test.each([
  ['postcodes', ['10115', '80331', '01067'], ['10115', '80331', '01067']],
  ['amounts', ['12,50', '3,00', 'none left', 'sold'], ['12,50', '3,00', 'none left', 'sold']],
  ['names that turn out to be numbers', ['a lot', '7', '8,50', '9'], ['a lot', 7, 8.5, 9]],
])('%s are the same, entered one by one or all at once', async (_, texts, values) => {
  const column_headers = ['Value']
  const tableOf = (cells: readonly unknown[]) => ({
    column_headers,
    rows: cells.map((Value) => ({ Value })),
  })
  const cellsStored = async () => {
    const { goods } = (await loadOutput()) as { goods: { rows: readonly { Value: unknown }[] } }
    return goods.rows.map(({ Value }) => Value)
  }
  await takeItem(['12,50', '24.12.2026'])
  await edit({ goods: tableOf(texts) })
  expect(await cellsStored()).toEqual(values)

  await edit({ goods: tableOf([]) })
  for (const text of texts) await edit({ goods: tableOf([...(await cellsStored()), text]) })
  expect(await cellsStored()).toEqual(values)
  await finish()
})

test('the texts that were entered are not part of what is delivered', async () => {
  const item_id = await takeItem(['12,50', '24.12.2026'])
  await edit({ goods: { column_headers: ['Value'], rows: [{ Value: '12,50' }] } }, { item_id })
  expect(await loadOutput()).toMatchObject({ goods: { rows: [{ Value: 12.5 }] } })
  await finish()
  const { result } = await server.ctx.db
    .selectFrom('review_item')
    .select('result')
    .where('id', '=', item_id)
    .executeTakeFirstOrThrow()
  expect(result).not.toHaveProperty('enteredTexts')
})
