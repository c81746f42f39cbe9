import { describe, expect, test } from 'vitest'
import { askText as ask } from '../testing/ask-text.ts'

describe('a value that belongs to another question is no answer', () => {
  test.each(['Auftragswert', 'Auftragssumme', 'Bestellwert', 'Bestellsumme'])(
    'the value of the whole order (%s) is not the total of a bill for a part of it',
    async (label) => {
      const bill = `Bau Müller GmbH\nRECHNUNG\n${label}: 100.000,00 EUR\n1. Rate 30 %   30.000,00 EUR\nZahlbetrag   30.000,00 EUR`

      expect(await ask(bill, 'Gesamtbetrag', 'number')).toBe(30_000)
      expect(await ask(bill, 'amount due', 'number')).toBe(30_000)
    },
  )

  test.each(['Residual', 'Residual amount'])(
    'the residual value of a leased car (%s) is not the amount due',
    async (label) => {
      const bill = `Fleet Leasing Ltd\nINVOICE\nVehicle price: 30,000.00 EUR\n${label}: 12,000.00 EUR\nAmount payable this month: 300.00 EUR`

      expect(await ask(bill, 'amount due', 'number')).toBe(300)
    },
  )

  test('the sender of a purchase order is not its supplier', async () => {
    const order = `
PURCHASE ORDER                                   Halden Instruments AS
                                                 Svinesundveien 200, 1789 Halden
PO number: HI-25-00871                           VAT NO 914 778 271 MVA

To:
Kestrel Optics Inc.
88 Tech Park Drive
Rochester, NY 14623
`
    expect(await ask(order, 'Which company is the supplier?')).not.toBe('Halden Instruments AS')
    expect(await ask(order, 'PO number')).toBe('HI-25-00871')
  })

  test('the account of the customer is not that of the payee', async () => {
    const bill = `
Invoice no. 5512
Total     240.00

Account of the payer
   IBAN:   DE90 1705 2000 3000 0447 19
Account of the payee
   IBAN:   DE84 1606 2008 0004 4718 20
`
    expect(await ask(bill, 'IBAN of the payee')).toBe('DE84160620080004471820')
  })

  test('the total of a substance is not the total price', async () => {
    const report = `
Centre d'analyses médicales Bellecour
Dossier n° : 25-118842              Prélèvement du : 07/05/2025

Analyse                  Résultat    Unité      Valeurs de référence
Glycémie à jeun          0,92        g/L        0,70 - 1,10
Cholestérol total        2,31 *      g/L        < 2,00
`
    expect(await ask(report, 'What is the total price of the tests?', 'number')).toBeNull()
  })

  test('the first name is not the family name', async () => {
    const form = `
Membership application
1. Surname:        Byrne
2. First name(s):  Aoife Mary
`
    expect(await ask(form, "What is the applicant's family name?")).not.toBe('Aoife Mary')
  })

  test('the title of the next section is not the value of an empty label', async () => {
    const form = `
Second guardian .............

PERSONS ALLOWED TO COLLECT THE CHILD
   Denise Lemaitre, 02 47 55 50 61
`
    expect(await ask(form, 'Name of the second guardian')).not.toBe(
      'PERSONS ALLOWED TO COLLECT THE CHILD',
    )
  })

  test('the amount that a tax is computed on is not the tax', async () => {
    const bill = `
Rechnung Nr. 2025/1183
Summe netto                              4.147,00
19 % Umsatzsteuer auf 922,00               175,18
7 % Umsatzsteuer auf 3.225,00              225,75
Rechnungsbetrag                          4.547,93
`
    expect(await ask(bill, 'VAT amount at 7 %', 'number')).not.toBe(3225)
  })

  test('the last amount of a row is only the one that its heading says', async () => {
    const letter = `
Your rent from 6 April

                        Now       From 6 April    Difference
Rent                    £108.30   £113.50         £5.20
Garage                   £11.60    £11.60         £0.00
`
    expect(await ask(letter, 'weekly rent', 'number')).not.toBe(5.2)
  })
})

