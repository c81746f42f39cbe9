import type { Word } from '@recto/document-text/model'
import type { Chance } from '../chance.ts'

/** How often an engine errs on a thermal print, by letter and by word. */
export type Misreading = {
  readonly letter: number
  /** A word cut in two, or written together with the next. */
  readonly cut: number
  /** A comma taken for a full stop, and the other way round. */
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

type Read = { readonly text: string; readonly isMisread: boolean }

function misread(word: string, chance: Chance, noise: Misreading): Read {
  const text = [...word].map((letter) => misreadLetter(letter, chance, noise)).join('')
  return { text, isMisread: text !== word }
}

function misreadLetter(letter: string, chance: Chance, noise: Misreading): string {
  if (letter === ',' || letter === '.') {
    const other = letter === ',' ? '.' : ','
    return chance.happens(noise.comma) ? other : letter
  }
  const others = lookalikes[letter]
  return others !== undefined && chance.happens(noise.letter) ? chance.pick([...others]) : letter
}

/** An engine is often less sure of what it read wrong, and now and then of what it read right. */
function confidenceOf({ isMisread }: Read, chance: Chance): number {
  const isUnsure = chance.happens(isMisread ? 0.7 : 0.06)
  return (isUnsure ? chance.whole(55, 88) : chance.whole(90, 99)) / 100
}

type Printed = {
  readonly text: string
  readonly size: number
  readonly left: number
  readonly y: number
}

/** Average widths, relative to the height of a letter. */
const letterWidth = 0.55
const blank = 0.44

/** The words of a line as they are read, from the left. */
export function readLine(
  { text, size, left, y }: Printed,
  chance: Chance,
  noise: Misreading,
): readonly Word[] {
  let x = left
  return pieces(text.split(' '), chance, noise).map(({ written, isWhole }) => {
    const read = misread(written, chance, noise)
    const box = [x, y, x + letterWidth * size * written.length, y + size] as const
    x = box[2] + blank * size
    const isMisread = read.isMisread || !isWhole
    const confidence = confidenceOf({ ...read, isMisread }, chance)
    return { text: read.text, box, confidence, origin: 'ocr' }
  })
}

type Piece = { readonly written: string; readonly isWhole: boolean }

/** Some words are cut in two, and some written together with the next. */
function pieces(words: readonly string[], chance: Chance, { cut }: Misreading): readonly Piece[] {
  const found: Piece[] = []
  for (const word of words) {
    const before = found.at(-1)
    const isLost = before !== undefined && chance.happens(cut / 2)
    if (isLost) found[found.length - 1] = { written: before.written + word, isWhole: false }
    else if (word.length > 4 && chance.happens(cut / 2)) found.push(...halves(word, chance))
    else found.push({ written: word, isWhole: true })
  }
  return found
}

function halves(word: string, chance: Chance): readonly Piece[] {
  const middle = chance.whole(2, word.length - 2)
  return [word.slice(0, middle), word.slice(middle)].map((written) => ({
    written,
    isWhole: false,
  }))
}
