import type { PlacedWord } from './group-words.ts'

type LineWord = { readonly placed: PlacedWord; readonly index: number }

/** A line that words are added to. It finds the neighbours of a place without looking at all words, of which a hostile line has many. */
export type OpenLine = {
  readonly words: readonly PlacedWord[]
  readonly add: (word: PlacedWord) => void
  /** The word with the smallest gap; of equal ones the first that was added. */
  readonly nearestTo: (word: PlacedWord) => PlacedWord
  /** The words that reach into the extent of a word, in the order in which they were added. */
  readonly touchedBy: (word: PlacedWord) => readonly PlacedWord[]
}

export function gapAlong(a: PlacedWord, b: PlacedWord): number {
  return Math.max(a.alongStart - b.alongEnd, b.alongStart - a.alongEnd)
}

export function openLine(first: PlacedWord): OpenLine {
  const words: PlacedWord[] = []
  const byStart: LineWord[] = []
  let maxLength = 0

  const add = (word: PlacedWord) => {
    byStart.splice(countBefore(byStart, word.alongStart), 0, { placed: word, index: words.length })
    words.push(word)
    maxLength = Math.max(maxLength, word.alongEnd - word.alongStart)
  }

  const nearestTo = (word: PlacedWord) => {
    const end = countBefore(byStart, word.alongEnd)
    let best = byStart[end] ?? byStart[end - 1]!
    for (let i = end - 1; i >= 0; i--) {
      const one = byStart[i]!
      // No word that begins so far before this one reaches as near as the best one.
      const minGap = word.alongStart - one.placed.alongStart - maxLength
      if (minGap > gapAlong(best.placed, word)) break
      if (isNearer(one, best, word)) best = one
    }
    return best.placed
  }

  const touchedBy = (word: PlacedWord) => {
    const touchedWords: LineWord[] = []
    for (let i = countBefore(byStart, word.alongEnd) - 1; i >= 0; i--) {
      const one = byStart[i]!
      if (word.alongStart - one.placed.alongStart > maxLength) break
      if (gapAlong(one.placed, word) < 0) touchedWords.push(one)
    }
    return touchedWords.sort((a, b) => a.index - b.index).map((one) => one.placed)
  }

  add(first)
  return { words, add, nearestTo, touchedBy }
}

function isNearer(one: LineWord, best: LineWord, word: PlacedWord): boolean {
  const difference = gapAlong(one.placed, word) - gapAlong(best.placed, word)
  return difference < 0 || (difference === 0 && one.index < best.index)
}

/** Counts the words that begin at a place or before it. */
function countBefore(byStart: readonly LineWord[], place: number): number {
  let low = 0
  let high = byStart.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (byStart[middle]!.placed.alongStart <= place) low = middle + 1
    else high = middle
  }
  return low
}
