import type { DocumentText } from '@recto/document-text/model'
import { expect, test } from 'vitest'
import { monospacedDocument } from '../../testing/monospaced-document.ts'
import { answerWithoutModel } from '../answer-without-model.ts'

async function readList(document: DocumentText, prompt: string) {
  const question = { key: 'list', prompt, type: 'line-item' } as const
  const [answer] = await answerWithoutModel(document, [question])
  return answer?.value
}

test('keeps a heading whole whose words name columns of their own', async () => {
  const keyHolders = monospacedDocument(`
Name, First name      Relationship    Day phone         Evening phone
Okafor, Ben           son             (216) 555-0133    (216) 555-0190
Okafor, Rose          neighbour       (216) 555-0117    (216) 555-0118
`)

  const value = await readList(keyHolders, 'Key holders: name, relationship, day phone')

  expect(value).toEqual([
    { name: 'Okafor, Ben', relationship: 'son', 'day phone': '(216) 555-0133' },
    { name: 'Okafor, Rose', relationship: 'neighbour', 'day phone': '(216) 555-0117' },
  ])
})

test('reads rows about payments and taxes that begin with a day', async () => {
  const card = monospacedDocument(`
Trans date    Post date     Description                       Category       Amount
09/14/2025    09/15/2025    HILL GROCERS 1104                 Groceries      112.46
09/18/2025    09/18/2025    PAYMENT RECEIVED - THANK YOU      Payment     -1,284.60
09/20/2025    09/22/2025    TAX AND DUTY OF A PARCEL          Fee             41.87
`)

  const value = await readList(card, 'All transactions with post date, description and amount')

  expect(value).toEqual([
    { 'post date': '2025-09-15', description: 'HILL GROCERS 1104', amount: 112.46 },
    { 'post date': '2025-09-18', description: 'PAYMENT RECEIVED - THANK YOU', amount: -1284.6 },
    { 'post date': '2025-09-22', description: 'TAX AND DUTY OF A PARCEL', amount: 41.87 },
  ])
})

test('reads purchases whose names begin like sums, and leaves carried balances out', async () => {
  const card = monospacedDocument(`
Date          Description                     Amount
09/17/2025    Opening balance                 500.00
09/18/2025    TOTAL WINE & MORE                66.50
09/19/2025    BALANCE GYM                      30.00
09/20/2025    HILL GROCERS 1104               112.46
`)

  const value = await readList(card, 'All transactions with date, description and amount')

  expect(value).toEqual([
    { date: '2025-09-18', description: 'TOTAL WINE & MORE', amount: 66.5 },
    { date: '2025-09-19', description: 'BALANCE GYM', amount: 30 },
    { date: '2025-09-20', description: 'HILL GROCERS 1104', amount: 112.46 },
  ])
})

test('goes on below a subtotal with a row of words, and below words instead of a day', async () => {
  const works = monospacedDocument(`
Room          Work              Quantity     Amount
Kitchen       Tiles                   12     480.00
Kitchen       Paint                    3      60.00
Subtotal                                     540.00
Bathroom      Labour            included       free
Bathroom      Tiles                    8     320.00
`)
  const visits = monospacedDocument(`
Date          Service           Hours     Amount
03/02/2026    Inspection         2.00     160.00
10/02/2026    Repair             3.50     280.00
same day      Travel                       45.00
17/02/2026    Repair             1.00      80.00
`)

  expect(await readList(works, 'Columns: room, work, amount')).toContainEqual(
    expect.objectContaining({ room: 'Bathroom', work: 'Tiles', amount: 320 }),
  )
  expect(await readList(visits, 'Columns: date, service, hours, amount')).toHaveLength(4)
})

test('reads a bar inside of a text as part of it', async () => {
  const [answer] = await answerWithoutModel(
    monospacedDocument('Delivery address: 5 Hill Rd | Leeds | UK\nOrder number: 4711'),
    [{ key: 'address', prompt: 'What is the delivery address?', type: 'text' }],
  )

  expect(answer?.value).toBe('5 Hill Rd | Leeds | UK')
})

