import type { CellRow } from '../../labels/cell-rows.ts'
import { toPhrase } from '../../labels/phrases.ts'
import { scoreFields } from '../../labels/score-fields.ts'
import { fold, wordsOf } from '../../values/fold.ts'
import { wordsInAllLanguages } from '../../vocabulary/languages.ts'
import { interpretColumn } from './column-meaning.ts'

const totalFields = ['total', 'net', 'tax', 'amount-paid']

const totalWords: readonly (readonly string[])[] = wordsInAllLanguages('rowTotals').map(wordsOf)
const totalWordsByFirst = Map.groupBy(totalWords, ([first]) => first ?? '')

/** Words that only name a part of a sum when others follow: `Total cholesterol`. */
const maxWordsAfterTotal = 4

/** Whether a row sums up others or carries a balance: its first text names a sum or a tax. */
export function isTotal({ cells }: CellRow): boolean {
  const isEvent = isDay(cells[0]?.text ?? '')
  return cells.some((cell, i) => {
    const text = cell.text.replace(/[\p{Sc}\d.,%()'’*-]+/gu, ' ').trim()
    if (text === '' || (i === 0 && isItem(text, cells))) return false
    if (isEvent) return isWholeSum(text)
    return scoreSum(text) >= (i === 0 ? 0.75 : 0.9) || (i === 0 && beginsSum(text))
  })
}

const isItem = (text: string, cells: CellRow['cells']): boolean =>
  namesThing(text, cells) || namesCharge(text, cells)

/** Scores how likely a text names a sum or a tax, 0 to 1. */
function scoreSum(text: string): number {
  const fields = scoreFields(toPhrase(text))
  return Math.max(...totalFields.map((name) => fields.get(name) ?? 0))
}

/** A row that begins with a day is an event, even one that is about a payment or a tax. */
export const isDay = (text: string): boolean =>
  /^(?:\d{1,4}[./-]\d{1,2}[./-]\d{0,4}|\d{1,2}\/\d{1,2})$/u.test(text)

/** Whether a text is nothing but the name of a sum or a balance: `Total`, not `Total Wine & More`. */
function isWholeSum(text: string): boolean {
  const words = wordsOf(fold(text))
  const phrases = totalWordsByFirst.get(words[0] ?? '') ?? []
  return (
    phrases.some((phrase) => phrase.join(' ') === words.join(' ')) ||
    interpretColumn(text).kinds.includes('balance')
  )
}

/** Whether a text is the name of a sum or a balance, and not of a tax or a part of a sum. */
export const namesSum = (text: string): boolean => isWholeSum(text) || beginsSum(text)

const beginsSum = (text: string): boolean => beginsWithTotal(text) || namesBalance(text)

const minCellsOfItem = 4

/** Whether a row is about something whose name begins like a sum: `Total T4 | < 6 | nmol/L | 10 - 60`. */
function namesThing(text: string, cells: CellRow['cells']): boolean {
  const unitsAndWords = cells.slice(1).filter((cell) => /\p{L}{2}/u.test(cell.text))
  return (
    cells.length >= minCellsOfItem &&
    wordsOf(text).length > 1 &&
    unitsAndWords.length > 0 &&
    !cells.some((cell) => /\p{Sc}|\d[.,]\d{2}(?!\d)/u.test(cell.text))
  )
}

/** `Transport` is a carried sum in Swedish, and beside a quantity and a price it is what is sold. */
const namesCharge = (text: string, cells: CellRow['cells']): boolean =>
  cells.length >= minCellsOfItem - 1 && (scoreFields(toPhrase(text)).get('shipping') ?? 0) >= 0.9

/** Whether a text is a balance with at most a word that says which: `Neuer Saldo`. */
function namesBalance(text: string): boolean {
  const { kinds, mainKinds } = interpretColumn(text)
  return wordsOf(text).length <= 2 && [...kinds, ...mainKinds].includes('balance')
}

function beginsWithTotal(text: string): boolean {
  const words = wordsOf(fold(text))
  const phrases = totalWordsByFirst.get(words[0] ?? '') ?? []
  return phrases.some(
    (phrase) =>
      phrase.every((word, index) => words[index] === word) &&
      words.length - phrase.length <= maxWordsAfterTotal,
  )
}
