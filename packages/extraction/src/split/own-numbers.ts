import type { Word } from '@recto/document-text/model'

/** A number that a page states of itself, such as that of an invoice, with what stands before it. */
export type StatedNumber = {
  readonly label: string
  readonly value: string
  /** It stands in the title. */
  readonly isOwn?: true
}

const maxLabels = 40
const maxLetters = 60
/** The end of a label in the languages of business: “Invoice No.”, “Rechnungsnummer”, “N° de facture”. */
const numberWords: ReadonlySet<string> = new Set(
  'number no nr nro num numéro número numero numer nº n° číslo cislo szám numara номер # №'.split(
    ' ',
  ),
)

function isNumberLabel(text: string): boolean {
  let end = text.length
  while (end > 0 && '.:'.includes(text[end - 1]!)) end--
  const word = text.slice(0, end).toLowerCase()
  return numberWords.has(word) || word.endsWith('nummer') || word.endsWith('nr')
}

const value = /^#?[\p{L}\d][\p{L}\d./_-]*$/u
const notLetters = /[^\p{L}]/gu

/** In heights of the label: how far to the right, and how far below, its value may stand. */
const maxGap = 12
const maxDrop = 2.5
const maxShift = 4
const maxWordGap = 1.2

/** Letters of a word that tell it from others. */
export function foldWord(text: string): string {
  return text.toLowerCase().replace(notLetters, '')
}

/** The labelled numbers among the words of the upper part of a page; a label with several values heads a list. */
export function findStatedNumbers(words: readonly Word[]): readonly StatedNumber[] {
  const numbers = new Map<string, Set<string>>()
  let labels = 0
  for (const [i, word] of words.entries()) {
    if (labels === maxLabels) break
    if (!isNumberLabel(word.text.slice(0, maxLetters))) continue
    labels += 1
    const number = findRightOf(words, i) ?? findBelow(words, word)
    if (number === undefined) continue
    const label = labelOf(words, i)
    numbers.set(label, (numbers.get(label) ?? new Set()).add(number))
  }
  return [...numbers].flatMap(([label, [value = '', ...otherValues]]) =>
    otherValues.length > 0 ? [] : [{ label, value }],
  )
}

/** The word and those just before it on its line. */
function labelOf(words: readonly Word[], index: number): string {
  const parts = [words[index]!]
  for (let i = index - 1; i >= 0 && parts.length < 3; i--) {
    const [next] = parts
    if (!isBeside(words[i]!, next!, maxWordGap) || /[\d:]/.test(words[i]!.text)) break
    parts.unshift(words[i]!)
  }
  // “N° de facture”: what the number is of follows it.
  for (let i = index + 1; i < words.length && i <= index + 2; i++) {
    if (!isBeside(words[i - 1]!, words[i]!, maxWordGap) || /\d/.test(words[i]!.text)) break
    parts.push(words[i]!)
  }
  return parts
    .map(({ text }) => foldWord(text.slice(0, maxLetters)))
    .filter(Boolean)
    .join(' ')
}

function findRightOf(words: readonly Word[], index: number): string | undefined {
  for (let i = index + 1; i < words.length && i <= index + 4; i++) {
    if (!isBeside(words[i - 1]!, words[i]!, maxGap)) return undefined
    const number = numberOf(words[i]!)
    if (number !== undefined) return number
  }
  return undefined
}

/** The value below its label; with more of them below, the label heads a column of a table. */
function findBelow(words: readonly Word[], label: Word): string | undefined {
  const [x0, , x1, bottom] = label.box
  const height = heightOf(label)
  const column = words
    .filter(({ box }) => {
      const drop = (box[1] + box[3]) / 2 - bottom
      const isInColumn = box[0] < x1 + height && box[2] > x0 - maxShift * height
      return isInColumn && drop > 0 && drop < 2 * maxDrop * height
    })
    .sort((a, b) => a.box[1] - b.box[1] || distance(a, x0) - distance(b, x0))
  const [first] = column
  if (!first || first.box[1] - bottom > maxDrop * height) return undefined
  const isList = column.some((word) => word.box[1] >= first.box[3] && numberOf(word) !== undefined)
  return isList ? undefined : numberOf(first)
}

const distance = ({ box }: Word, x: number) => Math.abs(box[0] - x)

const amount = /^\d{1,9}(?:[.,]\d{3}){0,3}[.,]\d\d$/

/** Whether a word is an amount of money, and so the number of nothing. */
export const isMoneyAmount = (text: string): boolean => amount.test(text)

/** A number has two digits at least, and may have letters. */
export function numberOf({ text }: Pick<Word, 'text'>): string | undefined {
  if (text.length > maxLetters || !value.test(text) || isMoneyAmount(text)) return undefined
  return text.replace(/\D/g, '').length >= 2 ? text.toLowerCase() : undefined
}

function isBeside(left: Word, right: Word, gap: number): boolean {
  const height = Math.max(heightOf(left), heightOf(right))
  const step = Math.abs(left.box[3] - right.box[3])
  return (
    step < 0.6 * height && right.box[0] - left.box[2] < gap * height && right.box[0] > left.box[0]
  )
}

const heightOf = ({ box }: Word) => box[3] - box[1]
