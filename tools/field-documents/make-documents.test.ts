import { openReader } from '@recto/document-reader/open-reader'
import type { DocumentText } from '@recto/document-text/model'
import { afterAll, describe, expect, test } from 'vitest'
import { makeDocuments } from './make-documents.ts'
import { languages, wordsOf } from './words.ts'

const reader = openReader({ threads: 1 })
afterAll(() => reader.close())

const lettersOf = (text: string) => text.normalize('NFC').replace(/[^\p{L}\p{N}]/gu, '')
const textOf = ({ pages }: DocumentText) =>
  lettersOf(pages.flatMap(({ words }) => words.map(({ text }) => text)).join(''))

/** Takes one document of each layout, each in another language than the previous one. */
const sampleOf = (half: 'open' | 'kept') => makeDocuments(half, 7, 3).filter((_, i) => i % 3 === 0)

describe.each(['open', 'kept'] as const)('the %s half', (half) => {
  test('prints all requested values, and is deterministic', async () => {
    const missingParts: unknown[] = []
    for (const document of sampleOf(half)) {
      const text = textOf(await reader.read(await document.draw(), { name: 'made.pdf' }))
      const truths = document.askedFields.flatMap(({ truth }) => truth ?? [])
      const parts = truths
        .filter(({ field }) => field !== 'currency')
        .flatMap(({ field, text }) => text.split(', ').map((part) => [field, part] as const))
      missingParts.push(
        ...parts
          .filter(([, part]) => !text.includes(lettersOf(part)))
          .map((m) => [document.name, ...m]),
      )
      expect(truths.length).toBeGreaterThan(5)
    }

    expect(missingParts).toEqual([])
    expect(makeDocuments(half, 7, 1).map(({ askedFields }) => askedFields)).toEqual(
      makeDocuments(half, 7, 1).map(({ askedFields }) => askedFields),
    )
  })
})

test('the held-out half has its own word for most fields, in every language', () => {
  for (const language of languages) {
    const openWords = wordsOf(language, 'open')
    const heldOutWords = wordsOf(language, 'kept')
    const firstChoice = { happens: () => true, whole: () => 0, digits: () => '', pick: first }
    for (const field of ['total', 'due_date', 'invoice_number', 'closing_balance', 'full_name']) {
      const openLabel = openWords.label(field, firstChoice)
      const heldOutLabel = heldOutWords.label(field, firstChoice)
      expect([
        openLabel.isSynonym,
        heldOutLabel.isSynonym,
        openLabel.text === heldOutLabel.text,
      ]).toEqual([true, true, false])
    }
  }
})

function first<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error('There is nothing to pick from.')
  return one
}
