import type { MarkdownPage } from './repository.ts'

/** A sentence of a page with figures that the code knows. */
export type FigureClaim = {
  readonly page: string
  /** Finds the sentence; each group is one figure, in digits or as a word. */
  readonly sentence: RegExp
  readonly figures: readonly (number | string)[]
}

const numberWords = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** Returns complaints about sentences whose figures are others in the code, and about sentences that are gone. */
export function judgeClaims(
  claims: readonly FigureClaim[],
  pages: readonly MarkdownPage[],
): readonly string[] {
  const contents = new Map(pages.map(({ path, content }) => [path, content]))
  return claims.flatMap(({ page, sentence, figures }) => {
    const match = sentence.exec(contents.get(page) ?? '')
    if (!match) {
      return [
        `${page} has no sentence like ${sentence}. Change or remove its line in tools/facts/claims.ts.`,
      ]
    }
    const [text, ...shownTexts] = match
    const shownFigures = shownTexts.map(toFigure)
    if (shownFigures.join() === figures.map(String).join()) return []
    return [
      `${page} says “${text.replace(/\s+/g, ' ')}”, but in the code it is ${figures.join(', ')}.`,
    ]
  })
}

function toFigure(text: string): string {
  const number = numberWords.indexOf(text.toLowerCase())
  return number < 0 ? text.replaceAll(',', '') : String(number)
}
