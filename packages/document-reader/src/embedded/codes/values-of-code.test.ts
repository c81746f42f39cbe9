import { describe, expect, test } from 'vitest'
import { epcOf, type SwissParts, swissOf } from '../../testing/draw-code.ts'
import { invoiceOf } from '../../testing/write-invoice.ts'
import { carry } from './read-swiss-bill.ts'
import { valuesOfCode } from './values-of-code.ts'

const invoice = invoiceOf(1)
const read = (text: string, format = 'QRCode', isGs1 = false) =>
  valuesOfCode({ format, text, isGs1 }, { page: 0 })
const byName = (text: string, isGs1 = false) =>
  Object.fromEntries(read(text, 'QRCode', isGs1).values.map(({ name, value }) => [name, value]))
const problems = (text: string, isGs1 = false) =>
  read(text, 'QRCode', isGs1).problems.map((problem) => problem.text)

describe('what a code must not be believed', () => {
  test('an address, whatever it is, is a text: cleaned, cut and never followed', () => {
    const { values, problems } = read(
      `javascript:fetch("http://evil\u0000.example")${'x'.repeat(9000)}`,
    )

    expect(problems).toEqual([])
    expect(values).toHaveLength(1)
    expect(values[0]).toMatchObject({ source: 'code', name: 'QRCode', kind: 'text' })
    expect(values[0]?.value).not.toContain('\u0000')
    expect(values[0]?.value).toHaveLength(4000)
    expect(read('\u0000\u0001').values).toEqual([])
  })

  test('a European payment code whose account, sum or reference is wrong', () => {
    const epc = epcOf(invoice)

    expect(problems(epc.replace(invoice.iban, 'FR1420041010050500013M02607'))).toEqual([
      'The check digits of the IBAN are wrong.',
    ])
    expect(problems(epc.replace('EUR', 'USD'))[0]).toMatch(/is not a valid amount in euros/)
    expect(
      problems(epc.replace(`${invoice.total}\n\n\n`, `${invoice.total}\n\nRF19539007547034\n`)),
    ).toEqual(['The check digits of the reference are wrong.'])
    expect(problems('BCD\n001')).not.toEqual([])
  })

  test('a Swiss bill whose account, reference or end is wrong', () => {
    const bill = (parts: SwissParts) => problems(swissOf(invoice, parts))

    expect(bill({ iban: 'CH4431999123000889013' })[0]).toMatch(/check digits are wrong/)
    expect(bill({ iban: invoice.iban })[0]).toMatch(/not a Swiss IBAN/)
    expect(bill({ reference: '210000000003139471430009018' })[0]).toMatch(/check digit of the ref/)
    expect(bill({ kind: 'NON', reference: '' })).toEqual([
      'The IBAN does not match the reference type.',
    ])
    expect(problems(swissOf(invoice).replace('EPD', ''))).toEqual([
      'The QR code is incomplete: the end of the payment data is missing.',
    ])
  })

  test('an element of a GS1 code whose check digit or day is wrong', () => {
    expect(problems('(01)09501101530004(17)251345', true)).toEqual([
      '“09501101530004” is not a valid GTIN.',
      '“251345” is not a valid ExpiryDate.',
    ])
  })
})

describe('the fields of a code', () => {
  test('of a European payment code', () => {
    expect(problems(epcOf(invoice))).toEqual([])
    expect(byName(epcOf(invoice))).toEqual({
      BIC: invoice.bic,
      Name: invoice.seller,
      IBAN: invoice.iban,
      Amount: invoice.total,
      Currency: 'EUR',
      Remittance: invoice.reference,
    })
  })

  test('of a Swiss bill, with any of its three kinds of reference', () => {
    expect(problems(swissOf(invoice))).toEqual([])
    expect(byName(swissOf(invoice))).toMatchObject({
      IBAN: 'CH4431999123000889012',
      'Creditor/Name': invoice.seller,
      'Creditor/Address': 'Rue du Lac 1268, 2501 Biel, CH',
      Amount: invoice.total,
      Currency: 'CHF',
      'Debtor/Name': invoice.buyer,
      Reference: '210000000003139471430009017',
    })
    const iban = 'CH9300762011623852957'
    for (const otherReference of [
      { kind: 'SCOR', reference: 'RF18539007547034' },
      { kind: 'NON', reference: '' },
    ])
      expect(problems(swissOf(invoice, { iban, ...otherReference }))).toEqual([])
    expect(carry('21000000000313947143000901')).toBe(7)
  })

  test('of a GS1 code', () => {
    expect(byName('(01)09501101530003(17)250100(10)AB-123', true)).toEqual({
      GTIN: '09501101530003',
      ExpiryDate: '2025-01-31',
      BatchNumber: 'AB-123',
    })
  })
})
