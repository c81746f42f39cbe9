import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'

async function findDate(text: string) {
  const question = { key: 'date', prompt: 'date of the letter', type: 'date' as const }
  const [answer] = await answerWithoutModel(monospacedDocument(text), [question])
  return answer?.value
}

describe('the date of a document without a label for it', () => {
  test('is never taken from a sentence', async () => {
    expect(
      await findDate(`
We met on 3 May 2026 and will meet again on 9 June 2026.
Payment was made before 4 May 2026 by cheque as agreed.
`),
    ).toBe(null)
  })

  test.each([
    ['Nantes, le 18 juin 2026', '2026-06-18'],
    ['Landshut, den 14. Februar 2026', '2026-02-14'],
    ['Madrid, a 3 de mayo de 2026', '2026-05-03'],
    ['Fattura n. 18/2026 del 31/03/2026', '2026-03-31'],
  ])('is found in "%s", and not beside a more specific label', async (line, day) => {
    expect(
      await findDate(`
${line}

Object: 4711
Date of loss: 02.01.2026

On 5 January 2026 we wrote to you that the papers of 6 January 2026 are missing.
`),
    ).toBe(day)
  })
})
