import { describe, expect, test } from 'vitest'
import {
  invoiceOf,
  linesOf,
  type WrittenInvoice,
  writeCii,
  writeUbl,
} from '../../testing/write-invoice.ts'
import { readInvoice } from './read-invoice.ts'

const invoice = invoiceOf(3, { lines: linesOf(3) })
const syntaxes: Readonly<Record<string, (invoice: WrittenInvoice) => Uint8Array>> = {
  'UBL invoice': writeUbl,
  'UBL credit note': (givenInvoice) => writeUbl(givenInvoice, { isCredit: true }),
  CII: writeCii,
  'ZUGFeRD 1.0': (givenInvoice) => writeCii(givenInvoice, { isZugferd1: true }),
}

describe.each(Object.entries(syntaxes))('the lines of a %s', (_, write) => {
  const read = (givenInvoice: WrittenInvoice) => readInvoice(write(givenInvoice), {})
  const changeFirstLine = (changes: object) => ({
    ...invoice,
    lines: linesOf(3).map((line, i) => (i === 1 ? { ...line, ...changes } : line)),
  })

  test('that say something against themselves or their sum are reported', () => {
    const texts = (givenInvoice: WrittenInvoice) =>
      read(givenInvoice)?.problems.map(({ text, line }) => [text, line])

    expect(texts(changeFirstLine({ amount: '1.00' }))).toEqual([
      ['In line 2, the quantity times the price is not the amount.', 1],
      ['The lines do not add up to the stated sum of the lines.', undefined],
    ])
    expect(texts(changeFirstLine({ quantity: '3' }))).toEqual([
      ['In line 2, the quantity times the price is not the amount.', 1],
    ])
    expect(texts({ ...invoice, lines: linesOf(3).slice(1) })).toEqual([
      ['The lines do not add up to the stated sum of the lines.', undefined],
    ])
  })

  test('are more than anybody takes from data', () => {
    const [line] = linesOf(3)
    const data = read({ ...invoice, lines: Array.from({ length: 1001 }, () => line!) })

    expect(data?.lines).toBeUndefined()
    expect(data?.problems).toEqual([
      expect.objectContaining({
        text: 'The e-invoice has 1001 lines, which is more than can be read.',
      }),
    ])
  })

  test('may have a price for more than one piece, whose amount is judged by it', () => {
    const [line] = linesOf(3)
    const hundred = { ...line!, quantity: '250', price: '41.20', base: '100', amount: '103.00' }
    const linesWith = (changes: object) => {
      const lineFields = { ...hundred, ...changes }
      const { lines, problems } = read({ ...invoice, net: lineFields.amount, lines: [lineFields] })!
      return { lines, texts: problems.map(({ text }) => text) }
    }

    const wrong = 'In line 1, the quantity times the price is not the amount.'
    expect(linesWith({ amount: '10300.00' }).texts).toContain(wrong)
    // What a tonne has of pieces is not said.
    expect(linesWith({ baseUnit: 'TNE', amount: '99.00' }).texts).not.toContain(wrong)
    const right = linesWith({})
    expect(right.texts).not.toContain(wrong)
    const termPairs = right.lines?.[0]?.values.map(({ term, value }) => [term, value])
    expect(termPairs).toContainEqual(['BT-149', '100'])
    expect(termPairs).toContainEqual(['BT-150', line!.unit])
  })

  test('are read field by field', () => {
    const data = read(invoice)

    expect(data?.problems).toEqual([])
    expect(
      data?.lines?.map(({ values }) =>
        Object.fromEntries(values.map(({ term, value }) => [term, value])),
      ),
    ).toEqual(
      linesOf(3).map((line, i) => ({
        'BT-126': String(i + 1),
        'BT-153': line.name,
        'BT-155': line.code,
        'BT-129': line.quantity,
        'BT-130': line.unit,
        'BT-146': line.price,
        'BT-131': line.amount,
        'BT-152': line.rate,
      })),
    )
    expect(data?.lines?.[1]?.values.at(-1)?.name).toMatch(/Line(?:Item)?\[2\]\/\w*Percent$/)
  })
})
