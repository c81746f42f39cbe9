import { drawInvoice } from '@recto/document-reader/testing/draw-invoice'
import {
  invoiceOf,
  linesOf,
  type WrittenLine,
  writeCii,
  writeUbl,
} from '@recto/document-reader/testing/write-invoice'
import type { Evidence } from '@recto/provider-spec/answer'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDeployment, makeWorkflow } from '../testing/make-tool.ts'
import type { TestFile } from '../testing/people.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'
import { type Studio, studioOf } from '../testing/studio.ts'

/**
 * Tests lists of e-invoices from the file to the caller of a deployment: their embedded data has
 * them, and no model is called.
 */

let server: TestServer
let model: CannedModelServer
let ada: Studio
let cannedModelId: string

const guess = { Item: 'A guess', Quantity: 1, 'Unit price': 1, Amount: 1 }

beforeAll(async () => {
  model = await startCannedModelServer({
    reply: ({ prompt }) => (prompt.includes('all lines') ? JSON.stringify([guess]) : 'A guess'),
  })
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  cannedModelId = await ada.cannedLlm(model, 'Canned model')
})
afterAll(async () => {
  await server.close()
  await model.close()
})

type Fields = Readonly<Record<string, unknown>>

const lines = linesOf(2)
const invoice = invoiceOf(2, { lines })
const headers = ['Item', 'Quantity', 'Unit price', 'Amount']
const rowOf = ({ name, quantity, price, base = '1', amount }: WrittenLine) => ({
  Item: name,
  Quantity: Number(quantity),
  'Unit price': Number((Number(price) / Number(base)).toPrecision(12)),
  Amount: Number(amount),
})
const rows = lines.map(rowOf)

type InvoiceOptions = {
  readonly data?: readonly WrittenLine[]
  readonly print?: readonly WrittenLine[]
}

/** Creates a printable invoice with embedded data. */
async function facturX({ data = lines, print = lines }: InvoiceOptions = {}): Promise<TestFile> {
  const attachment = writeCii({ ...invoice, lines: data })
  const content = await drawInvoice(invoice, {
    attachments: [['factur-x.xml', attachment]],
    lines: print,
  })
  return { name: 'invoice.pdf', content, type: 'application/pdf' }
}

const bareUbl = (): TestFile => ({
  name: 'invoice.xml',
  content: writeUbl(invoice),
  type: 'application/xml',
})

/** A project with a number and a list, and one document. */
async function project(file: TestFile, fields: Fields = {}, type = 'table') {
  const runnable = await ada.runnable(file, {
    fields,
    profile: { llm: cannedModelId, chunk_size: 0 },
  })
  const { tool_id, profile_id } = runnable
  const ask = async (prompt: Fields) =>
    (await ada.prompt(tool_id, { ...prompt, profile_manager: profile_id })).prompt_id as string
  const total = await ask({
    prompt_key: 'total',
    prompt: 'What is the total amount?',
    enforce_type: 'number',
  })
  const items = await ask({
    prompt_key: 'items',
    prompt: `List all lines: ${headers.join(', ')}`,
    enforce_type: type,
  })
  return { ...runnable, total, items }
}

type InvoiceProject = Awaited<ReturnType<typeof project>>

async function run({ tool_id, document_id }: InvoiceProject, id: string) {
  const requestsBefore = model.requests.length
  const { body } = await ada.person.post(`prompt-studio/fetch_response/${tool_id}`, {
    id,
    document_id,
  })
  const [row] = body
  return { row, value: JSON.parse(row.output), calls: model.requests.length - requestsBefore }
}

async function deployed({ tool_id }: InvoiceProject, name: string) {
  await ada.person.post(`prompt-studio/export/${tool_id}`, {
    is_shared_with_org: true,
    user_id: [],
    force_export: true,
  })
  const registry = await ada.person.get(`prompt-studio/registry/?custom_tool=${tool_id}`)
  const workflow = await makeWorkflow(ada.person, name, registry.body[0].prompt_registry_id)
  const { path, key } = await makeDeployment(ada.person, name, workflow)
  return async (...files: readonly TestFile[]) => {
    const requestsBefore = model.requests.length
    const { body } = await server.anonymous.upload(
      path,
      {
        files: files.map((file) => ({ ...file, field: 'files' })),
        fields: { timeout: '120', include_metadata: 'true' },
      },
      { headers: { authorization: `Bearer ${key}` } },
    )
    const results: readonly Fields[] = body.message.result
    const byName = new Map(results.map((one) => [one.file, one]))
    return {
      results: files.map(({ name }) => byName.get(name) as ReturnType<typeof JSON.parse>),
      calls: model.requests.length - requestsBefore,
    }
  }
}

type Cells = readonly Readonly<Record<string, readonly Evidence[]>>[]

/**
 * The evidence of each cell starts with its source; printed evidence has boxes, and the data's own
 * has none.
 */
