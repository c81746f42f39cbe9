import type { Question } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { toPhrase, toQuestionPhrase } from '../labels/phrases.ts'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'
import { getClassifiedWords, isSameWord, scoreCloseness } from './classify-words.ts'

const score = (label: string, question: string, type: Question['type'] = 'text') =>
  scoreCloseness(
    getClassifiedWords(toPhrase(label)),
    getClassifiedWords(toQuestionPhrase(question)),
    type,
  )

describe('the score of a label for a question', () => {
  test('is 0 when it is about something else, or only similar', () => {
    expect(score('Policy fee', 'Late fee', 'number')).toBe(0)
    expect(score('Electricity used', 'gas consumption in kWh', 'number')).toBe(0)
    expect(isSameWord('employee', 'employer')).toBe(false)
    expect(isSameWord('lessor', 'lessee')).toBe(false)
    expect(isSameWord('contract', 'contact')).toBe(false)
  })

  test('is 0 when it names a number or amount that the question does not ask for', () => {
    expect(score('Employee No', 'Name of the employee')).toBe(0)
    expect(score('Order value', 'order')).toBe(0)
  })

  test('is 1 for other forms of the same words, in any order', () => {
    expect(score('Personal-Nr.', 'Personalnummer')).toBe(1)
    expect(score('Ihr Dispositionskredit', 'Höhe des Dispositionskredits', 'number')).toBe(1)
    expect(score('Eintritt', 'Eintrittsdatum', 'date')).toBe(1)
    expect(score('Ordering physician', 'Who is the ordering physician?')).toBe(1)
  })

  test('is lower when the question also names the party', () => {
    const partialScore = score('First name', 'First name of the applicant')

    expect(partialScore).toBeGreaterThan(0.8)
    expect(partialScore).toBeLessThan(1)
  })
})

async function valuesOf(text: string, questions: readonly Question[]) {
  const answers = await answerWithoutModel(monospacedDocument(text), questions)
  return Object.fromEntries(answers.map(({ key, value }) => [key, value]))
}

describe('a question is answered beside its own words', () => {
  const slip = `
Wages slip                            Personal-Nr.   5512
Employee: Ines Corbel                 Joined: 04.05.2019

Bruttolohn gesamt                3.100,00
Nettoverdienst                   2.101,40
Auszahlungsbetrag                2.081,40
`

  test('although a business field has nearly the same words', async () => {
    const values = await valuesOf(slip, [
      { key: 'net', prompt: 'Nettoverdienst', type: 'number' },
      { key: 'paid_out', prompt: 'Auszahlungsbetrag', type: 'number' },
      { key: 'staff_number', prompt: 'Personalnummer', type: 'text' },
      { key: 'who', prompt: 'What is the name of the employee?', type: 'text' },
      { key: 'bonus', prompt: 'Christmas bonus', type: 'number' },
    ])

    expect(values).toEqual({
      net: 2101.4,
      paid_out: 2081.4,
      staff_number: '5512',
      who: 'Ines Corbel',
      bonus: null,
    })
  })

  test('and not by a business field with a less specific label', async () => {
    const values = await valuesOf(
      `
CREDIT MEMO                  Date: 4 May 2026
Invoice No:  CM-77
Original Invoice: A-1203
`,
      [
        { key: 'original', prompt: 'number of the original invoice', type: 'text' },
        { key: 'number', prompt: 'invoice number', type: 'text' },
      ],
    )

    expect(values).toEqual({ original: 'A-1203', number: 'CM-77' })
  })

  test('when the value resembles a label because of its letters', async () => {
    const values = await valuesOf(
      `
Bill To                 Ship To              Invoice #     HP-3312
Corner Bakery LLC       Corner Bakery        Date          05/14/2026
12 Hill Street          14 Hill Street       Terms         Net 30
`,
      [
        { key: 'invoice_number', prompt: 'invoice number', type: 'text' },
        { key: 'terms', prompt: 'payment terms', type: 'text' },
      ],
    )

    expect(values).toEqual({ invoice_number: 'HP-3312', terms: 'Net 30' })
  })
})

describe('a question for a name', () => {
  test.each([
    ['Name des Geschäfts', 'seller'],
    ['nom du restaurant', 'seller'],
    ['Nombre de la tienda', 'seller'],
    ['name of the shop', 'seller'],
    ['haendler', 'haendler'],
  ])('“%s” asks for the issuer of the document', async (prompt, key) => {
    const { [key]: value } = await valuesOf(
      `
   Corner Bakery GmbH
     Hauptstr. 4
   80331 München
 Tel. 089 1234567

 Total     12,00
`,
      [{ key, prompt, type: 'text' }],
    )

    expect(value).toBe('Corner Bakery GmbH')
  })
})
