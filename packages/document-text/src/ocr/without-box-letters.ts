import type { OcrCheckbox, OcrWord } from './ocr-engine.ts'

/** An engine takes a check box for a letter, such as O or D, alone or at the start of its label. Drops such letters. */
export function withoutBoxLetters(
  words: readonly OcrWord[],
  checkboxes: readonly OcrCheckbox[],
): OcrWord[] {
  if (checkboxes.length === 0) return [...words]
  return words.flatMap((word) => {
    const letters = [...word.text]
    const text = letters.filter((_, i) => !isInBox(word, (i + 0.5) / letters.length, checkboxes))
    return text.length > 0 ? [{ ...word, text: text.join('') }] : []
  })
}

/** Whether the letter at a share of a word's length stands in a box. */
function isInBox({ quad }: OcrWord, share: number, checkboxes: readonly OcrCheckbox[]): boolean {
  const [a, b, c, d] = quad
  const x = ((a[0] + d[0]) / 2) * (1 - share) + ((b[0] + c[0]) / 2) * share
  const y = ((a[1] + d[1]) / 2) * (1 - share) + ((b[1] + c[1]) / 2) * share
  return checkboxes.some(({ box: [x0, y0, x1, y1] }) => x > x0 && x < x1 && y > y0 && y < y1)
}