function expectPlaces(cells: Cells, source: string, isPrinted: boolean): void {
  for (const [index, row] of cells.entries()) {
    expect(Object.keys(row).toSorted()).toEqual(headers.toSorted())
    for (const [dataEvidence, ...printEvidence] of Object.values(row)) {
      expect(dataEvidence).toMatchObject({ boxes: [], page: 0 })
      expect(dataEvidence?.source).toContain(source)
      expect(dataEvidence?.source).toContain(`[${index + 1}]`)
      if (isPrinted) expect(printEvidence[0]?.boxes.length).toBeGreaterThan(0)
      expect(printEvidence.some(({ contradicts }) => contradicts)).toBe(false)
    }
  }
}

describe('in the studio', () => {
  test('calls the model if the project has switched embedded data off', async () => {
    const invoiceProject = await project(await facturX(), { enable_embedded_data: false })

    const { row, value, calls } = await run(invoiceProject, invoiceProject.items)

    expect(calls).toBeGreaterThan(0)
    expect(value.rows[0]).toEqual(guess)
    expect(JSON.stringify(row.evidence_data)).not.toContain('factur-x')
  })

  test('asks the model for columns that are not in the data', async () => {
    const invoiceProject = await project(await facturX())
    const prompt = 'List all lines: Item, Colour'
    await ada.person.patch(`prompt-studio/prompt/${invoiceProject.items}/`, { prompt })

    expect((await run(invoiceProject, invoiceProject.items)).calls).toBeGreaterThan(0)
  })

  test('marks a line that differs in print as contradicted, and shows both', async () => {
    const print = lines.map((line, index) => (index === 0 ? { ...line, amount: '924.04' } : line))
    const invoiceProject = await project(await facturX({ print }))

    const { row, value, calls } = await run(invoiceProject, invoiceProject.items)

    expect(calls).toBe(0)
    expect(value.rows).toEqual(rows)
    const { rows: cells } = row.evidence_data as { readonly rows: Cells }
    const contradictions = cells[0]?.Amount?.filter(({ contradicts }) => contradicts) ?? []
    expect(contradictions).toMatchObject([{ quote: expect.stringContaining('924,04') }])
    expect(contradictions[0]?.boxes.length).toBeGreaterThan(0)
    expect(row.confidence).toBe(0.5)
    expect(JSON.stringify(cells[1])).not.toContain('contradicts')
  })

  test.each(['table', 'record', 'line-item'])(
    'a %s comes from the data, with the places in print, and no model is called',
    async (type) => {
      const invoiceProject = await project(await facturX(), {}, type)

      const { row, value, calls } = await run(invoiceProject, invoiceProject.items)

      expect(calls).toBe(0)
      expect(type === 'table' ? value.rows : value).toEqual(rows)
      const cells = type === 'table' ? row.evidence_data.rows : row.evidence_data
      expectPlaces(cells, 'factur-x: IncludedSupplyChainTradeLineItem', true)
      expect(row.confidence).toBe(0.99)
      expect(row.list_report).toMatchObject({ rows: 2, missing_count: 0, warnings: [] })
      expect((await run(invoiceProject, invoiceProject.total)).value).toBe(Number(invoice.total))
    },
  )

  test('converts a price per hundred to a price per unit', async () => {
    const [first, second] = lines
    const data = [{ ...first!, quantity: '250', price: '9.616', base: '100' }, second!]
    const invoiceProject = await project(await facturX({ data, print: data }), {}, 'record')

    const { row, value, calls } = await run(invoiceProject, invoiceProject.items)

    expect([calls, value]).toEqual([0, data.map(rowOf)])
    const places: readonly Evidence[] = row.evidence_data[0]['Unit price']
    expect(
      places.map(({ source, match, quote }) => [source?.split('/').at(-1), match, quote]),
    ).toEqual([
      ['ChargeAmount', 'derived', '9.616'],
      ['BasisQuantity', 'derived', '100'],
      [undefined, 'normalised', '9,616'],
    ])
  })
})

test('a deployment returns the lists of a PDF with data and of plain data, and reports tampering', async () => {
  const send = await deployed(await project(bareUbl()), 'invoice_lines')
  const tamperedLines = lines.map((line, index) =>
    index === 1 ? { ...line, quantity: '7' } : line,
  )
  const forgedFile = { ...(await facturX({ data: tamperedLines })), name: 'forged.pdf' }

  const { results, calls } = await send(await facturX(), bareUbl(), forgedFile)

  expect(calls).toBe(0)
  const [pdf, xml, wrong] = results
  for (const [{ result, metadata }, source, isPrinted] of [
    [pdf, 'factur-x: IncludedSupplyChainTradeLineItem', true],
    [xml, 'ubl: InvoiceLine', false],
  ]) {
    expect(result.output).toEqual({
      total: Number(invoice.total),
      items: { column_headers: headers, rows },
    })
    expectPlaces(result.metadata.evidence_data.items.rows, source, isPrinted)
    expect(result.metadata.explanations.items).toContain(source)
    expect(metadata?.warnings).toBeUndefined()
  }
  const warnings: string = wrong.metadata.warnings.join('\n')
  expect(warnings).toContain('In line 2, the quantity times the price is not the amount.')
  expect(warnings).toMatch(/“items”: The value is contradicted: .*page 1 says “Assembly 1 /)
  const cells = wrong.result.metadata.evidence_data.items.rows
  expect(cells[1].Quantity.at(-1)).toMatchObject({ contradicts: true })
})
