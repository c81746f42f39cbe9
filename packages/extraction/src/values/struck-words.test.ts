import type { DocumentText } from '@recto/document-text/model'
import { expect, test } from 'vitest'
import { wholeText } from '../ask/document-work.ts'
import { answerWithoutModel } from '../built-in/answer-without-model.ts'
import { monospacedDocument } from '../testing/monospaced-document.ts'

/** A document of which some words are struck out. */
function withStruck(text: string, ...texts: readonly string[]): DocumentText {
  const document = monospacedDocument(text)
  const pages = document.pages.map((page) => ({
    ...page,
    words: page.words.map((word) =>
      texts.includes(word.text) ? { ...word, isStruck: true as const } : word,
    ),
  }))
  return { ...document, pages }
}

const offer = 'Offer of 3 May 2024\nPrice: 99.00 79.00 EUR\nDelivery: 5.00 EUR'
const question = { key: 'price', prompt: 'What is the price?', type: 'number' } as const

test('a struck price is not the price', async () => {
  const [answer] = await answerWithoutModel(withStruck(offer, '99.00'), [question])
  const [plainAnswer] = await answerWithoutModel(withStruck(offer), [question])

  expect(answer).toMatchObject({
    value: 79,
    evidence: [{ quote: expect.stringContaining('79.00') }],
  })
  expect(plainAnswer?.value).not.toBe(79)
})

test('the text for a model says what is struck', () => {
  expect(wholeText(withStruck(offer, '99.00'))).toContain('Price: ~~99.00~~ 79.00 EUR')
  expect(wholeText(withStruck(offer))).not.toContain('~~')
})
