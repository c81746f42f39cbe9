import type { Question } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'

async function valuesOf(text: string, questions: readonly Question[]) {
  const answers = await answerWithoutModel(monospacedDocument(text), questions)
  return Object.fromEntries(answers.map(({ key, value }) => [key, value]))
}

const lease = `
                       OFFICE LEASE

This lease is made on March 2, 2026 between Birch Row Holdings, Inc. ("Lessor")
and Oren Falk Studio LLC (hereinafter "Lessee") for the rooms on the second floor.

The term of the lease begins on April 1, 2026 and ends on March 31, 2029. The
Lessee shall pay a monthly rent of $2,450.00, due on the first of each month.

If rent is not paid within 5 days, a late fee of $60.00 is added. A sum of
$4,900.00 is paid as a security deposit before the keys are handed over.
`

describe('running text', () => {
  test('gives no answer when no sentence has all words of the question, or two sentences disagree', async () => {
    const values = await valuesOf(
      `${lease}
From then on the monthly rent is $2,510.00.
`,
      [
        { key: 'parking', prompt: 'monthly parking fee', type: 'number' },
        { key: 'rent', prompt: 'monthly rent', type: 'number' },
        { key: 'guarantor', prompt: 'Who is the guarantor?', type: 'text' },
        { key: 'renewal', prompt: 'When does the option to renew expire?', type: 'date' },
      ],
    )

    expect(values).toEqual({ parking: null, rent: null, guarantor: null, renewal: null })
  })

  test('answers with the date or amount after the words of the question, or the only one in the sentence', async () => {
    const values = await valuesOf(lease, [
      { key: 'begin', prompt: 'When does the lease begin?', type: 'date' },
      { key: 'end', prompt: 'When does the lease end?', type: 'date' },
      { key: 'rent', prompt: 'Monthly rent', type: 'number' },
      { key: 'late_fee', prompt: 'late fee', type: 'number' },
      { key: 'deposit', prompt: 'security deposit', type: 'number' },
    ])

    expect(values).toEqual({
      begin: '2026-04-01',
      end: '2029-03-31',
      rent: 2450,
      late_fee: 60,
      deposit: 4900,
    })
  })

  test('answers with the name before a role defined in brackets', async () => {
    const values = await valuesOf(lease, [
      { key: 'lessor', prompt: 'name of the lessor', type: 'text' },
      { key: 'lessee', prompt: 'Who is the lessee?', type: 'text' },
    ])

    expect(values).toEqual({ lessor: 'Birch Row Holdings, Inc.', lessee: 'Oren Falk Studio LLC' })
  })
})

describe('a form', () => {
  test('answers yes or no by the ticked box, and not when none or both are ticked', async () => {
    const values = await valuesOf(
      `
Do you own a car?               [X] Yes    [ ] No
Any unspent convictions?        [ ] Yes    [X] No
Do you smoke?                   [X] Yes    [X] No
Are you a member?               [ ] Yes    [ ] No
`,
      [
        { key: 'car', prompt: 'Does the applicant own a car?', type: 'boolean' },
        {
          key: 'convictions',
          prompt: 'Does the applicant have unspent convictions?',
          type: 'boolean',
        },
        { key: 'member', prompt: 'Are you a member?', type: 'boolean' },
      ],
    )

    expect(values).toEqual({ car: true, convictions: false, member: null })
  })

  test('answers with the address below the name that a label announces', async () => {
    const values = await valuesOf(
      `
Policy number        77-1
Named Insured        Gloria Haas
                     1108 Elm Crossing
                     Boise, ID 83702
Agent                Sawtooth Services
`,
      [{ key: 'address', prompt: 'address of the insured', type: 'text' }],
    )

    expect(values.address).toBe('1108 Elm Crossing Boise, ID 83702')
  })
})

describe('a receipt', () => {
  test('answers with the last digits of the only card on it', async () => {
    const question: Question = {
      key: 'card',
      prompt: 'last four digits of the card',
      type: 'text',
    }
    const ask = (lines: string) => valuesOf(` TOTAL          15.79\n${lines}`, [question])

    expect(await ask(' VISA ************4417   15.79')).toEqual({ card: '4417' })
    expect(await ask(' CASH   15.79')).toEqual({ card: null })
    expect(await ask(' VISA ****4417   10.00\n AMEX XXXX-9981   5.79')).toEqual({ card: null })
  })
})

describe('a bill', () => {
  test('answers with the number before the requested unit, in a line with the words of the question', async () => {
    const values = await valuesOf(
      `
Electricity used  612 kWh at 24.50p               £149.94
Standing charge   91 days at 60.97p                £55.48
`,
      [
        { key: 'usage', prompt: 'Electricity consumption in kWh', type: 'number' },
        { key: 'gas', prompt: 'Gas consumption in kWh', type: 'number' },
      ],
    )

    expect(values).toEqual({ usage: 612, gas: null })
  })

  test('does not read an article code that begins with three capitals as an amount', async () => {
    const document = monospacedDocument(`
Code      Description        Qty     Price    Amount
PAP-80    Paper, 80 g        120      3.45    414.00
CLA-21    Folder, large       60      2.10    126.00
`)
    const [answer] = await answerWithoutModel(document, [
      { key: 'items', prompt: 'line items', type: 'line-item' },
    ])

    expect(answer?.value).toMatchObject([{ Code: 'PAP-80' }, { Code: 'CLA-21' }])
  })
})
