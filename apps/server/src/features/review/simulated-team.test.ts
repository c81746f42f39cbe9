import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeFlow,
  makeFolderConnector,
  makeTableConnector,
  untilEnded,
} from '../../testing/make-pipeline.ts'
import { makeTool } from '../../testing/make-tool.ts'
import { type OpenPort, openPort } from '../../testing/open-port.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

/**
 * Two reviewers and a supervisor work through sixty invoices in three notations. They type and paste
 * what is wrong as the invoices print it.
 */
const documentCount = 60
const columns = ['Item', 'Quantity', 'Price']

/** How the numbers and dates of an invoice are printed, and those of people who correct it. */
type Notation = {
  readonly groupMark: string
  readonly decimalMark: string
  readonly printDay: (day: Day) => string
}
type Day = { readonly year: number; readonly month: number; readonly day: number }

const twoDigits = (number: number) => String(number).padStart(2, '0')
const notations: readonly Notation[] = [
  {
    groupMark: '.',
    decimalMark: ',',
    printDay: ({ year, month, day }) => `${twoDigits(day)}.${twoDigits(month)}.${year}`,
  },
  {
    groupMark: ',',
    decimalMark: '.',
    printDay: ({ year, month, day }) => `${twoDigits(month)}/${twoDigits(day)}/${year}`,
  },
  {
    groupMark: ' ',
    decimalMark: ',',
    printDay: ({ year, month, day }) => `${twoDigits(day)}/${twoDigits(month)}/${year}`,
  },
]

/** Prints an amount in hundredths. */
function printAmount({ groupMark, decimalMark }: Notation, hundredths: number): string {
  return `${group(groupMark, Math.floor(hundredths / 100))}${decimalMark}${twoDigits(hundredths % 100)}`
}
const printCount = ({ groupMark }: Notation, count: number) => group(groupMark, count)
const group = (mark: string, number: number): string =>
  String(number).replace(/\B(?=(?:\d{3})+$)/g, mark)

type Row = { readonly item: string; readonly quantity: number; readonly price: number }
type Invoice = {
  readonly number: string
  readonly notation: Notation
  readonly day: Day
  /** The total in hundredths. */
  readonly total: number
  readonly rows: readonly Row[]
}

const invoices: readonly Invoice[] = Array.from({ length: documentCount }, (_, n) => ({
  number: `INV-${1000 + n}`,
  notation: notations[n % notations.length] as Notation,
  // A day after the twelfth shows the order of day and month.
  day: { year: 2026, month: 1 + (n % 12), day: 13 + (n % 15) },
  total: 123_456 + n * 7_919,
  rows: [
    { item: 'Wood screws', quantity: 1200 + n, price: 105_050 + n },
    { item: 'Steel nuts', quantity: 12 + n, price: 99 + n },
    { item: 'Copper pins', quantity: 7 + n, price: 250_000 + n * 3 },
  ],
}))

/** Returns an invoice as it should have been read: reviewers correct most of them. */
const correctInvoice = (invoice: Invoice, n: number): Invoice => ({
  ...invoice,
  total: n % 4 === 3 ? invoice.total : invoice.total + 1_000_000,
  // Day and month could be taken for each other.
  day: n % 3 === 0 ? { year: 2026, month: 2, day: 3 } : invoice.day,
  rows: [
    ...invoice.rows.map((row, index) =>
      index === 1 ? { ...row, quantity: row.quantity + 4000, price: row.price + 123_400 } : row,
    ),
    ...(n % 2 === 0 ? [{ item: 'Brass hooks', quantity: 1500 + n, price: 1_234_000 + n }] : []),
  ],
})

const pad = (text: string, width: number) => text.padEnd(width)

function print({ number, notation, day, total, rows }: Invoice): string {
  const lines = rows.map(
    ({ item, quantity, price }) =>
      `${pad(item, 24)}${pad(printCount(notation, quantity), 16)}${printAmount(notation, price)}`,
  )
  return [
    `Invoice number: ${number}`,
    `Date: ${notation.printDay(day)}`,
    '',
    `${pad('Item', 24)}${pad('Quantity', 16)}Price`,
    ...lines,
    '',
    `Total: ${printAmount(notation, total)}`,
    '',
  ].join('\n')
}

const isoDay = ({ year, month, day }: Day) => `${year}-${twoDigits(month)}-${twoDigits(day)}`

/** The values of an invoice in their types. */
const valuesOf = ({ number, day, total, rows }: Invoice) => ({
  invoice_number: number,
  issued: isoDay(day),
  total: total / 100,
  lines: {
    column_headers: columns,
    rows: rows.map(({ item, quantity, price }) => ({
      Item: item,
      Quantity: quantity,
      Price: price / 100,
    })),
  },
})

