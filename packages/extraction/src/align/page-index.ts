import type { Page } from '@recto/document-text/model'
import { wordsOf } from '../values/fold.ts'
import { middle } from './boxes.ts'
import { lazily } from './lazily.ts'

/** Occurrences of a word on a page. */
export type NamedWords = {
  /** Rank by the word's first occurrence on the page. */
  readonly order: number
  /** Indices into `page.words`, from top to bottom. */
  readonly words: readonly number[]
}

/** Index of a page for repeated lookups. */
export type PageIndex = {
  readonly page: Page
  /** Occurrences by the folded forms of a word that a label may have. */
  readonly names: () => ReadonlyMap<string, NamedWords>
  /** Indices into `page.words`, from top to bottom and left to right. */
  readonly fromTop: () => readonly number[]
}

export function pageIndexOf(page: Page): PageIndex {
  return {
    page,
    names: lazily(() => namesOf(page)),
    fromTop: lazily(() => fromTop(page)),
  }
}

function namesOf({ words }: Page): ReadonlyMap<string, NamedWords> {
  const names = new Map<string, { order: number; words: number[] }>()
  for (const [i, { text }] of words.entries()) {
    for (const name of wordsOf(text)) {
      const known = names.get(name)
      if (!known) names.set(name, { order: names.size, words: [i] })
      else if (known.words.at(-1) !== i) known.words.push(i)
    }
  }
  const height = (i: number) => middle(words[i]?.box ?? [0, 0, 0, 0])
  for (const named of names.values()) named.words.sort((a, b) => height(a) - height(b))
  return names
}

function fromTop({ words }: Page): readonly number[] {
  return words
    .map(({ box }, i) => ({ i, box }))
    .sort((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0])
    .map(({ i }) => i)
}
