import type { Box, DocumentText } from '@recto/document-text/model'
import { middle, union } from './boxes.ts'
import type { Haystack, Occurrence, ValuePosition } from './haystack.ts'
import type { PageIndex, WordOccurrences } from './page-index.ts'
import { findFirstIndex } from './passage.ts'

/** Hints at the position of a value besides the value itself. */
export type PositionHints = {
  /** Words of the question's key and prompt. */
  readonly words: ReadonlySet<string>
  /** Position of another value of the same record. */
  readonly record?: ValuePosition | undefined
}

const maxLinesAbove = 4
/**
 * Maximum vertical distance of a label, in heights of the value: words higher up are unrelated to
 * it.
 */
const maxLabelDistance = maxLinesAbove * 1.5

/**
 * Scores how well an occurrence fits its question, from 0 upwards. Words of the question to the
 * left on the same line count most, words above in the same column less; values of one record
 * should be close together.
 */
export function scoreNearness(
  haystack: Haystack,
  [position]: Occurrence,
  hints: PositionHints,
): number {
  const { document } = haystack
  const labels = getLabels(haystack.pageIndex(position.page), hints.words)
  const box = getBox(document, position)
  const ownWords = new Set(position.words)
  const words = document.pages[position.page]?.words ?? []
  const boxAt = (index: number) => (ownWords.has(index) ? undefined : words[index]?.box)
  const heightAt = (index: number) => middle(words[index]?.box ?? box)
  let sum = 0
  for (const label of labels) sum += findMaxWeight(label, box, { boxAt, heightAt })
  return sum + scoreRecordDistance(document, position, hints.record)
}

/** Labels of each page by the question words for which they are looked up. */
const labelsByWords = new WeakMap<ReadonlySet<string>, Map<PageIndex, readonly WordOccurrences[]>>()

/** Returns the labels in the order of their first occurrence on the page. */
function getLabels(index: PageIndex, words: ReadonlySet<string>): readonly WordOccurrences[] {
  const labelsByPage = labelsByWords.get(words) ?? new Map<PageIndex, readonly WordOccurrences[]>()
  labelsByWords.set(words, labelsByPage)
  const labels = labelsByPage.get(index) ?? findLabels(index.occurrencesByWord(), words)
  labelsByPage.set(index, labels)
  return labels
}

function findLabels(
  occurrencesByWord: ReadonlyMap<string, WordOccurrences>,
  words: ReadonlySet<string>,
): readonly WordOccurrences[] {
  const labels: WordOccurrences[] = []
  if (words.size > occurrencesByWord.size) {
    for (const [word, occurrences] of occurrencesByWord)
      if (words.has(word)) labels.push(occurrences)
    return labels
  }
  for (const word of words) {
    const occurrences = occurrencesByWord.get(word)
    if (occurrences) labels.push(occurrences)
  }
  return labels.sort((a, b) => a.order - b.order)
}

type PageGeometry = {
  /** Returns `undefined` for the words of the value itself. */
  readonly boxAt: (index: number) => Box | undefined
  readonly heightAt: (index: number) => number
}

/** Considers only the words at the height of the value, or a few lines above it. */
function findMaxWeight(
  { words }: WordOccurrences,
  value: Box,
  { boxAt, heightAt }: PageGeometry,
): number {
  const height = Math.max(value[3] - value[1], 1)
  const top = middle(value) - maxLabelDistance * height
  const bottom = middle(value) + height / 2
  let maxWeight = 0
  const first = findFirstIndex(words.length, (i) => heightAt(words[i] ?? 0) >= top)
  for (let i = first; i < words.length; i++) {
    const index = words[i] ?? 0
    if (heightAt(index) > bottom) break
    const label = boxAt(index)
    if (label) maxWeight = Math.max(maxWeight, computeWeight(label, value))
  }
  return maxWeight
}

/** Returns the weight of a label's position for a value's position. */
function computeWeight(label: Box, value: Box): number {
  const height = Math.max(value[3] - value[1], 1)
  const isSameLine = Math.abs(middle(label) - middle(value)) < height / 2
  if (isSameLine) return label[2] <= value[0] + height ? 1 / (1 + (value[0] - label[2]) / 400) : 0
  const lines = (middle(value) - middle(label)) / height
  const isAbove = lines > 0 && lines < maxLabelDistance
  const isSameColumn = label[0] < value[2] + height && label[2] > value[0] - height
  return isAbove && isSameColumn ? 0.8 / (1 + lines / maxLinesAbove) : 0
}

function scoreRecordDistance(
  document: DocumentText,
  position: ValuePosition,
  record: ValuePosition | undefined,
): number {
  if (!record || record.page !== position.page) return 0
  const value = getBox(document, position)
  const recordBox = getBox(document, record)
  const height = Math.max(value[3] - value[1], 1)
  return 3 / (1 + Math.abs(middle(value) - middle(recordBox)) / height)
}

function getBox(document: DocumentText, position: ValuePosition): Box {
  const words = document.pages[position.page]?.words ?? []
  return union(
    position.words.map((index) => words[index]?.box).filter((value) => value !== undefined),
  )
}
