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

/** One document of each layout, each in another language than the one before. */
const sampled = (half: 'open' | 'kept') => makeDocuments(half, 7, 3).filter((_, i) => i % 3 === 0)

describe.each(['open', 'kept'] as const)('the %s half', (half) => {
  test('prints all that is asked of it, and is the same each time', async () => {
    const missing: unknown[] = []
    for (const document of sampled(half)) {
      const text = textOf(await reader.read(await document.draw(), { name: 'made.pdf' }))
      const said = document.asked.flatMap(({ truth }) => truth ?? [])
      const parts = said
        .filter(({ field }) => field !== 'currency')
        .flatMap(({ field, shown }) => shown.split(', ').map((part) => [field, part] as const))
      missing.push(
        ...parts
          .filter(([, part]) => !text.includes(lettersOf(part)))
          .map((m) => [document.name, ...m]),
      )
      expect(said.length).toBeGreaterThan(5)
    }

    expect(missing).toEqual([])
    expect(makeDocuments(half, 7, 1).map(({ asked }) => asked)).toEqual(
      makeDocuments(half, 7, 1).map(({ asked }) => asked),
    )
  })
})

test('the kept half has a word of its own for most fields, in every language', () => {
  for (const language of languages) {
    const open = wordsOf(language, 'open')
    const kept = wordsOf(language, 'kept')
    const always = { happens: () => true, whole: () => 0, digits: () => '', pick: first }
    for (const field of ['total', 'due_date', 'invoice_number', 'closing_balance', 'full_name']) {
      const seen = open.label(field, always)
      const unseen = kept.label(field, always)
      expect([seen.isSynonym, unseen.isSynonym, seen.text === unseen.text]).toEqual([
        true,
        true,
        false,
      ])
    }
  }
})

function first<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error('There is nothing to pick from.')
  return one
}
