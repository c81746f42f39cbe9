import { describe, expect, test } from 'vitest'
import { askText as ask } from '../testing/ask-text.ts'

describe('what is left of an amount', () => {
  const bill = `
 Halmer Tools Ltd
 Invoice no. 5512
 Net       200.00
 VAT        40.00
 Total     240.00
`
  const questions = [
    'balance still due',
    'Offener Restbetrag',
    'Reste à payer',
    'How much is left to pay?',
  ]

  test.each(questions)('is the total where the document names no payment: %s', async (prompt) => {
    expect(await ask(bill, prompt, 'number')).toBe(240)
  })

  test.each(questions)(
    'is unknown where a part was paid and nobody says the rest: %s',
    async (prompt) => {
      const text = `${bill} Amount paid    100.00\n`

      expect(await ask(text, prompt, 'number')).toBeNull()
    },
  )

  test('is what the document calls so', async () => {
    const text = `${bill} Paid by card   100.00\n Balance due    140.00\n`

    expect(await ask(text, 'balance still due', 'number')).toBe(140)
  })

  test('is not asked for by a question for the amount to pay', async () => {
    expect(await ask(bill, 'What is the amount to pay?', 'number')).toBe(240)
  })
})

describe('a document of another kind', () => {
  const slip = `
 Ostrander Seeds GmbH
 Feldweg 9, 37073 Göttingen

 Lieferschein Nr. LS-204
 Datum: 14.02.2026

 Menge    Artikel
 12       Saatgut Hafer
 3        Saatgut Gerste
`
  test.each([
    ['invoice date', 'date'],
    ['Rechnungsnummer', 'text'],
    ['Date of the reminder', 'date'],
    ['Date de la facture', 'date'],
    ['Contract date', 'date'],
  ] as const)('has no %s', async (prompt, type) => {
    expect(await ask(slip, prompt, type)).toBeNull()
  })

  test('has its own date', async () => {
    expect(await ask(slip, 'Datum', 'date')).toBe('2026-02-14')
  })

  test('has the date of an invoice when its title says so', async () => {
    const bill = slip.replace('Lieferschein Nr. LS-204', 'Rechnung Nr. LS-204')

    expect(await ask(bill, 'invoice date', 'date')).toBe('2026-02-14')
  })

  test('is not named by the party that an invoice goes to', async () => {
    const text = slip.replace('Datum:', 'Rechnung an: Hof Berger\n Datum:')

    expect(await ask(text, 'invoice date', 'date')).toBeNull()
  })

  const payslip = `
 Payslip March 2026
 Orley Marine Ltd
 Basic pay          2,400.00
 Income tax           310.00
 Net pay            2,090.00
`
  test.each(['Total before tax', 'Total including VAT', 'VAT amount'])(
    'such as a payslip has no amount of a sale: %s',
    async (prompt) => {
      expect(await ask(payslip, prompt, 'number')).toBeNull()
    },
  )

  test('such as a payslip has its own amounts, which a bill has not', async () => {
    const bill = `
 Orley Marine Ltd
 Invoice no. 81
 Net amount   2,090.00
 VAT            418.00
 Total        2,508.00
`
    expect(await ask(payslip, 'Net pay', 'number')).toBe(2090)
    expect(await ask(bill, 'Net pay', 'number')).toBeNull()
    expect(await ask(bill, 'Gross salary', 'number')).toBeNull()
    expect(await ask(bill, 'Net amount', 'number')).toBe(2090)
  })
})

describe('what a question says more than its field', () => {
  const letterhead = `
 Birchmoor Dental Practice
 Tel. 0113 496 0120
 Statement period: 01/03/2026 to 31/03/2026
`
  test.each(['Second phone number', 'Previous phone number', 'Notice period'])(
    'must be said of the value: %s',
    async (prompt) => {
      expect(await ask(letterhead, prompt)).toBeNull()
    },
  )

  test('does not hide the value that has it', async () => {
    const text = `${letterhead} Second phone: 0113 496 0199\n`

    expect(await ask(text, 'Second phone number')).toBe('0113 496 0199')
    expect(await ask(letterhead, 'phone number')).toBe('0113 496 0120')
  })

  test('is no place for a number that identifies nothing', async () => {
    const text = `
 Kurverwaltung Nord
 Eingeräumter Rahmen:   2.500,00 EUR
 Zimmer Nr.:            214
`
    expect(await ask(text, 'room number')).toBe('214')
    expect(await ask(text.replace(/ Zimmer.*\n/, ''), 'room number')).toBeNull()
  })
})

describe('the currency of a question', () => {
  const bill = `
 Halmer Tools Ltd
 Invoice no. 5512
 Total     £240.00
`
  test('must be that of the amount', async () => {
    expect(await ask(bill, 'Total in pounds', 'number')).toBe(240)
    expect(await ask(bill, 'Total in £', 'number')).toBe(240)
    expect(await ask(bill, 'Total in US dollars', 'number')).toBeNull()
    expect(await ask(bill, 'Total in EUR', 'number')).toBeNull()
  })
})

describe('a party of few documents', () => {
  test('is not shown by the rows of a table', async () => {
    const text = `
 Talbank eG
 Kontoauszug 3/2026

 Datum    Text                   Betrag
 02.03.   Miete Gartenweg 4      890,00-
 05.03.   Gehalt Optik Lahn    3.012,55
`
    expect(await ask(text, 'Who is the landlord?')).toBeNull()
    expect(await ask(text, 'Name of the employer')).toBeNull()
  })

  test('is not shown by a part of another word', async () => {
    const text = `
 Baustoffe Greinert OHG
 Lieferschein 88
 Sachbearbeiter:   Frau Zell
`
    expect(await ask(text, 'Name of the employer')).toBeNull()
  })

  test('is not the person of another kind of document', async () => {
    const form = `
 Anmeldung Kita Regenbogen
 Name, Vorname:   Yilmaz, Selma
`
    expect(await ask(form, 'Passenger name')).toBeNull()
  })
})