test('a name has no form of address, but an addressee is written as on the envelope', async () => {
  const report = `
Laboratoire Bellecour
Patient : Mme Karima BENALI          Sexe : F
`
  expect(await ask(report, "What is the patient's name?")).toBe('Karima BENALI')
})

describe('sums of receipts and orders', () => {
  test('the total is not that of the summary of taxes, also as a text', async () => {
    const receipt = `
AEON CO.
12 MAIN STREET

WET TISSUE              5.90
Sub-total               5.90
Total Sales Incl GST    5.90

GST Summary     Amount     Tax
SR @ 6%           5.57     0.33
Total             5.57     0.33
`
    expect(await ask(receipt, 'What is the total?')).toBe('5.90')
    expect(await ask(receipt, 'How much tax is included?', 'number')).toBe(0.33)
  })

  test('a dash stands for the decimals of an amount', async () => {
    const bill = `
Rechnung 2025-9
Zwischensumme      3.000,00 EUR
Prix total         1.234,50 EUR
Endsumme           3.500,-
`
    expect(await ask(bill, 'Wie hoch ist die Endsumme?', 'number')).toBe(3500)
  })

  test('a postcode after a state is not the number of a purchase order', async () => {
    const order = `
PURCHASE ORDER

PO Number      PO Date        Buyer
4500091827     2025/06/17     L. Marchetti

Bill to
Bluepeak Brewing Co.
PO Box 19, Boise, ID 83701
`
    expect(await ask(order, 'What is the PO number?')).toBe('4500091827')
  })

  test('a day between a name and an address is not the address', async () => {
    const receipt = `
UNIVERSAL FOODS SDN BHD
10 Mar 2018 18:24
(867388-U)
12, Jalan Tampoi 7/4, Kawasan Perindustrian
Tampoi, 81200 Johor Bahru, Johor
TAX INVOICE
Invoice # : OR18031002160274

Total Amount: $8.20
`
    expect(await ask(receipt, 'What is the address of the shop?')).not.toContain('2018')
  })
})

describe('tables of forms', () => {
  const payslip = `
Brightwater Logistics Ltd                                  Pay advice
Unit 4, Canal Road, Leeds LS1 4BR

Employee      Hannah Okafor             Employee no.   BW-0417
Department    Fleet planning            NI number      QQ 12 34 56 C
Tax code      1257L                     Pay date       28/02/2025
Pay period    Month 11 (01/02/2025 - 28/02/2025)

Payments                 Hours     Rate      Amount      Deductions            Amount
Basic pay                160.00    17.50     2,800.00    Income tax            351.40
Overtime                 6.00      26.25     157.50      National Insurance    152.76
Travel allowance                             45.00       Pension               140.00
`

  test('two labels and two values in a line are not the body of a table', async () => {
    expect(await ask(payslip, 'When was the salary paid?', 'date')).toBe('2025-02-28')
  })

  test('tables side by side keep each amount beside what it is for', async () => {
    expect(await ask(payslip, 'List all deductions with amount', 'line-item')).toEqual([
      { Deductions: 'Income tax', amount: 351.4 },
      { Deductions: 'National Insurance', amount: 152.76 },
      { Deductions: 'Pension', amount: 140 },
    ])
  })

  test('a column that only numbers the rows is no column of the things asked for', async () => {
    const order = `
Purchase order 17
Item   Part no.     Description               Qty   Price     Total
10     KO-2201-A    Plano-convex lens 25 mm   40    18.75     750.00
20     KO-3310      Beam splitter 50/50       6     212.00    1,272.00
30     KO-9001      Cleaning kit              2     34.50     69.00
`
    const prompt = 'List the ordered items with part number, description, quantity and total'

    expect(await ask(order, prompt, 'line-item')).toEqual([
      {
        'part number': 'KO-2201-A',
        description: 'Plano-convex lens 25 mm',
        quantity: 40,
        total: 750,
      },
      { 'part number': 'KO-3310', description: 'Beam splitter 50/50', quantity: 6, total: 1272 },
      { 'part number': 'KO-9001', description: 'Cleaning kit', quantity: 2, total: 69 },
    ])
  })
})
