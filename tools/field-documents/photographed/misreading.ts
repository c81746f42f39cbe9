import type { Word } from '@recto/document-text/model'
import type { Chance } from '../chance.ts'

/** Error rates of an OCR engine on thermal prints. */
export type MisreadingRates = {
  readonly letter: number
  /** Share of words that are split in two, or joined with the next one. */
  readonly cut: number
  /** Share of commas read as full stops, and vice versa. */
  readonly comma: number
}

/** Characters that each letter is mistaken for. */
const lookalikes: Readonly<Record<string, string>> = {
  O: '0QD',
  '0': 'OQ',
  I: '1l',
  '1': 'Il',
  L: '1I',
  S: '5',
  '5': 'S',
  B: '8',
  '8': 'B6',
  E: 'FR',
  F: 'E',
  G: '6C',
  C: 'G',
  D: 'O',
  A: 'R',
  R: 'A',
  N: 'M',
  M: 'N',
  U: 'V',
  V: 'U',
  T: '1',
  Z: '2',
  '2': 'Z',
  '6': 'G8',
  '3': '8',
  '7': '1',
  a: 'o',
  e: 'c',
  c: 'e',
  i: 'l',
  l: '1',
  m: 'n',
  n: 'm',
  o: '0',
  r: 'n',
  s: '5',
  t: 'f',
  u: 'v',
  v: 'u',
  '-': '.',
  ':': '.',
}

type MisreadWord = { readonly text: string; readonly isMisread: boolean }

function misread(word: string, chance: Chance, noise: MisreadingRates): MisreadWord {
  const text = [...word].map((letter) => misreadLetter(letter, chance, noise)).join('')
  return { text, isMisread: text !== word }
}

function misreadLetter(letter: string, chance: Chance, noise: MisreadingRates): string {
  if (letter === ',' || letter === '.') {
    const replacement = letter === ',' ? '.' : ','
    return chance.happens(noise.comma) ? replacement : letter
  }
  const candidates = lookalikes[letter]
  return candidates !== undefined && chance.happens(noise.letter)
    ? chance.pick([...candidates])
    : letter
}

/** A misread word often has low confidence, and sometimes a correct word has as well. */
function confidenceOf({ isMisread }: MisreadWord, chance: Chance): number {
  const isUnsure = chance.happens(isMisread ? 0.7 : 0.06)
  return (isUnsure ? chance.whole(55, 88) : chance.whole(90, 99)) / 100
}

type LineToRead = {
  readonly text: string
  readonly size: number
  readonly left: number
  readonly y: number
}

/** Average widths, relative to the height of a letter. */
const letterWidth = 0.55
const blank = 0.44

/** Simulates the reading of a line; returns its words from the left. */
export function readLine(
  { text, size, left, y }: LineToRead,
  chance: Chance,
  noise: MisreadingRates,
): readonly Word[] {
  let x = left
  return splitPieces(text.split(' '), chance, noise).map(({ word, isWhole }) => {
    const read = misread(word, chance, noise)
    const box = [x, y, x + letterWidth * size * word.length, y + size] as const
    x = box[2] + blank * size
    const isMisread = read.isMisread || !isWhole
    const confidence = confidenceOf({ ...read, isMisread }, chance)
    return { text: read.text, box, confidence, origin: 'ocr' }
  })
}

type Piece = { readonly word: string; readonly isWhole: boolean }

/** Splits some words in two, and joins some with the next one. */
function splitPieces(
  words: readonly string[],
  chance: Chance,
  { cut }: MisreadingRates,
): readonly Piece[] {
  const allPieces: Piece[] = []
  for (const word of words) {
    const previous = allPieces.at(-1)
    const isLost = previous !== undefined && chance.happens(cut / 2)
    if (isLost) allPieces[allPieces.length - 1] = { word: previous.word + word, isWhole: false }
    else if (word.length > 4 && chance.happens(cut / 2)) allPieces.push(...halves(word, chance))
    else allPieces.push({ word, isWhole: true })
  }
  return allPieces
}

function halves(word: string, chance: Chance): readonly Piece[] {
  const middle = chance.whole(2, word.length - 2)
  return [word.slice(0, middle), word.slice(middle)].map((half) => ({
    word: half,
    isWhole: false,
  }))
}
