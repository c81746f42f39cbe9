/** A letter as it is drawn; one of a font without a table of characters is not known. */
export type DrawnLetter = { readonly text: string; readonly isKnown: boolean }

/** A shape whose letter is not known may stand for several letters, such as a ligature. */
const maxLettersOfShape = 4
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/**
 * Whether a text that a file states says the same as the letters that it draws. Spelling may differ where people see no
 * difference: ligatures, accents, capitals, hyphens and spaces.
 */
export function saysTheSame(statedText: string, drawnLetters: readonly DrawnLetter[]): boolean {
  const foldedText = foldText(statedText)
  if (fits(foldedText, drawnLetters)) return true
  return rightToLeft.test(statedText) && fits(foldedText, drawnLetters.toReversed())
}

/** Whether the known letters follow each other in the text, and what is between them can be drawn by the others. */
function fits(foldedText: string, drawnLetters: readonly DrawnLetter[]): boolean {
  const knownLetters = foldText(
    drawnLetters.map(({ text, isKnown }) => (isKnown ? text : '')).join(''),
  )
  const unknownCount = drawnLetters.filter(({ isKnown }) => !isKnown).length
  if (unknownCount === 0) return foldedText === knownLetters
  const characters = [...foldedText]
  let place = 0
  for (const letter of knownLetters) {
    const next = characters.indexOf(letter, place)
    if (next < 0) return false
    place = next + 1
  }
  return characters.length - [...knownLetters].length <= maxLettersOfShape * unknownCount
}

/** Keeps letters, digits and signs of currencies, and the signs that change a number. */
function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[\u2212\u2010\u2011]/g, '-')
    .replace(/[^\p{L}\p{N}\p{Sc}.,-]/gu, '')
    .replace(/[.,](?!\d)|-(?!\d)/g, '')
    .replace(/(^|[^\d])[.,]/g, '$1')
}
