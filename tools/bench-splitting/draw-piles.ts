import type { Page } from '@recto/document-text/model'
import { type Chance, chanceOf } from '../field-documents/chance.ts'
import type { PileDocument } from './collect-documents.ts'

type PilePart = {
  readonly first: number
  readonly last: number
  readonly kind: string | null
}

/** A file with several documents. */
export type Pile = {
  readonly pages: readonly Page[]
  readonly parts: readonly PilePart[]
  /** Pages between the documents. */
  readonly unassignedPages: readonly number[]
}

type PileOptions = { readonly count: number; readonly seed: number }

/** Draws piles of 2 to 40 documents; deterministic for a seed. */
export function drawPiles(
  documents: readonly PileDocument[],
  { count, seed }: PileOptions,
): readonly Pile[] {
  const families = Map.groupBy(documents, ({ family }) => family)
  const batches = [...families.values()].filter(({ length }) => length > 1)
  return Array.from({ length: count }, (_, i) => {
    const chance = chanceOf(seed * 10_007 + i)
    const isBatch = batches.length > 0 && chance.happens(0.3)
    const source = isBatch ? chance.pick(batches) : documents
    const size = chance.happens(0.8) ? chance.whole(2, 12) : chance.whole(13, 40)
    return layPile(shuffle(source, chance).slice(0, size), chance)
  })
}

function shuffle<T>(values: readonly T[], chance: Chance): readonly T[] {
  const shuffledValues = [...values]
  for (let i = shuffledValues.length - 1; i > 0; i--) {
    const otherIndex = chance.whole(0, i)
    const value = shuffledValues[i]!
    shuffledValues[i] = shuffledValues[otherIndex]!
    shuffledValues[otherIndex] = value
  }
  return shuffledValues
}

const blank: Page = { number: 0, width: 595, height: 842, rotation: 0, words: [], lines: [] }

const styles = ['plain', 'plain', 'plain', 'plain', 'blank', 'backs'] as const

/** Puts documents one behind the other, some piles with blank backs or blank pages between them, some with copies. */
function layPile(documents: readonly PileDocument[], chance: Chance): Pile {
  const style = chance.pick(styles)
  const hasCopies = chance.happens(0.06)
  const pages: Page[] = []
  const parts: PilePart[] = []
  const unassignedPages: number[] = []
  const addBlank = () => {
    unassignedPages.push(pages.length)
    pages.push(blank)
  }
  const addDocument = ({ pages: ownPages, kind }: PileDocument) => {
    parts.push({ first: pages.length, last: pages.length + ownPages.length - 1, kind })
    pages.push(...ownPages)
  }
  for (const [i, document] of documents.entries()) {
    if (style === 'blank' && i > 0 && chance.happens(0.7)) addBlank()
    if (hasCopies && chance.happens(0.4)) addDocument(document)
    addDocument(document)
    if (style === 'backs' && pages.length % 2 === 1) addBlank()
  }
  return { pages: pages.map((page, number) => ({ ...page, number })), parts, unassignedPages }
}
