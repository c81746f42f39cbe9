import type { Page } from '@recto/document-text/model'
import { wordsOf } from '../values/fold.ts'
import { middle } from './boxes.ts'
import { lazy } from './lazy.ts'

/** Occurrences of a word on a page. */
export type WordOccurrences = {
  /** Rank by the word's first occurrence on the page. */
  readonly order: number
  /** Indices into `page.words`, from top to bottom. */
  readonly words: readonly number[]
}

/** Index of a page for repeated lookups. */
export type PageIndex = {
  readonly page: Page
  /** Occurrences by the folded forms of a word that a label may have. */
  readonly occurrencesByWord: () => ReadonlyMap<string, WordOccurrences>
  /** Indices into `page.words`, from top to bottom and left to right. */
  readonly wordsFromTop: () => readonly number[]
}

export function createPageIndex(page: Page): PageIndex {
  return {
    page,
    occurrencesByWord: lazy(() => indexWords(page)),
    wordsFromTop: lazy(() => sortFromTop(page)),
  }
}

function indexWords({ words }: Page): ReadonlyMap<string, WordOccurrences> {
  const occurrencesByWord = new Map<string, { order: number; words: number[] }>()
  for (const [i, { text }] of words.entries()) {
    for (const word of wordsOf(text)) {
      const occurrences = occurrencesByWord.get(word)
      if (!occurrences) occurrencesByWord.set(word, { order: occurrencesByWord.size, words: [i] })
      else if (occurrences.words.at(-1) !== i) occurrences.words.push(i)
    }
  }
  const getHeight = (i: number) => middle(words[i]?.box ?? [0, 0, 0, 0])
  for (const occurrences of occurrencesByWord.values())
    occurrences.words.sort((a, b) => getHeight(a) - getHeight(b))
  return occurrencesByWord
}

function sortFromTop({ words }: Page): readonly number[] {
  return words
    .map(({ box }, i) => ({ i, box }))
    .sort((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0])
    .map(({ i }) => i)
}
