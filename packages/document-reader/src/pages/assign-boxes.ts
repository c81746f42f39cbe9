import type { Line, Page, Word } from '@recto/document-text/model'
import { hasRightToLeft } from '@recto/document-text/text-direction'
import { turnBox } from '@recto/document-text/turn-box'

/** In heights of a line: a label further away belongs to something else. */
const maxLabelGap = 2.5
/** In heights of a line: how much closer the labels before the boxes of a line are on the mean than those behind. */
const minAdvantage = 0.3

/**
 * Puts each check box before its own label, also where a form has it behind: `Yes [ ] No [X]` could be read both ways. All
 * boxes of a line stand on the same side of their labels. The boxes of words stay where they are seen.
 */
export function assignBoxes(page: Page): Page {
  if (!page.words.some(({ isCheckbox }) => isCheckbox)) return page
  const words = [...page.words]
  let isMoved = false
  for (const line of page.lines) {
    const reorderedWords = orderLine(page.words.slice(line.start, line.end), line)
    if (!reorderedWords) continue
    words.splice(line.start, reorderedWords.length, ...reorderedWords)
    isMoved = true
  }
  return isMoved ? { ...page, words } : page
}

type LinePlace = {
  readonly word: Word
  readonly start: number
  readonly end: number
}

/** Returns nothing for a line whose boxes stand before their labels. */
function orderLine(words: readonly Word[], { angle = 0 }: Line): readonly Word[] | undefined {
  if (!words.some(({ isCheckbox }) => isCheckbox)) return undefined
  if (words.some(({ text }) => hasRightToLeft(text))) return undefined
  const places = words.map((word): LinePlace => {
    const [start, , end] = turnBox(word.box, angle)
    return { word, start, end }
  })
  const height = heightOf(words, angle)
  if (!hasLabelsFirst(places, height)) return undefined
  return moveBoxes(places, height)
}

function heightOf(words: readonly Word[], angle: number): number {
  const heights = words
    .map(({ box }) => turnBox(box, angle))
    .map(([, top, , bottom]) => bottom - top)
    .sort((a, b) => a - b)
  return heights[heights.length >> 1] ?? 0
}

function hasLabelsFirst(places: readonly LinePlace[], height: number): boolean {
  const maxGap = maxLabelGap * height
  const advantages = places
    .map((place, i) => (place.word.isCheckbox ? advantageOf(places, i, maxGap) : undefined))
    .filter((value) => value !== undefined)
  const sum = advantages.reduce((total, advantage) => total + advantage, 0)
  return sum / advantages.length >= minAdvantage * height
}

/** Measures by how much the words before a box are closer than those after it; minus infinity if there are none. */
function advantageOf(places: readonly LinePlace[], index: number, maxGap: number): number {
  const { start, end } = places[index]!
  const previousPlace = places[index - 1]
  const nextPlace = places[index + 1]
  if (!previousPlace || previousPlace.word.isCheckbox) return Number.NEGATIVE_INFINITY
  const gapBefore = start - previousPlace.end
  if (gapBefore > maxGap) return Number.NEGATIVE_INFINITY
  const gapAfter = nextPlace && !nextPlace.word.isCheckbox ? nextPlace.start - end : maxGap
  return Math.min(gapAfter, maxGap) - gapBefore
}

/** A label begins behind the box or the colon before it, or behind a gap. */
function moveBoxes(places: readonly LinePlace[], height: number): readonly Word[] {
  const orderedWords: Word[] = []
  let labelStart = 0
  for (const [i, { word, start }] of places.entries()) {
    const previousPlace = places[i - 1]
    if (word.isCheckbox) {
      orderedWords.splice(labelStart, 0, word)
      labelStart = orderedWords.length
      continue
    }
    const isApart =
      previousPlace && (/[:?]$/.test(previousPlace.word.text) || start - previousPlace.end > height)
    if (isApart && !previousPlace.word.isCheckbox) labelStart = orderedWords.length
    orderedWords.push(word)
  }
  return orderedWords
}
