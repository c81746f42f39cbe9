import { isAnyNumber, toPlainDigits } from '@recto/exact-json/exact-number'

/**
 * Texts as people entered them, by column and by the stored value they were read as. A column that
 * loses its type takes them back: the number 10 may have been entered as “10,00”.
 */
export type EnteredTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Returns the text from which a value of a column was read. */
export const enteredTextOf = (texts: EnteredTexts, column: string, value: unknown): string =>
  texts[column]?.[JSON.stringify(value)] ?? writePlainly(value)

/** Returns the texts with the one that a value was read from, unless the value says the same. */
export function withEnteredText(
  texts: EnteredTexts,
  column: string,
  { value, text }: { readonly value: unknown; readonly text: string },
): EnteredTexts {
  if (enteredTextOf(texts, column, value) === text) return texts
  return { ...texts, [column]: { ...texts[column], [JSON.stringify(value)]: text } }
}

const writePlainly = (value: unknown): string =>
  isAnyNumber(value) ? toPlainDigits(value) : String(value)
