import { randomUUID } from 'node:crypto'
import { drawCode, epcOf, swissOf } from '@recto/document-reader/testing/draw-code'
import { drawInvoice } from '@recto/document-reader/testing/draw-invoice'
import {
  invoiceOf,
  type WrittenInvoice,
  writeCii,
  writeUbl,
} from '@recto/document-reader/testing/write-invoice'
import type { Evidence } from '@recto/provider-spec/answer'
import { afterAll, describe, expect, test } from 'vitest'
import { storeBytes } from '../documents/documents.port.ts'
import { openToolStory } from './testing/tool-story.ts'
import { runTool, type Tool } from './tools.port.ts'

const {
  close,
  server,
  model,
  ada,
  canned: cannedId,
  tenant,
  exportedTool,
  runOf,
} = await openToolStory()
afterAll(close)

const prompts = [
  ['invoice_number', 'What is the invoice number?', 'text', 'number'],
  ['invoice_date', 'When was the invoice issued?', 'date', 'date'],
  ['due_date', 'What is the due date?', 'date', 'due'],
  ['vendor', 'Who is the vendor?', 'text', 'seller'],
  ['customer', 'What is the name of the customer?', 'text', 'buyer'],
  ['vat_id', 'VAT ID of the seller', 'text', 'sellerVat'],
  ['currency', 'In which currency?', 'text', 'currency'],
  ['net', 'What is the net amount?', 'number', 'net'],
  ['vat', 'How much is the VAT?', 'number', 'tax'],
  ['total', 'What is the total amount?', 'number', 'total'],
  ['iban', 'What is the IBAN?', 'text', 'iban'],
  ['reference', 'What is the payment reference?', 'text', 'reference'],
] as const

/** A tool whose prompts ask the canned model for everything that embedded data does not answer. */
async function createTool(
  fields: Readonly<Record<string, unknown>> = {},
  toolPrompts: readonly (typeof prompts)[number][] = prompts,
): Promise<Tool> {
  const { tool_id } = await ada.project(fields)
  await ada.defaultProfile(tool_id, { llm: cannedId, chunk_size: 0 })
  for (const [prompt_key, prompt, enforce_type] of toolPrompts)
    await ada.prompt(tool_id, { prompt_key, prompt, enforce_type })
  return exportedTool(tool_id)
}

const tool = await createTool()

async function runOn(bytes: Uint8Array, name: string, toolToRun: Tool = tool) {
  const mimeType = name.endsWith('.pdf') ? 'application/pdf' : 'application/xml'
  const { hash } = await storeBytes(server.ctx, tenant, { bytes: Buffer.from(bytes), mimeType })
  const run = await runOf(toolToRun, { document: { hash, name }, runId: randomUUID() })
  return (await runTool(server.ctx, tenant, run)).result
}

/** The expected values of the prompts. */
const expectedOutput = (invoice: WrittenInvoice) =>
  Object.fromEntries(
    prompts.map(([key, , type, field]) => [
      key,
      type === 'number' ? Number(invoice[field]) : invoice[field],
    ]),
  )

const xrechnung = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'
const pdf = (invoice: WrittenInvoice, name: string, bytes: Uint8Array) =>
  drawInvoice(invoice, { attachments: [[name, bytes]] })

type Make = (invoice: WrittenInvoice) => Uint8Array | Promise<Uint8Array>
const syntaxes: readonly (readonly [source: string, name: string, make: Make])[] = [
  ['ubl', 'invoice.xml', (invoice) => writeUbl(invoice)],
  ['ubl', 'credit.xml', (invoice) => writeUbl(invoice, { isCredit: true })],
  ['xrechnung', 'xrechnung.xml', (invoice) => writeUbl(invoice, { customization: xrechnung })],
  ['xrechnung', 'xr-cii.xml', (invoice) => writeCii(invoice, { guideline: xrechnung })],
  ['cii', 'cii.xml', (invoice) => writeCii(invoice)],
  ['factur-x', 'a.pdf', (invoice) => pdf(invoice, 'factur-x.xml', writeCii(invoice))],
  [
    'zugferd',
    'b.pdf',
    (invoice) => pdf(invoice, 'ZUGFeRD-invoice.xml', writeCii(invoice, { isZugferd1: true })),
  ],
  ['ubl', 'c.pdf', (invoice) => pdf(invoice, 'invoice.xml', writeUbl(invoice))],
]