let server: TestServer
let port: OpenPort
let books: Client
let folder: string
let flow: string
let pipeline: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-team-'))
  server = await startServer({
    worker: true,
    env: { RECTO_CONNECTOR_FOLDERS: folder, RECTO_INNER_ADDRESSES: 'on' },
  })
  port = await openPort(server.databaseUrl)
  books = new Client({ connectionString: port.url })
  await books.connect()
  const ada = server.as('admin')
  const { toolId } = await makeTool(ada, {
    name: 'Invoices',
    fields: [
      { key: 'invoice_number', prompt: 'What is the invoice number?' },
      { key: 'issued', prompt: 'What is the date of the invoice?', type: 'date' },
      { key: 'total', prompt: 'What is the total?', type: 'number' },
      { key: 'lines', prompt: `List all lines: ${columns.join(', ')}`, type: 'table' },
    ],
    sample: { name: 'invoice.txt', content: print(invoices[0] as Invoice) },
  })
  const inbox = await makeFolderConnector(ada, 'Inbox', folder)
  flow = await makeFlow(ada, 'Invoices', {
    toolId,
    source: {
      connection_type: 'FILESYSTEM',
      connector_instance: inbox,
      configuration: { folders: ['in'], fileNamePattern: '*.txt' },
    },
    destination: {
      connection_type: 'DATABASE',
      connector_instance: await makeTableConnector(ada, 'Books', port.url),
      configuration: { table: 'booked', columnMode: 'Write each field to a column' },
    },
  })
  await ada.post('manual_review/db_rules/', { workflow: flow, percentage: 100 })
  await ada.post('manual_review/settings/', { workflow: flow, sync_with: 'DB' })
  const { body } = await ada.post('pipeline/', {
    pipeline_name: 'Invoices',
    workflow: flow,
    pipeline_type: 'ETL',
  })
  pipeline = body.id
})
afterAll(async () => {
  await books?.end()
  await server?.close()
  await port?.close()
  await rm(folder, { recursive: true, force: true })
})

type Item = { readonly id: string; readonly result: { readonly output: Output } }
type Output = {
  readonly invoice_number: string
  readonly lines: { readonly column_headers: readonly string[]; readonly rows: readonly object[] }
}

async function next(person: Person, type: string): Promise<Item | null> {
  const { status, body } = await person.get(
    `manual_review/next/?class_name=${flow}&type=${type}&with_content=false`,
  )
  expect(status).toBe(200)
  return body.data
}

const indexOf = ({ result }: Item): number =>
  invoices.findIndex(({ number }) => number === result.output.invoice_number)

/** Types and pastes the corrections of a document, as texts in its notation. */
async function correct(person: Person, item: Item, type: string): Promise<void> {
  const n = indexOf(item)
  const { notation, ...rightInvoice } = correctInvoice(invoices[n] as Invoice, n)
  const { rows, ...table } = item.result.output.lines
  const typedRows = rightInvoice.rows.map(({ item: name, quantity, price }, index) =>
    // The cells of unchanged rows are sent as they were given.
    index === 0 || index === 2
      ? rows[index]
      : {
          Item: name,
          Quantity: printCount(notation, quantity),
          Price: printAmount(notation, price),
        },
  )
  for (const updated_data of [
    { total: printAmount(notation, rightInvoice.total) },
    { issued: notation.printDay(rightInvoice.day) },
    { lines: { ...table, rows: typedRows } },
  ]) {
    const { status, body } = await person.patch('manual_review/edited_data/', {
      class_name: flow,
      item_id: item.id,
      type,
      updated_data,
    })
    expect([status, body]).toMatchObject([200, {}])
  }
}

/** Reviews documents until none waits; every fifth is left for the supervisor to correct. */
async function reviewAll(person: Person): Promise<number> {
  for (let count = 0; ; count++) {
    const item = await next(person, 'review')
    if (!item) return count
    if (indexOf(item) % 5 !== 0) await correct(person, item, 'review')
    const { status } = await person.post('manual_review/finish_review/', {
      class_name: flow,
      item_id: item.id,
    })
    expect(status).toBe(200)
  }
}

async function approveAll(person: Person): Promise<void> {
  for (let count = 0; count < documentCount; ) {
    const item = await next(person, 'approve')
    if (!item) continue
    if (indexOf(item) % 5 === 0) await correct(person, item, 'approve')
    const { status } = await person.post('manual_review/approve/', {
      class_name: flow,
      item_id: item.id,
    })
    expect(status).toBe(200)
    count++
  }
}

test('a team corrects sixty documents in three notations, and exactly what was approved arrives with its types', async () => {
  await mkdir(join(folder, 'in'))
  for (const invoice of invoices) {
    await writeFile(join(folder, 'in', `${invoice.number}.txt`), print(invoice))
  }
  const ada = server.as('admin')
  const { body } = await ada.post('pipeline/execute/', { pipeline_id: pipeline })
  const counts = async () => (await ada.get(`manual_review/queue_details/?class_name=${flow}`)).body
  await expect.poll(async () => (await counts()).pending_review_count).toBe(documentCount)

  const finishedCounts = await Promise.all([
    reviewAll(server.as('reviewer')),
    reviewAll(server.as('reviewer', { name: 'ron' })),
    approveAll(server.as('supervisor')),
  ])
  expect(Number(finishedCounts[0]) + Number(finishedCounts[1])).toBe(documentCount)
  expect((await untilEnded(ada, body.execution.execution_id)).status).toBe('COMPLETED')

  const expected = invoices.map((invoice, n) => valuesOf(correctInvoice(invoice, n)))
  const { rows: columnTypes } = await books.query(
    `select distinct pg_typeof(total)::text as total, pg_typeof(issued)::text as issued,
      pg_typeof(lines)::text as lines from booked`,
  )
  expect(columnTypes).toEqual([{ total: 'numeric', issued: 'date', lines: 'jsonb' }])
  const { rows: bookedRows } = await books.query(
    `select invoice_number, issued::text, total::text, lines::text from booked
     order by invoice_number`,
  )
  expect(
    bookedRows.map(({ total, lines, ...rest }) => ({
      ...rest,
      total: Number(total),
      lines: JSON.parse(lines),
    })),
  ).toEqual(expected)

  const { body: download } = await server
    .as('supervisor')
    .get(`manual_review/approved_queue_download/?class_name=${flow}&format=json`)
  const results = (typeof download === 'string' ? JSON.parse(download) : download) as {
    readonly output: Output
  }[]
  const byNumber = (a: Output, b: Output) => a.invoice_number.localeCompare(b.invoice_number)
  expect(results.map(({ output }) => output).toSorted(byNumber)).toEqual(expected)
})
