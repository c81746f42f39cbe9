import { openPageSplitter, type SplitPages } from '@recto/extraction/split-pages'
import type { SplitWeights } from '@recto/extraction/split-weights'
import type { PileDocument } from './collect-documents.ts'
import type { Pile } from './draw-piles.ts'

export function splitPile({ pages }: Pick<Pile, 'pages'>, weights: SplitWeights): SplitPages {
  const splitter = openPageSplitter({ mode: { by: 'signs' } }, weights)
  for (const page of pages) splitter.add(page)
  return splitter.finish()
}

export type PileScore = {
  readonly piles: number
  readonly documents: number
  readonly pages: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
  /** Share of the documents, of those of which a kind is known, that have the right class. */
  readonly classAccuracy: number
  /** Share of the classes stated that are right. */
  readonly classPrecision: number
  /** Pages that are in no part or list, or in several. */
  readonly lostPages: number
  readonly wrongUnassigned: number
  /** Mean distance between the confidence of parts and the share that is right, in ten bins. */
  readonly calibrationError: number
}

type Bin = { count: number; right: number; sum: number }

type Counts = {
  right: number
  expected: number
  stated: number
  classes: number
  rightClasses: number
  statedClasses: number
  lostPages: number
  wrongUnassigned: number
  readonly bins: readonly Bin[]
}

const binCount = 10

/** Compares the parts of piles with the documents that they were drawn from. */
export function scorePiles(piles: readonly Pile[], weights: SplitWeights): PileScore {
  const counts: Counts = {
    right: 0,
    expected: 0,
    stated: 0,
    classes: 0,
    rightClasses: 0,
    statedClasses: 0,
    lostPages: 0,
    wrongUnassigned: 0,
    bins: Array.from({ length: binCount }, () => ({ count: 0, right: 0, sum: 0 })),
  }
  for (const pile of piles) {
    const split = splitPile(pile, weights)
    countBoundaries(counts, pile, split)
    countClasses(counts, pile, split)
    counts.lostPages += countLost(pile, split)
    counts.wrongUnassigned += split.unassignedPages.filter(
      (page) => !pile.unassignedPages.includes(page),
    ).length
  }
  const precision = counts.right / counts.stated
  const recall = counts.right / counts.expected
  const partCount = counts.bins.reduce((sum, { count }) => sum + count, 0)
  const error = counts.bins.reduce((sum, bin) => sum + Math.abs(bin.sum - bin.right), 0)
  return {
    piles: piles.length,
    documents: piles.reduce((sum, { parts }) => sum + parts.length, 0),
    pages: piles.reduce((sum, { pages }) => sum + pages.length, 0),
    precision,
    recall,
    f1: (2 * precision * recall) / (precision + recall),
    classAccuracy: counts.rightClasses / counts.classes,
    classPrecision: counts.rightClasses / counts.statedClasses,
    lostPages: counts.lostPages,
    wrongUnassigned: counts.wrongUnassigned,
    calibrationError: error / partCount,
  }
}

function countBoundaries(counts: Counts, pile: Pile, { parts }: SplitPages): void {
  const ends = new Map(pile.parts.map(({ first, last }) => [first, last]))
  const starts = new Set(pile.parts.slice(1).map(({ first }) => first))
  counts.expected += starts.size
  counts.stated += parts.length - 1
  counts.right += parts.slice(1).filter(({ first }) => starts.has(first)).length
  for (const { first, last, confidence } of parts) {
    const bin = counts.bins[Math.min(binCount - 1, Math.floor(confidence * binCount))]!
    bin.count += 1
    bin.sum += confidence
    if (ends.get(first) === last) bin.right += 1
  }
}

/** A document whose beginning was not noticed has no class of its own. */
function countClasses(counts: Counts, pile: Pile, { parts }: SplitPages): void {
  const classes = new Map(parts.map(({ first, class: name }) => [first, name]))
  for (const { first, kind } of pile.parts) {
    const name = classes.get(first)
    if (kind === null || name === undefined) continue
    counts.classes += 1
    if (name === kind) counts.rightClasses += 1
    if (name !== null) counts.statedClasses += 1
  }
}

function countLost({ pages }: Pile, { parts, unassignedPages }: SplitPages): number {
  const places = new Uint8Array(pages.length)
  for (const { first, last } of parts) for (let i = first; i <= last; i++) places[i]! += 1
  for (const page of unassignedPages) places[page]! += 1
  return places.filter((place) => place !== 1).length
}

/** The single documents that are split. */
export function listSplitSingles(
  documents: readonly PileDocument[],
  weights: SplitWeights,
): readonly PileDocument[] {
  return documents.filter((document) => splitPile(document, weights).parts.length > 1)
}
