import type { Question } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'

async function valuesOf(text: string, questions: readonly Question[]) {
  const answers = await answerWithoutModel(monospacedDocument(text), questions)
  return Object.fromEntries(answers.map(({ key, value }) => [key, value]))
}

describe('a reminder', () => {
  test('has a sender, an addressee and a date, even when the question calls it by its title', async () => {
    const values = await valuesOf(
      `
Technik Hallmann GmbH & Co. KG
Gewerbepark 4 · 29221 Celle · Tel. 05141 / 88 770

Autohaus Peine GmbH
Schillerstraße 30
31224 Peine
                                                      Celle, 05.06.2026

2. Mahnung

Offener Gesamtbetrag               1.300,70 EUR
`,
      [
        { key: 'from', prompt: 'Wer hat die Mahnung geschickt?', type: 'text' },
        { key: 'from_where', prompt: 'Adresse des Absenders', type: 'text' },
        { key: 'to', prompt: 'Empfänger der Mahnung', type: 'text' },
        { key: 'day', prompt: 'Datum der Mahnung', type: 'date' },
        { key: 'tax_number', prompt: 'Steuernummer', type: 'text' },
      ],
    )

    expect(values).toEqual({
      from: 'Technik Hallmann GmbH & Co. KG',
      from_where: 'Gewerbepark 4 · 29221 Celle',
      to: 'Autohaus Peine GmbH',
      day: '2026-06-05',
      tax_number: null,
    })
  })
})

describe('a question', () => {
  test('for a return date is not read as an imperative', async () => {
    const values = await valuesOf(
      `
Renter:    Yusuf Demir             Return:    07/23/2026 09:15 AM
Account #: LO-448201               Transport: collected by customer
Boise, ID 83702
`,
      [
        { key: 'back', prompt: 'Return date', type: 'date' },
        { key: 'renter', prompt: 'Return the name of the renter', type: 'text' },
        { key: 'account', prompt: 'account number', type: 'text' },
      ],
    )

    expect(values).toEqual({ back: '2026-07-23', renter: 'Yusuf Demir', account: 'LO-448201' })
  })

  test('for a name is not answered with a count', async () => {
    const { name } = await valuesOf('Nombre de parts      2,50\nMontant    3,00', [
      { key: 'name', prompt: 'Nom du contribuable', type: 'text' },
    ])

    expect(name).toBe(null)
  })
})

describe('numeric dates', () => {
  test('have the month first in a document with a US address', async () => {
    const { date } = await valuesOf(
      `
  RIVERBEND HARDWARE
  4420 Old Mill Road
  Paducah, KY 42001
 03-08-2026  14:22
 TOTAL        54.52
`,
      [{ key: 'date', prompt: 'date', type: 'date' }],
    )

    expect(date).toBe('2026-03-08')
  })
})