describe('e-invoices of every syntax', () => {
  test.each(syntaxes.map((one, index) => [...one, index] as const))(
    'answers every field of %s (%s) exactly, with its source and without a model',
    async (source, name, make, index) => {
      const requestsBefore = model.requests.length
      for (const round of [0, 1, 2]) {
        const invoice = invoiceOf(index * 3 + round)
        const { output, evidence, metadata } = await runOn(await make(invoice), name)

        expect(output).toEqual(expectedOutput(invoice))
        for (const places of Object.values(evidence) as unknown as Evidence[][]) {
          expect(places[0]?.source).toMatch(new RegExp(`^${source}: `))
          expect(places.some(({ contradicts }) => contradicts)).toBe(false)
        }
        expect(metadata.warnings).toBeUndefined()
        expect(metadata.embedded_data).toEqual({ sources: [source], problems: [] })
      }
      expect(model.requests.length).toBe(requestsBefore)
    },
  )
})

describe('payment codes of every kind, on a page and in a picture', () => {
  const keys: readonly string[] = ['vendor', 'currency', 'total', 'iban', 'reference']
  const swissAccount = {
    iban: 'CH4431999123000889012',
    reference: '210000000003139471430009017',
    currency: 'CHF',
  }
  const page = async (invoice: WrittenInvoice, text: string) => {
    const picture = Buffer.from(await drawCode(text))
    return drawInvoice(invoice, { draw: (d) => d.image(picture, 300, 500, { width: 160 }) })
  }
  const codeTool = createTool(
    {},
    prompts.filter(([key]) => keys.includes(key)),
  )

  test.each([
    ['epc-code', 'a.pdf', [0, 6], (invoice: WrittenInvoice) => page(invoice, epcOf(invoice))],
    ['epc-code', 'a.png', [6, 2], (invoice: WrittenInvoice) => drawCode(epcOf(invoice))],
    [
      'swiss-qr-bill',
      'b.pdf',
      [8, 6],
      (invoice: WrittenInvoice) => page(invoice, swissOf(invoice)),
    ],
    ['swiss-qr-bill', 'b.png', [14, 2], (invoice: WrittenInvoice) => drawCode(swissOf(invoice))],
  ] as const)(
    'answers every field of %s (%s) exactly, without a model',
    async (source, name, [from, count], make) => {
      const requestsBefore = model.requests.length
      for (let index = 0; index < count; index++) {
        const account = source === 'epc-code' ? { currency: 'EUR' } : swissAccount
        const invoice = invoiceOf(40 + from + index, account)
        const { output, metadata } = await runOn(await make(invoice), name, await codeTool)

        const expectedEntries = Object.entries(expectedOutput(invoice)).filter(([key]) =>
          keys.includes(key),
        )
        expect(output).toEqual(Object.fromEntries(expectedEntries))
        expect(metadata.embedded_data).toEqual({ sources: [source], problems: [] })
        expect(metadata.warnings).toBeUndefined()
      }
      expect(model.requests.length).toBe(requestsBefore)
    },
  )

  test.each([
    [
      'an account that print does not say',
      { iban: 'BE68539007547034' },
      /“iban”: The value is contradicted: epc-code: IBAN says “BE68/,
    ],
    [
      'a sum that print does not say',
      { total: '9999.00' },
      /“total”: The value is contradicted: epc-code: Amount says “9999.00”, page 1/,
    ],
    [
      'check digits that are wrong',
      { iban: 'DE89370400440532013001' },
      /check digits of the IBAN are wrong/,
    ],
  ] as const)('reports a code with %s', async (_description, changes, pattern) => {
    const invoice = invoiceOf(60, { currency: 'EUR' })
    const bytes = await page(invoice, epcOf({ ...invoice, ...changes }))

    const { metadata } = await runOn(bytes, 'tampered.pdf', await codeTool)

    expect(metadata.warnings?.join('\n')).toMatch(pattern)
  })
})

