import type { Box, DocumentText } from '@recto/document-text/model'
import { wordsOf } from '../values/fold.ts'
import { middle, union } from './boxes.ts'
import type { Haystack, Occurrence, Place } from './haystack.ts'

/** What is known of the place of a value beside the value itself. */
export type Near = {
  /** Words of the question: its key, its prompt. */
  readonly words: ReadonlySet<string>
  /** Where another value of the same record stands. */
  readonly record?: Place | undefined
}

const linesAbove = 4

/**
 * How well an occurrence fits its question, 0 and up: words of the question to the left on the same
 * line count most, words above in the same column less, and a record's values stand together.
 */
export function nearnessOf({ document }: Haystack, [place]: Occurrence, near: Near): number {
  const page = document.pages[place.page]
  if (!page) return 0
  const box = boxOf(document, place)
  const labels = page.words.flatMap((word, i) => {
    const names = place.words.includes(i) ? [] : wordsOf(word.text)
    return names
      .filter((name) => near.words.has(name))
      .map((name) => ({ name, weight: weightOf(word.box, box) }))
  })
  const byName = [...Map.groupBy(labels, ({ name }) => name).values()]
  const fit = byName.map((same) => Math.max(...same.map(({ weight }) => weight)))
  return fit.reduce((sum, weight) => sum + weight, 0) + besideRecord(document, place, near.record)
}

/** How much a label word at one place says about a value at another. */
function weightOf(label: Box, value: Box): number {
  const height = Math.max(value[3] - value[1], 1)
  const isSameLine = Math.abs(middle(label) - middle(value)) < height / 2
  if (isSameLine) return label[2] <= value[0] + height ? 1 / (1 + (value[0] - label[2]) / 400) : 0
  const lines = (middle(value) - middle(label)) / height
  const isAbove = lines > 0 && lines < linesAbove * 1.5
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
