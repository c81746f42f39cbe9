import type { FieldType } from '@recto/provider-spec/answer'
import { expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'

/**
 * Answers the questions in the keys of `expectedValues`; a type can follow the key: `total:number`.
 */
async function readValues(text: string, expectedValues: Readonly<Record<string, unknown>>) {
  const questions = Object.keys(expectedValues).map((name) => {
    const [key = '', type = 'text'] = name.split(':')
    return { key: name, prompt: key.replaceAll('_', ' '), type: type as FieldType }
  })
  const answers = await answerWithoutModel(monospacedDocument(text), questions)
  return Object.fromEntries(answers.map(({ key, value }) => [key, value]))
}

test('reads an invoice in Polish, with each number and address of the right party', async () => {
  const expectedValues = {
    invoice_number: 'FV/2026/118',
    'invoice_date:date': '2026-03-12',
    invoice_date: '12 marca 2026',
    'due_date:date': '2026-03-26',
    'delivery_date:date': '2026-03-10',
    payment_method: 'przelew',
    'total:number': 848.7,
    'net_amount:number': 690,
    'vat_amount:number': 158.7,
    'vat_rate:number': 23,
    vat_rate: '23%',
    seller_name: 'Kwiaciarnia Magnolia sp. z o.o.',
    supplier_address: 'ul. Lipowa 12 30-002 Kraków',
    supplier_city: 'Kraków',
    supplier_vat_number: '676-24-51-210',
    customer_name: 'Harbour Cafe Sp. z o.o.',
    customer_address: 'ul. Morska 3 81-001 Gdynia',
    customer_vat_number: '958-00-00-111',
    currency: 'PLN',
    iban: null,
    order_number: null,
  }

  expect(
    await readValues(
      `
Kwiaciarnia Magnolia sp. z o.o.
ul. Lipowa 12
30-002 Kraków
NIP: 676-24-51-210        tel. 12 345 67 89

                      Faktura VAT nr FV/2026/118
Data wystawienia: 12 marca 2026
Data sprzedaży: 10 marca 2026
Termin płatności: 26.03.2026
Sposób płatności: przelew

Nabywca:
Harbour Cafe Sp. z o.o.
ul. Morska 3
81-001 Gdynia
NIP: 958-00-00-111

Lp  Nazwa             Ilość   Cena     Wartość
1   Bukiet            10      45,00    450,00
2   Doniczka          2       120,00   240,00

            Razem netto      690,00 zł
            VAT 23%          158,70 zł
            Do zapłaty       848,70 zł
`,
      expectedValues,
    ),
  ).toEqual(expectedValues)
})

test('reads an invoice in Czech with the parties side by side', async () => {
  const expectedValues = {
    invoice_number: '20260117',
    'date:date': '2026-05-05',
    'due_date:date': '2026-05-19',
    'total:number': 2819.3,
    'net_amount:number': 2330,
    'tax_amount:number': 489.3,
    seller_name: 'Papírnictví Novák s.r.o.',
    seller_address: 'Dlouhá 7 602 00 Brno',
    customer_name: 'Hotel Modrá Hvězda a.s.',
    supplier_vat_id: 'CZ25596641',
    customer_vat_id: 'CZ27082440',
    payment_method: 'převodem',
    payment_reference: '20260117',
    iban: 'CZ6508000000192000145399',
    currency: 'CZK',
  }

  expect(
    await readValues(
      `
FAKTURA - daňový doklad č. 20260117

Dodavatel:                              Odběratel:
Papírnictví Novák s.r.o.                Hotel Modrá Hvězda a.s.
Dlouhá 7                                Náměstí Míru 2
602 00 Brno                             120 00 Praha
IČO: 25596641                           IČO: 27082440
DIČ: CZ25596641                         DIČ: CZ27082440

Datum vystavení: 5. května 2026
Datum splatnosti: 19. května 2026
Variabilní symbol: 20260117
Způsob úhrady: převodem
Číslo účtu: 19-2000145399/0800
IBAN: CZ65 0800 0000 1920 0014 5399

Popis            Množství     Cena/MJ      Celkem
Papír A4         20           89,00        1 780,00
Tužky            100          5,50         550,00

Základ daně                                2 330,00 Kč
DPH 21 %                                   489,30 Kč
Celkem k úhradě                            2 819,30 Kč
`,
      expectedValues,
    ),
  ).toEqual(expectedValues)
})

test('reads an invoice in Swedish with a delivery address', async () => {
  const expectedValues = {
    invoice_number: '40218',
    'due_date:date': '2026-03-05',
    'total:number': 3058,
    'net:number': 2730,
    'tax:number': 327.6,
    customer_number: '1187',
    seller_name: 'Björkens Bageri AB',
    customer_name: 'Norrsken Café HB',
    delivery_address: 'Hamngatan 9 111 47 Stockholm',
    payment_reference: '4021811872',
    account_number: '5050-1055',
    iban: null,
  }

  expect(
    await readValues(
      `
Björkens Bageri AB                              FAKTURA
Storgatan 14                                    Fakturanr: 40218
411 38 Göteborg                                 Fakturadatum: 2026-02-03
Org.nr: 556036-0793                             Förfallodatum: 2026-03-05
                                                Kundnr: 1187
Fakturaadress:               Leveransadress:
Norrsken Café HB             Norrsken Lager
Kungsgatan 2                 Hamngatan 9
111 43 Stockholm             111 47 Stockholm

Beskrivning              Antal    À-pris     Belopp
Surdegsbröd              40       32,00      1 280,00
Kanelbullar              100      14,50      1 450,00

Summa exkl. moms                             2 730,00
Moms 12 %                                      327,60
Öresavrundning                                   0,40
Att betala                                   3 058,00 kr

Bankgiro 5050-1055      OCR 4021811872
`,
      expectedValues,
    ),
  ).toEqual(expectedValues)
})

test('reads dates in sentences and ranges, as printed for text questions', async () => {
  const expectedValues = {
    date: '02 Juillet 2015',
    'invoice_date:date': '2015-07-02',
    invoice_number: 'F-1507',
    'period_start:date': '2015-06-01',
    'period_end:date': '2015-06-30',
    seller_name: 'ATELIER DES TROIS LUNES',
    seller_address: '14 rue des Tanneurs 69005 Lyon',
    customer_name: 'M. Paul Girard',
    payment_method: 'chèque',
  }

  expect(
    await readValues(
      `
ATELIER DES TROIS LUNES
14 rue des Tanneurs
69005 Lyon
Tél. 04 72 00 11 22

FACTURE du 02 Juillet 2015 n° F-1507
Client : M. Paul Girard

Prestation du 01/06/2015 au 30/06/2015           1 200,00
TVA non applicable, art. 293 B du CGI
Net à payer : 1 200,00 €
Règlement par chèque
`,
      expectedValues,
    ),
  ).toEqual(expectedValues)
})

test('does not read a count, discount, loyalty points or an account number as an amount', async () => {
  const expectedValues = {
    'total:number': 16.5,
    'change:number': 3.5,
    'amount_paid:number': 20,
    'tax:number': 2.75,
    'vat_rate:number': 20,
    account_number: '12345678',
    company: 'NORTHGATE HARDWARE',
    address: '12 Mill Road, Leeds LS1 4AB',
    iban: null,
  }

  expect(
    await readValues(
      `
NORTHGATE HARDWARE
12 Mill Road, Leeds LS1 4AB
Tel 0113 496 0155
Receipt no 009912           03/04/2026 14:22
Order 20260403

Hammer            1   12.00
Nails 500g        3    4.50
Item count               4
TOTAL ITEMS    4
SUBTOTAL              16.50
VAT @ 20%              2.75
TOTAL SAVINGS          1.00
TOTAL            GBP  16.50
CASH                  20.00
CHANGE                 3.50
Points balance         120
Account number 12345678
`,
      expectedValues,
    ),
  ).toEqual(expectedValues)
})

test('reads an account statement, whose holder is not the bank', async () => {
  const expectedValues = {
    'opening_balance:number': 1204.5,
    'closing_balance:number': 2504.5,
    account_holder_name: 'Mira Okafor',
    'period_start:date': '2026-01-01',
    'period_end:date': '2026-01-31',
    bank: 'Fjord Savings Bank plc',
    iban: 'GB82WEST12345698765432',
    'total:number': null,
  }

  expect(
    await readValues(
      `
Fjord Savings Bank plc
Account statement
Account holder: Mira Okafor              Account number: 8844 1290
Statement period: 01/01/2026 - 31/01/2026
Opening balance              1,204.50
Date        Description            Paid out   Paid in    Balance
02/01/2026  Rent                   800.00                404.50
15/01/2026  Salary                            2,100.00   2,504.50
Closing balance              2,504.50
IBAN: GB82 WEST 1234 5698 7654 32
`,
      expectedValues,
    ),
  ).toEqual(expectedValues)
})