describe('reports manipulated documents:', () => {
  const invoice = invoiceOf(7)
  const { net } = invoice
  const addCents = (cents: number) => ((Number(net) * 100 + cents) / 100).toFixed(2)
  const drawWithData = (changes: Partial<WrittenInvoice>) =>
    pdf(invoice, 'factur-x.xml', writeCii({ ...invoice, ...changes }))
  const withFiles = (...attachments: readonly (readonly [name: string, bytes: Uint8Array])[]) =>
    drawInvoice(invoice, { attachments })
  const bomb = Buffer.from(
    `<!DOCTYPE Invoice [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${'&a;'.repeat(1000)}">]><Invoice><ID>&b;</ID></Invoice>`,
  )

  test.each([
    [
      'total',
      'the total, whose sums still add up',
      () => drawWithData({ net: addCents(0), tax: '900.00', total: addCents(90_000) }),
    ],
    ['net', 'the net amount', () => drawWithData({ net: '1.00' })],
    ['iban', 'the account', () => drawWithData({ iban: 'BE68539007547034' })],
    ['invoice_date', 'the day', () => drawWithData({ date: '2027-10-30' })],
    ['due_date', 'the day by which it is due', () => drawWithData({ due: '2027-11-30' })],
    ['invoice_number', 'the number', () => drawWithData({ number: 'RE-2026-9999' })],
    ['customer', 'who bought', () => drawWithData({ buyer: 'Ghost Trading Ltd' })],
    ['vat_id', 'the tax number', () => drawWithData({ sellerVat: 'DE999999999' })],
  ] as const)('%s: %s differs from the printed value', async (key, _description, make) => {
    const { evidence, metadata } = await runOn(await make(), 'invoice.pdf')

    const places = evidence[key] as readonly Evidence[]
    expect(places[0]).toMatchObject({ source: expect.stringMatching(/^factur-x: /) })
    const contradictions = places.filter(({ contradicts }) => contradicts)
    expect(
      contradictions.some(({ source, boxes }) => source === undefined && boxes.length > 0),
    ).toBe(true)
    expect(metadata.confidence[key]).toBe(0.5)
    expect(metadata.warnings?.join()).toContain(`“${key}”: The value is contradicted`)
  })

  test.each([
    [
      'a sum of an e-invoice alone',
      'a.xml',
      () => writeUbl({ ...invoice, total: addCents(1) }),
      /sums do not add up/,
    ],
    [
      'check digits of an account',
      'b.xml',
      () => writeUbl({ ...invoice, iban: 'DE89370400440532013001' }),
      /check digits/,
    ],
    [
      'an attachment that is cut off',
      'c.pdf',
      () => withFiles(['factur-x.xml', writeCii(invoice).subarray(0, 1500)]),
      /“factur-x.xml”: .* incomplete or damaged/,
    ],
    [
      'an XML bomb in place of an e-invoice',
      'd.pdf',
      () => withFiles(['factur-x.xml', bomb]),
      /“factur-x.xml”: .* document type declaration/,
    ],
    [
      'a forged name of an attachment',
      'e.pdf',
      () => withFiles(['factur-x.xml', Buffer.from('MZ\u0000')]),
      /“factur-x.xml”: The file name suggests an e-invoice/,
    ],
    [
      'two attachments that contradict each other',
      'f.pdf',
      () =>
        withFiles(
          ['a.xml', writeCii(invoice)],
          ['b.xml', writeUbl({ ...invoice, iban: 'BE68539007547034' })],
        ),
      /“iban”: The value is contradicted: cii: IBANID .* ubl: PayeeFinancialAccount/,
    ],
  ] as const)('%s', async (_description, name, make, pattern) => {
    const { metadata } = await runOn(await make(), name)

    expect(metadata.warnings?.join('\n')).toMatch(pattern)
  })
})

test('asks the model when the project or the workflow step switches embedded data off', async () => {
  const disabledTool = await createTool({ enable_embedded_data: false })
  const requestsBefore = model.requests.length

  const { evidence, metadata } = await runOn(writeUbl(invoiceOf(30)), 'off.xml', disabledTool)

  expect(model.requests.length).toBeGreaterThanOrEqual(requestsBefore + prompts.length)
  expect(JSON.stringify(evidence)).not.toContain('source')
  expect(metadata.embedded_data).toBeUndefined()
  const enabledTool = await createTool()
  const { hash } = await storeBytes(server.ctx, tenant, {
    bytes: Buffer.from(writeUbl(invoiceOf(31))),
    mimeType: 'application/xml',
  })
  const settings = { enable_embedded_data: false }
  const requestsBetween = model.requests.length
  await runTool(
    server.ctx,
    tenant,
    await runOf(enabledTool, { document: { hash, name: 'a.xml' }, settings, runId: randomUUID() }),
  )
  expect(model.requests.length).toBeGreaterThanOrEqual(requestsBetween + prompts.length)
})
