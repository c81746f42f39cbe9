import type { TesseractWord } from './open-tesseract.ts'

/** Digits that letters look like, and letters that digits look like between capitals and between small letters. */
const digitOf: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  '©': '0',
  '®': '0',
  I: '1',
  l: '1',
  '|': '1',
  '!': '1',
  i: '1',
  Z: '2',
  S: '5',
  s: '5',
  G: '6',
  B: '8',
}
const capitalOf: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 5: 'S', 8: 'B' }
const smallOf: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 5: 's' }

/** Below it a word may be something else than it seems. */
const sure = 0.9
/**
 * Minimum number of amounts with a point, and minimum multiple of those with a comma, that make a
 * comma a misreading.
 */
const manyAmounts = 5

/**
 * Words with the letters, digits and signs that look alike settled by what stands beside them: `RMO.00` is an amount,
 * `{7734-M)` is in brackets, `Tab1e` is a word. No dictionary is asked, and what fits no pattern stays as
 * it was read.
 */
export function settleShapes(words: readonly TesseractWord[]): TesseractWord[] {
  const settledWords = words.map((word) => {
    const text = settleWord(word)
    return text === word.text ? word : { ...word, text }
  })
  return withOnePoint(settledWords)
}

function settleWord({ text, confidence }: TesseractWord): string {
  const balancedText = matchBrackets(text)
  const number = settleNumber(balancedText)
  if (number !== balancedText) return number
  return settleCode(
    settleAbbreviation(confidence < sure ? settleLetters(balancedText) : balancedText),
  )
}

/** Brackets that face nothing are round ones where the other is. */
function matchBrackets(text: string): string {
  if (/^[{[][^)\]}]*\)[^)\]}]*$/.test(text)) return `(${text.slice(1)}`
  const openedMatch = /^([^([{]{0,40}\([^([{)\]}]{0,40})[}\]]([:.,;]?)$/.exec(text)
  if (openedMatch) return `${openedMatch[1]})${openedMatch[2]}`
  const inner = /^([^([{)\]}]{1,40})[{[]([^([{)\]}]{0,40}\)[:.,;]?)$/.exec(text)
  return inner ? `${inner[1]}(${inner[2]}` : text
}

/** What may stand before the digits of an amount, the digits with their lookalikes, the cents, and what may follow. */
const amount =
  /^([-+*]?(?:[A-Z]{2}|[$€£])?[-+]?)([\dOoQDIl|!ZSGB©®]{1,9})([.,][\dOoQIl|SB©®]{2})([*%)]?)$/

function settleNumber(text: string): string {
  const [, prefix = '', whole = '', cents = '', suffix = ''] = amount.exec(text) ?? []
  if (cents === '') return text
  const digits = [...whole, ...cents].filter((character) => /\d/.test(character)).length
  const lookalikes = whole.length + 2 - digits
  return digits >= 2 && lookalikes <= digits
    ? prefix + toDigits(whole) + toDigits(cents) + suffix
    : text
}

function toDigits(text: string): string {
  return [...text].map((character) => digitOf[character] ?? character).join('')
}

/** A digit among the points of an abbreviation. */
function settleAbbreviation(text: string): string {
  return /^0\.(?:\p{Lu}\.?){1,3}$/u.test(text) ? `O${text.slice(1)}` : text
}

/**
 * Runs of digits with a letter in it that is none elsewhere, and an O between capitals and digits: `RO0112` is a number
 * behind its letter.
 */
function settleCode(text: string): string {
  return text.replace(/[\p{L}\d©®]+/gu, (run) => {
    if (/^\d+[OIlSBZ©®]\d*$/.test(run) && run.length >= 4) return toDigits(run)
    const [, letters = '', tail = ''] = /^(\p{Lu}{1,4}?)([O0©][O\d]*\d)$/u.exec(run) ?? []
    return tail === '' || `${letters}O` === 'NO' ? run : letters + toDigits(tail)
  })
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** Digits between letters, and at the end of small ones. */
function settleLetters(text: string): string {
  return text.replace(/[\p{L}\d]+/gu, (run) => {
    if (!/^(?:\p{L}+[0158]{1,2})+\p{L}*$/u.test(run) && !/^[01]\p{L}{3,}$/u.test(run)) return run
    if (count(run, /\d/g) * 2 > run.length) return run
    const isSmall = /\p{Ll}/u.test(run)
    if (!isSmall && /\d$/.test(run)) return run
    const letters = isSmall ? smallOf : capitalOf
    return [...run].map((c, i) => (i === 0 && isSmall ? capitalOf[c] : letters[c]) ?? c).join('')
  })
}

const withPoint = /\d\.\d\d$/
const withComma = /\d,\d\d$/

/** Cents behind a comma where nearly all stand behind a point. */
function withOnePoint(words: readonly TesseractWord[]): TesseractWord[] {
  const points = words.filter(({ text }) => withPoint.test(text)).length
  const commas = words.filter(({ text }) => withComma.test(text)).length
  if (points < manyAmounts || points < manyAmounts * commas) return [...words]
  return words.map((word) =>
    withComma.test(word.text) ? { ...word, text: word.text.replace(/,(\d\d)$/, '.$1') } : word,
  )
}
