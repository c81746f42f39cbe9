import type { FieldType } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../../testing/monospaced-document.ts'
import { answerWithoutModel } from '../answer-without-model.ts'

type PromptWithType = readonly [prompt: string, type: FieldType]

async function ask(text: string, ...prompts: readonly PromptWithType[]) {
  const questions = prompts.map(([prompt, type], index) => ({
    key: `value_${index}`,
    prompt,
    type,
  }))
  const answers = await answerWithoutModel(monospacedDocument(text), questions)
  return answers.map(({ value }) => value)
}

describe('a label in another language or in other words', () => {
  const rentBill = `
Hausverwaltung Mohnfeld

Kaltmiete:            612,50 EUR
Kaution:              1.225,00 EUR
Wohnfläche:           58 m²
Kündigungsfrist:      drei Monate
Vertragsbeginn:       01.08.2024`

  test('is found by its concepts', async () => {
    expect(
      await ask(
        rentBill,
        ['How large is the flat?', 'number'],
        ['security deposit', 'number'],
        ['Quel est le loyer de base ?', 'number'],
        ['When did the contract start?', 'date'],
        ['notice period', 'text'],
      ),
    ).toEqual([null, 1225, 612.5, '2024-08-01', 'drei Monate'])
  })

  test('is not found when the question says something else', async () => {
    expect(
      await ask(
        rentBill,
        ['previous rent', 'number'],
        ['deposit for the keys', 'number'],
        ['When does the contract end?', 'date'],
        ['floor area', 'number'],
      ),
    ).toEqual([null, null, null, 58])
  })

  test('is found in questions with explanations and requests', async () => {
    expect(
      await ask(rentBill, [
        'Could you please tell me the security deposit? It is usually near the rent. Answer with a number.',
        'number',
      ]),
    ).toEqual([1225])
  })
})

describe('the cell of a table', () => {
  const earnings = `
Quellwerk Naturkost AG

Bezeichnung            Laufender Monat       Kumuliert
Grundgehalt            2.900,00              26.100,00
Überstunden            140,00                310,00
Gesamtbrutto           3.040,00              26.410,00`

  test('is chosen by the row and the column that the question names', async () => {
    expect(
      await ask(
        earnings,
        ['overtime this month', 'number'],
        ['overtime for the year to date', 'number'],
        ['gross pay, year to date', 'number'],
      ),
    ).toEqual([140, 310, 26410])
  })

  const figures = `
Kesselbach Maschinenbau GmbH

in EUR                 2023             2024
Umsatzerlöse           841.200,50       907.700,10
Materialaufwand        330.500,00       369.000,00`

  test('is that of the year that the question names, and none for another year', async () => {
    expect(
      await ask(
        figures,
        ['revenue in 2023', 'number'],
        ['Umsatzerlöse 2024', 'number'],
        ['turnover in 2022', 'number'],
      ),
    ).toEqual([841200.5, 907700.1, null])
  })

  const analysis = `
Labor am Kanal

Parameter        Ergebnis    Einheit    Referenzbereich    Vorwert
Kalium           4,4         mmol/l     3,5 - 5,1          4,0
Thrombozyten     231         /nl        150 - 400          250`

  test('is the result unless the question names another column', async () => {
    expect(
      await ask(
        analysis,
        ['potassium result', 'number'],
        ['previous potassium', 'number'],
        ['Reference range of the platelets', 'text'],
      ),
    ).toEqual([4.4, 4, '150 - 400'])
  })
})

describe('a value in running text', () => {
  const agreement = `
The tenant pays a monthly rent of GBP 945.00 and a deposit of GBP 1,890.00 before moving in.
Either side may end the agreement with a notice of two months to the end of a month.
The subscription rises from GBP 41.00 to GBP 46.50 when the term has been extended.`

  test('belongs to the words of its own clause', async () => {
    expect(
      await ask(
        agreement,
        ['Höhe der Kaution', 'number'],
        ['What is the rent per month?', 'number'],
        ['notice period', 'text'],
        ['previous subscription', 'number'],
        ['new subscription', 'number'],
      ),
    ).toEqual([1890, 945, 'two months', 41, 46.5])
  })

  test('does not answer for what the text does not mention', async () => {
    expect(
      await ask(agreement, ['rent for the garage', 'number'], ['probation period', 'text']),
    ).toEqual([null, null])
  })
})

describe('options of a form', () => {
  const form = `
Enrolment

Kind of membership      Family     X Single     Supporting
Do you need a locker key?      Yes     X No
Is a lift needed?              Yes       No`

  test('are answered from the ticked one only', async () => {
    expect(
      await ask(
        form,
        ['Kind of membership', 'text'],
        ['Is a locker key needed?', 'boolean'],
        ['Is a lift needed?', 'boolean'],
      ),
    ).toEqual(['Single', false, null])
  })
})

test('a heading of the section says whose value it is', async () => {
  const form = `
Landlord
Name          Orla Brennan
Telephone     0207 946 0441

Guarantor
Name          Piet Vos
Telephone     0207 946 0558`

  expect(await ask(form, ['Telefonnummer des Vermieters', 'text'])).toEqual(['0207 946 0441'])
})