test('reads a dash as an empty cell', async () => {
  const discounts = monospacedDocument(`
Article         Quantity     Price    Discount
Tiles 60x60        86.40     24.50          15
Mosaic             24.00     11.20           -
Transport           1.00    140.00           –
`)

  const value = await readList(discounts, 'Items: article, quantity, price, discount')

  expect(value).toEqual([
    { article: 'Tiles 60x60', quantity: 86.4, price: 24.5, discount: 15 },
    { article: 'Mosaic', quantity: 24, price: 11.2, discount: null },
    { article: 'Transport', quantity: 1, price: 140, discount: null },
  ])
})

test('divides columns at printed borders, and ends a table where another one begins', async () => {
  const payslip = monospacedDocument(`
PAYMENTS        Units     Rate     Amount | DEDUCTIONS           Amount
Basic salary                     2,458.33 | PAYE tax             340.40
Overtime         6.00    23.64     141.84 | National Insurance   136.17
Bonus                              150.00 | Pension              137.51
TOTAL PAYMENTS                   2,750.17 | TOTAL DEDUCTIONS     614.08
              THIS PERIOD     YEAR TO DATE
Taxable           2,612.66       15,306.86
PAYE tax            340.40        1,986.60
`)

  const value = await readList(payslip, 'List all deductions and their amounts')

  expect(value).toEqual([
    { DEDUCTIONS: 'PAYE tax', amounts: 340.4 },
    { DEDUCTIONS: 'National Insurance', amounts: 136.17 },
    { DEDUCTIONS: 'Pension', amounts: 137.51 },
  ])
})

test('glues neither the heading of a group nor an incomplete row to the row above', async () => {
  const invoice = monospacedDocument(`
Pos    Leistung                   Menge    Einheit    Einzelpreis    Gesamtpreis
1.1    Pumpe mit Isolierschale        1    Stk             684,00         684,00
1.2    Kugelhahn                      2    Stk              41,80          83,60
1.3    Dichtmaterial                       psch                            18,50

       Titel 2: Arbeit
2.1    Monteurstunden              7,25    Std              64,00         464,00
2.2    Anfahrt                        3    Fahrt            28,00          84,00
`)

  const value = await readList(invoice, 'Leistungen: Leistung, Menge, Gesamtpreis')

  expect(value).toEqual([
    { Leistung: 'Pumpe mit Isolierschale', Menge: 1, Gesamtpreis: 684 },
    { Leistung: 'Kugelhahn', Menge: 2, Gesamtpreis: 83.6 },
    { Leistung: 'Dichtmaterial', Menge: null, Gesamtpreis: 18.5 },
    { Leistung: 'Monteurstunden', Menge: 7.25, Gesamtpreis: 464 },
    { Leistung: 'Anfahrt', Menge: 3, Gesamtpreis: 84 },
  ])
})

test('takes what is below two readings of a meter for no third one, and a row number for no value', async () => {
  const readings = monospacedDocument(`
Datum         Zählerstand   Ableseart
31.12.2024        48.112    Ablesung Kunde
31.12.2025        50.587    Ablesung Netzbetreiber
Verbrauch          2.475
`)
  const points = monospacedDocument(`
Point     Reference °C    Reading °C    Deviation K
1                 0.00          0.04           0.04
2                25.00         24.97          -0.03
3                80.00         80.11           0.11
`)

  expect(await readList(readings, 'Zählerstände: Datum, Stand, Ableseart')).toHaveLength(2)
  expect(
    await readList(points, 'Measuring points: reference temperature, reading, deviation'),
  ).toMatchObject([
    { 'reference temperature': 0, reading: 0.04 },
    { 'reference temperature': 25, reading: 24.97 },
    { 'reference temperature': 80, reading: 80.11 },
  ])
})

test('finds a column by initials, by its unit, and as the only one of money', async () => {
  const offers = monospacedDocument(`
Item          Term (months)     Actual cash value     Charge
Roof                     36              7,395.00      19.40
Gutters                  60                784.35      19.90
Shed                     51                870.00      19.90
`)

  const value = await readList(offers, 'Columns: item, months, ACV, fee')

  expect(value).toEqual([
    { item: 'Roof', months: 36, ACV: 7395, fee: 19.4 },
    { item: 'Gutters', months: 60, ACV: 784.35, fee: 19.9 },
    { item: 'Shed', months: 51, ACV: 870, fee: 19.9 },
  ])
})
