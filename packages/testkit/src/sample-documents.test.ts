import { expect, test } from 'vitest'
import {
  bigFile,
  blankPdf,
  brokenPdf,
  encryptedPdf,
  jpegCalledPdf,
  pdfOfPages,
  sampleInvoices,
  sampleLetter,
  sampleStatement,
  scannedPdf,
  truncatedPdf,
  twoColumnPage,
} from './sample-documents.ts'
import { writeDate, writeMoney, writeNumber } from './samples/invoice-data.ts'
import { joineryInvoice, lightingInvoice } from './samples/invoices.ts'

const textOf = (file: Uint8Array) => Buffer.from(file).toString('latin1')

test('the same code gives the same bytes, so that stored hashes stay true', async () => {
  const make = () =>
    Promise.all([
      sampleLetter(),
      sampleStatement(),
      twoColumnPage(),
      scannedPdf(),
      blankPdf(),
      encryptedPdf('open sesame'),
      truncatedPdf(),
      pdfOfPages(3),
    ])

  expect(await make()).toEqual(await make())
  expect(await sampleInvoices()).toEqual(await sampleInvoices())
})

test('every document is a whole PDF, and each has another name', async () => {
  const documents = await Promise.all([
    sampleLetter(),
    sampleStatement(),
    twoColumnPage(),
    scannedPdf(),
    encryptedPdf('x'),
  ])
  const all = [...documents, ...(await sampleInvoices())]

  for (const { file } of all) {
    expect(textOf(file)).toMatch(/^%PDF-1\.4/)
    expect(textOf(file)).toMatch(/%%EOF\s*$/)
  }
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
})

test('the sums of the invoices add up', async () => {
  for (const { expected } of await sampleInvoices()) {
    const lines = expected.line_items.reduce((sum, { amount }) => sum + amount, 0)

    expect(lines).toBeCloseTo(expected.subtotal, 5)
    expect(expected.subtotal + expected.tax).toBeCloseTo(expected.total, 5)
    expect(expected.due_date > expected.issue_date).toBe(true)
  }
})

test('the account numbers of the invoices have right check digits', () => {
  for (const { bank } of [joineryInvoice, lightingInvoice]) {
    const rotatedIban = bank.iban.slice(4) + bank.iban.slice(0, 4)
    const digits = rotatedIban.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))

    expect(BigInt(digits) % 97n).toBe(1n)
  }
})

test('amounts and dates are written as each house writes them', () => {
  expect(writeMoney(123_456_05, joineryInvoice)).toBe('£123,456.05')
  expect(writeMoney(123_456_05, lightingInvoice)).toBe('123.456,05 €')
  expect(writeNumber(1_234_567_89, 'british')).toBe('1,234,567.89')
  expect(writeNumber(950, 'continental')).toBe('9,50')
  expect(writeDate('2026-03-04', 'british')).toBe('4 March 2026')
  expect(writeDate('2026-03-04', 'continental')).toBe('04.03.2026')
})

test('the bad files are bad in the way that their name says', async () => {
  expect(textOf((await encryptedPdf('x')).file)).toContain('/Encrypt')
  expect(textOf((await truncatedPdf()).file)).not.toContain('%%EOF')
  expect(textOf(brokenPdf().file)).toMatch(/^%PDF/)
  expect([...jpegCalledPdf().file.slice(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  expect(bigFile(5_000).file.length).toBe(5_000)
  expect(textOf((await scannedPdf()).file)).not.toContain('/Font')
})
