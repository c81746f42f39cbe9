import type { Box } from '@recto/document-text/model'
import type { GreyImage } from '../../../images/grey-image.ts'

/** A word as another engine read it, with its place in the picture that it was given and its confidence, 0 to 1. */
export type SecondWord = { readonly text: string; readonly box: Box; readonly confidence: number }

/**
 * Reads lines once more, which stand below each other in one picture. `text` is what the page says at first reading, for
 * whoever wants to know its language.
 */
export type SecondReader = {
  readonly read: (picture: GreyImage, text: string) => Promise<readonly SecondWord[]>
  /** Selects the lines to reread: all, or those that the first reading doubts. */
  readonly rereads: (text: string) => 'all' | 'doubted'
}

/** A character of the second reading on its line. */
export type SecondCharacter = {
  readonly text: string
  /** Confidence of its word, 0 to 1. */
  readonly confidence: number
  readonly isFirstOfWord: boolean
  /** Position as a share of the line's length. */
  readonly place: number
}

/** The characters of a line's words, which share the length of their word evenly. */
export function charactersOf(words: readonly SecondWord[], width: number): SecondCharacter[] {
  return words
    .toSorted((a, b) => a.box[0] - b.box[0])
    .flatMap(({ text, box: [start, , end], confidence }) => {
      const letters = [...text]
      return letters.map((letter, i) => ({
        text: letter,
        confidence,
        isFirstOfWord: i === 0,
        place: (start + ((end - start) * (i + 0.5)) / letters.length) / width,
      }))
    })
}
