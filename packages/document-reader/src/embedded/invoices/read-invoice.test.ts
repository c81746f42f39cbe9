import { describe, expect, test } from 'vitest'
import { invoiceOf, writeCii, writeUbl } from '../../testing/write-invoice.ts'
import { readInvoice } from './read-invoice.ts'

const invoice = invoiceOf(0)
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))
const replaceText = (bytes: Uint8Array, from: string, to: string) =>
  bytesOf(Buffer.from(bytes).toString().replace(from, to))

/** The release candidate of ZUGFeRD 1.0 has another root, and no element around a day. */
const toZugferdDraft = (bytes: Uint8Array) =>
  bytesOf(
    Buffer.from(bytes)
      .toString()
      .replaceAll('CrossIndustryDocument', 'Invoice')
      .replaceAll(/<(?:\w+:)?DateTimeString[^>]*>([^<]*)<\/(?:\w+:)?DateTimeString>/g, '$1'),
  )
const problemsIn = (bytes: Uint8Array, attachment?: string) =>
  readInvoice(bytes, attachment ? { attachment } : {})?.problems.map(({ text }) => text)

describe('what is no e-invoice', () => {
  test('is passed over, unless its name claims to be one', () => {
    for (const content of ['', 'plain', '{"Invoice":1}', '<html></html>', '<Order></Order>']) {
      expect(readInvoice(bytesOf(content), { attachment: 'notes.xml' })).toBeUndefined()
      expect(problemsIn(bytesOf(content), 'factur-x.xml')).toEqual([
        'The file name suggests an e-invoice, but the content is not one.',
      ])
    }
  })

  test('a file that declares entities is refused, whether they would burst or fetch', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE Invoice [${Array.from(
      { length: 20 },
      (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`,
    ).join('')}]><Invoice><ID>&a20;</ID></Invoice>`
    const fetchingXml =
      '<!DOCTYPE Invoice SYSTEM "http://example.org/x.dtd"><Invoice><ID>1</ID></Invoice>'

    for (const text of [
      bomb,
      fetchingXml,
      `<!DOCTYPE x [${' '.repeat(30_000)}]><Invoice></Invoice>`,
    ])
      expect(problemsIn(bytesOf(text))?.[0]).toMatch(/contains a document type declaration\.$/)
  })

  test('one that is cut off, nested without end or not of this world is reported and gives nothing', () => {
    const whole = writeUbl(invoice)

    expect(problemsIn(whole.subarray(0, 900))?.[0]).toMatch(/incomplete or damaged/)
    expect(problemsIn(bytesOf(`<Invoice>${'<a>'.repeat(2000)}</Invoice>`))?.[0]).toMatch(
      /nested too deeply/,
    )
    const odd = readInvoice(replaceText(whole, '2026-01-01', '2026-02-31'), {})
    expect(odd?.problems[0]?.text).toBe('“2026-02-31” in IssueDate is not a valid date.')
    expect(odd?.values.some(({ term }) => term === 'BT-2')).toBe(false)
  })
})

test('a file in base64 inside an e-invoice changes none of its values, wherever it is', () => {
  const file = (tag: string) => `<${tag}>${'QUJD'.repeat(60_000)}</${tag}>`
  const plain = Buffer.from(writeUbl(invoice)).toString()
  const rootEnd = plain.indexOf('>', plain.search(/<[A-Za-z]/)) + 1
  const end = plain.lastIndexOf('</')
  const atBothEnds = [
    plain.slice(0, rootEnd),
    `<!-- ${'> '.repeat(60_000)} -->`,
    file('EmbeddedDocumentBinaryObject'),
    plain.slice(rootEnd, end),
    file('EmbeddedDocumentBinaryObject'),
    plain.slice(end),
  ].join('')

  expect(readInvoice(bytesOf(atBothEnds), {})).toEqual(readInvoice(bytesOf(plain), {}))
  expect(readInvoice(bytesOf(plain), {})?.values.length).toBeGreaterThan(10)
})

describe('an e-invoice says against itself', () => {
  test('that its sums do not add up, with the values that this is about', () => {
    const bytes = writeCii(invoiceOf(0, { total: '999.00' }), {})

    const problems = readInvoice(bytes, {})?.problems

    expect(problems).toHaveLength(1)
    expect(problems?.[0]).toMatchObject({ source: 'cii', terms: ['BT-109', 'BT-110', 'BT-112'] })
    expect(problems?.[0]?.text).toMatch(
      /the total without tax plus the tax does not equal the total/,
    )
  })

  test('that the check digits of an account are wrong', () => {
    expect(problemsIn(writeUbl(invoiceOf(0, { iban: 'DE89370400440532013001' })))).toEqual([
      expect.stringMatching(/^The check digits of the IBAN .* are wrong\.$/),
    ])
  })
})

describe('the fields of an e-invoice', () => {
  const expectedTerms = {
    'BT-1': invoice.number,
    'BT-2': invoice.date,
    'BT-9': invoice.due,
    'BT-5': invoice.currency,
    'BT-13': invoice.order,
    'BT-27': invoice.seller,
    'BT-31': invoice.sellerVat,
    'BT-37': invoice.sellerCity,
    'BT-44': invoice.buyer,
    'BT-52': invoice.buyerCity,
    'BT-83': invoice.reference,
    'BT-84': invoice.iban,
    'BT-86': invoice.bic,
    'BT-109': invoice.net,
    'BT-110': invoice.tax,
    'BT-112': invoice.total,
    'BT-115': invoice.total,
  }

  test.each([
    ['ubl', writeUbl(invoice), undefined],
    ['ubl', writeUbl(invoice, { isCredit: true }), undefined],
    [
      'xrechnung',
      writeUbl(invoice, {
        customization: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
      }),
      undefined,
    ],
    ['cii', writeCii(invoice), undefined],
    ['factur-x', writeCii(invoice), 'factur-x.xml'],
    ['factur-x', writeCii(invoice, { guideline: 'urn:factur-x.eu:1p0:basicwl' }), undefined],
    ['zugferd', writeCii(invoice, { isZugferd1: true }), 'ZUGFeRD-invoice.xml'],
    ['zugferd', toZugferdDraft(writeCii(invoice, { isZugferd1: true })), 'ZUGFeRD-invoice.xml'],
  ] as const)('are read of %s', (source, bytes, attachment) => {
    const data = readInvoice(bytes, attachment ? { attachment } : {})

    expect(data?.problems).toEqual([])
    expect(new Set(data?.values.map((value) => value.source))).toEqual(new Set([source]))
    const byTerm = Object.fromEntries(data?.values.map(({ term, value }) => [term, value]) ?? [])
    expect(byTerm).toMatchObject(expectedTerms)
  })

  test('have the names of their syntax, which say of whom they are', () => {
    const names = (bytes: Uint8Array) =>
      Object.fromEntries(readInvoice(bytes, {})?.values.map(({ term, name }) => [term, name]) ?? [])

    expect(names(writeCii(invoice))).toMatchObject({
      'BT-1': 'ExchangedDocument/ID',
      'BT-2': 'IssueDateTime',
      'BT-27': 'SellerTradeParty/Name',
      'BT-31': 'SellerTradeParty/SpecifiedTaxRegistration/ID',
      'BT-37': 'SellerTradeParty/CityName',
      'BT-112': 'GrandTotalAmount',
    })
    expect(names(writeUbl(invoice))).toMatchObject({
      'BT-1': 'ID',
      'BT-13': 'OrderReference/ID',
      'BT-27': 'AccountingSupplierParty/RegistrationName',
      'BT-115': 'PayableAmount',
    })
  })
})
