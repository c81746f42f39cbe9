import type { FieldType } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../../testing/monospaced-document.ts'
import { answerWithoutModel } from '../answer-without-model.ts'

const cardStatement = `
Prairie Credit Union            Visa Rewards
Cardholder                      Dorothy Kowalczyk
Authorized user                 Ethan Kowalczyk
Statement closing date          10/12/2025
Payment due date                11/08/2025
Previous balance                1,284.60
Minimum payment due             35.00
Credit limit                    9,500.00
New balance                     $866.27
`

async function ask(text: string, prompt: string, type: FieldType) {
  const [answer] = await answerWithoutModel(monospacedDocument(text), [
    { key: 'answer', prompt, type },
  ])
  return answer
}

describe('a question in other words than those of the document', () => {
  test.each<readonly [string, FieldType, string | number]>([
    ['By when must the payment be in?', 'date', '2025-11-08'],
    ['smallest amount that has to be paid', 'number', 35],
  ])('is answered by the value whose label says most of it: %s', async (prompt, type, value) => {
    const answer = await ask(cardStatement, prompt, type)

    expect(answer?.value).toBe(value)
    expect(answer?.evidence).toHaveLength(1)
    expect(answer?.confidence?.whole).toBeLessThan(0.99)
  })
})

describe('a value is no answer', () => {
  test.each<readonly [string, FieldType]>([
    ['second cardholder', 'text'],
    ['previous credit limit', 'number'],
    ['deposit for the safe', 'number'],
    ['registration number of the vehicle', 'text'],
    ['email of the branch manager', 'email'],
  ])('if the words around it say something else: %s', async (prompt, type) => {
    expect((await ask(cardStatement, prompt, type))?.value).toBeNull()
  })

  test('if another one is as likely', async () => {
    const text = `
Cleaning of the hall            120.00
Cleaning of the kitchen          85.00
`

    expect((await ask(text, 'cost of the weekly cleaning', 'number'))?.value).toBeNull()
  })
})
