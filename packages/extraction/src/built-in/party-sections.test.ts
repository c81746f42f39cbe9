import type { FieldType } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'

async function ask(text: string, prompts: readonly string[], type: FieldType = 'text') {
  const questions = prompts.map((prompt, index) => ({ key: `field_${index}`, prompt, type }))
  const answers = await answerWithoutModel(monospacedDocument(text), questions)
  return answers.map(({ value }) => value)
}

const labeledForm = `
 Credit note          No. 55-018      of     07.11.2025

 Supplier
 Number:                 8841
 Name:                   Glenbrook Tiles Ltd
 Address:                7 Quarry Road
                         Sheffield S3 8NT
 Tax number:             117/223/9981
 VAT ID:                 GB123456789

 Customer/bill recipient
 Number:                 C-2207
 Name:                   Harper & Lane Interiors
 Address:                19 Mill Street
                         Leeds LS1 4AB
 VAT ID:                 GB987654321

 Remarks

 Credit for order no. 99120 of 01.10.2025
`

const plainForm = `
 Verkäufer:
 Nummer   : 8841
 Globale Nummer : 4000001123452
 Steinwerk Auer GmbH
 Bergweg 7
 83022 Rosenheim
 Steuernummer : 156/223/99810
 Käufer:
 Nummer   : K-2207
 Naturhaus Lindner KG
 Mühlgasse 19
 93047 Regensburg


 Gutschrift zur Bestellung Nr. 99120
`

describe('a form with a part about each party', () => {
  test('gives the names, addresses and numbers of the right party', async () => {
    expect(
      await ask(labeledForm, [
        'Who issued this?',
        'Name of the customer',
        'VAT ID of the supplier',
        "customer's VAT ID",
        'Tax number',
        'Customer address',
      ]),
    ).toEqual([
      'Glenbrook Tiles Ltd',
      'Harper & Lane Interiors',
      'GB123456789',
      'GB987654321',
      '117/223/9981',
      '19 Mill Street Leeds LS1 4AB',
    ])
  })

  test('does so where only numbers have labels', async () => {
    expect(
      await ask(plainForm, ['Name des Lieferanten', 'An wen ist sie gerichtet?', 'Kundenadresse']),
    ).toEqual(['Steinwerk Auer GmbH', 'Naturhaus Lindner KG', 'Mühlgasse 19 93047 Regensburg'])
  })

  test('has its number and date in the title, not in a remark about an order', async () => {
    expect(await ask(labeledForm, ['invoice number'])).toEqual(['55-018'])
    expect(await ask(labeledForm, ['Invoice date'], 'date')).toEqual(['2025-11-07'])
  })

  test('has no VAT ID where only a tax number is printed', async () => {
    expect(await ask(plainForm, ['USt-IdNr.', 'Steuernummer'])).toEqual([null, '156/223/99810'])
  })
})

test('a legal form alone is no name', async () => {
  const document = `
 Lieferant GmbH
 Lieferweg 20
 80333 München

 Rechnung Nr. 12
 Gesamtbetrag   119,00 EUR
`
  expect(await ask(document, ['Name des Verkäufers'])).toEqual(['Lieferant GmbH'])
})

describe('an amount is meant by what the question says about tax and payment', () => {
  const invoice = `
 Nordlicht Druck GmbH
 Rechnung Nr. 77
 Nettobetrag             100,00
 Umsatzsteuer 19 %        19,00
 Gesamtbetrag            119,00
`
  test.each([
    ['What does it cost without VAT?', 100],
    ['Wie hoch ist der Betrag ohne Umsatzsteuer?', 100],
    ['Montant hors taxes', 100],
    ['¿Cuánto es el total con IVA?', 119],
    ['Totale IVA inclusa', 119],
    ['How much is left to pay?', 119],
    ['How much VAT is charged?', 19],
    ['Sales tax in money, not in per cent', 19],
  ] as const)('%s', async (prompt, amount) => {
    expect(await ask(invoice, [prompt], 'number')).toEqual([amount])
  })
})
