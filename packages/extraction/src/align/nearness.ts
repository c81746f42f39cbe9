import type { Box, DocumentText } from '@recto/document-text/model'
import { middle, union } from './boxes.ts'
import type { Haystack, Occurrence, Place } from './haystack.ts'
import type { NamedWords, PageIndex } from './page-index.ts'
import { firstIndex } from './passage.ts'

/** What is known of the place of a value beside the value itself. */
export type Near = {
  /** Words of the question: its key, its prompt. */
  readonly words: ReadonlySet<string>
  /** Where another value of the same record stands. */
  readonly record?: Place | undefined
}

const linesAbove = 4
/** In heights of the value: what stands higher says nothing about it. */
const reach = linesAbove * 1.5

/**
 * How well an occurrence fits its question, 0 and up: words of the question to the left on the same
 * line count most, words above in the same column less, and a record's values stand together.
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

/** The labels of each page, by the words of the question that they are looked up for. */
const known = new WeakMap<ReadonlySet<string>, Map<PageIndex, readonly NamedWords[]>>()

/** In the order in which they first stand on the page. */
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
  /** Nothing for the words of the value itself. */
  readonly boxAt: (index: number) => Box | undefined
  readonly heightAt: (index: number) => number
}

/** Looks only at the words that stand as high as the value, or a few lines above. */
function bestWeight({ words }: NamedWords, value: Box, { boxAt, heightAt }: Places): number {
  const height = Math.max(value[3] - value[1], 1)
  const [top, bottom] = [middle(value) - reach * height, middle(value) + height / 2]
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

/** How much a label word at one place says about a value at another. */
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
  return union(place.words.flatMap((index) => (words[index] ? [words[index].box] : [])))
}
