import type { Box, DocumentText } from '@recto/document-text/model'
import { middle, union } from './boxes.ts'
import type { Haystack, Occurrence, Place } from './haystack.ts'
import type { NamedWords, PageIndex } from './page-index.ts'
import { firstIndex } from './passage.ts'

/** Hints at the position of a value besides the value itself. */
export type Near = {
  /** Words of the question's key and prompt. */
  readonly words: ReadonlySet<string>
  /** Position of another value of the same record. */
  readonly record?: Place | undefined
}

const linesAbove = 4
/**
 * Maximum vertical distance of a label, in heights of the value: words higher up are unrelated to
 * it.
 */
const reach = linesAbove * 1.5

/**
 * Scores how well an occurrence fits its question, from 0 upwards. Words of the question to the
 * left on the same line count most, words above in the same column less; values of one record
 * should be close together.
 */
export function nearnessOf(haystack: Haystack, [place]: Occurrence, near: Near): number {
  const { document } = haystack
  const labels = labelsOn(haystack.pageIndex(place.page), near.words)
  const box = boxOf(document, place)
  const own = new Set(place.words)
  const words = document.pages[place.page]?.words ?? []
  const boxAt = (index: number) => (own.has(index) ? undefined : words[index]?.box)
  const heightAt = (index: number) => middle(words[index]?.box ?? box)
  let sum = 0
  for (const label of labels) sum += bestWeight(label, box, { boxAt, heightAt })
  return sum + besideRecord(document, place, near.record)
}

/** Labels of each page by the question words for which they are looked up. */
const known = new WeakMap<ReadonlySet<string>, Map<PageIndex, readonly NamedWords[]>>()

/** Returns the labels in the order of their first occurrence on the page. */
function labelsOn(index: PageIndex, words: ReadonlySet<string>): readonly NamedWords[] {
  const pages = known.get(words) ?? new Map<PageIndex, readonly NamedWords[]>()
  known.set(words, pages)
  const labels = pages.get(index) ?? findLabels(index.names(), words)
  pages.set(index, labels)
  return labels
}

function findLabels(
  names: ReadonlyMap<string, NamedWords>,
  words: ReadonlySet<string>,
): readonly NamedWords[] {
  const found: NamedWords[] = []
  if (words.size > names.size) {
    for (const [name, named] of names) if (words.has(name)) found.push(named)
    return found
  }
  for (const word of words) {
    const named = names.get(word)
    if (named) found.push(named)
  }
  return found.sort((a, b) => a.order - b.order)
}

type Places = {
  /** Returns `undefined` for the words of the value itself. */
  readonly boxAt: (index: number) => Box | undefined
  readonly heightAt: (index: number) => number
}

/** Considers only the words at the height of the value, or a few lines above it. */
function bestWeight({ words }: NamedWords, value: Box, { boxAt, heightAt }: Places): number {
  const height = Math.max(value[3] - value[1], 1)
  const top = middle(value) - reach * height
  const bottom = middle(value) + height / 2
  let best = 0
  const first = firstIndex(words.length, (i) => heightAt(words[i] ?? 0) >= top)
  for (let i = first; i < words.length; i++) {
    const index = words[i] ?? 0
    if (heightAt(index) > bottom) break
    const label = boxAt(index)
    if (label) best = Math.max(best, weightOf(label, value))
  }
  return best
}

/** Returns the weight of a label's position for a value's position. */
function weightOf(label: Box, value: Box): number {
  const height = Math.max(value[3] - value[1], 1)
  const isSameLine = Math.abs(middle(label) - middle(value)) < height / 2
  if (isSameLine) return label[2] <= value[0] + height ? 1 / (1 + (value[0] - label[2]) / 400) : 0
  const lines = (middle(value) - middle(label)) / height
  const isAbove = lines > 0 && lines < reach
  const isSameColumn = label[0] < value[2] + height && label[2] > value[0] - height
  return isAbove && isSameColumn ? 0.8 / (1 + lines / linesAbove) : 0
}

function besideRecord(document: DocumentText, place: Place, record: Place | undefined): number {
  if (!record || record.page !== place.page) return 0
  const value = boxOf(document, place)
  const other = boxOf(document, record)
  const height = Math.max(value[3] - value[1], 1)
  return 3 / (1 + Math.abs(middle(value) - middle(other)) / height)
}

function boxOf(document: DocumentText, place: Place): Box {
  const words = document.pages[place.page]?.words ?? []
  return union(place.words.map((index) => words[index]?.box).filter((value) => value !== undefined))
}
