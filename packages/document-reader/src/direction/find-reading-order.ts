import {
  type BaseDirection,
  type CharacterKind,
  getCharacterKind,
  getStandIn,
  reorder,
} from './bidi.ts'

/** Longer lines are ordered in parts, because some rules look back as far as the line goes. */
const maxSigns = 2000
const leftToRightMark = '\u200e'
const hebrewLetter = '\u05d0'
const arabicDigit = '\u0661'
/** Parts of a number that stand before it. */
const beforeNumber = /^[\p{Sc}+\-\u2212#]$/u
const plusOrMinus = /^[+\-\u2212]$/

type LineDirection = {
  readonly base: BaseDirection
  /** Whether numbers where the line begins belong to Latin text at the end of the line before it. */
  readonly continuesLatin: boolean
}

/**
 * The order in which a line is read, by the places of its signs, which are seen from left to right: one character each,
 * a space for a blank. Several texts may look the same; of these, numbers beside Latin words belong to them.
 */
export function findReadingOrder(
  signs: readonly string[],
  { base, continuesLatin }: LineDirection,
): readonly number[] {
  const parts = partsOf(signs).map(([start, end]) => {
    const isContinued = continuesLatin && base === 'rtl' && end === signs.length
    const order = orderPart(signs.slice(start, end), { base, continuesLatin: isContinued })
    return order.map((place) => place + start)
  })
  return (base === 'rtl' ? parts.reverse() : parts).flat()
}

function partsOf(signs: readonly string[]): [start: number, end: number][] {
  const parts: [number, number][] = []
  for (let start = 0; start < signs.length; ) {
    const limit = Math.min(start + maxSigns, signs.length)
    const blank = limit < signs.length ? signs.lastIndexOf(' ', limit) : -1
    const end = blank > start ? blank : limit
    parts.push([start, end])
    start = end
  }
  return parts
}

function orderPart(signs: readonly string[], { base, continuesLatin }: LineDirection): number[] {
  const kinds = signs.map(getCharacterKind)
  const marks = marksBeforeNumbers(signs, kinds, continuesLatin)
  const next = strongKinds(kinds, -1)
  const previous = strongKinds(kinds, 1)
  let text = ''
  const owners: number[] = []
  for (const [place, sign] of signs.entries()) {
    if (marks.has(place)) {
      text += leftToRightMark
      owners.push(-1)
    }
    const strong = { previous: previous[place], next: next[place] }
    text += isSignOfNumber(signs, kinds, place) ? '1' : standInOf(sign, kinds[place]!, strong)
    owners.push(place)
  }
  return reorder(text, base)
    .map((place) => owners[place]!)
    .filter((place) => place >= 0)
}

type Strong = Extract<CharacterKind, 'left' | 'right' | 'arabic'>
type Neighbours = { readonly previous: Strong | undefined; readonly next: Strong | undefined }

/**
 * The algorithm asks what was read before a number, which here stands on its right: so letters of Arabic are all
 * the same to it, and a number that was read after Arabic says so itself.
 */
function standInOf(sign: string, kind: CharacterKind, { previous, next }: Neighbours): string {
  if (kind === 'right' || kind === 'arabic') return hebrewLetter
  if (kind === 'digit' && next === 'arabic' && previous !== 'left') return arabicDigit
  return getStandIn(sign)
}

/** For each place the nearest letter with a direction, before it (1) or after it (-1). */
function strongKinds(kinds: readonly CharacterKind[], step: 1 | -1): (Strong | undefined)[] {
  const strongs: (Strong | undefined)[] = Array.from({ length: kinds.length })
  let last: Strong | undefined
  for (let i = step === 1 ? 0 : kinds.length - 1; i >= 0 && i < kinds.length; i += step) {
    strongs[i] = last
    const kind = kinds[i]!
    if (kind !== 'digit' && kind !== 'neutral') last = kind
  }
  return strongs
}

/**
 * Numbers that stand left of a Latin word are read before it, as in “3 chairs”, though no Latin word stands before them:
 * a mark there says so.
 */
function marksBeforeNumbers(
  signs: readonly string[],
  kinds: readonly CharacterKind[],
  continuesLatin: boolean,
): ReadonlySet<number> {
  const marks = new Set<number>()
  let firstDigit: number | undefined
  let isAfterLatin = false
  const lastKind: readonly CharacterKind[] = continuesLatin ? ['left'] : []
  for (const [place, kind] of [...kinds, ...lastKind].entries()) {
    if (kind === 'neutral') continue
    if (kind === 'digit') {
      firstDigit ??= place
      continue
    }
    if (kind === 'left' && !isAfterLatin && firstDigit !== undefined)
      marks.add(startOfNumber(signs, firstDigit))
    isAfterLatin = kind === 'left'
    firstDigit = undefined
  }
  return marks
}

function startOfNumber(signs: readonly string[], digit: number): number {
  let start = digit
  while (start > 0 && beforeNumber.test(signs[start - 1]!)) start--
  return start
}

/** A plus or minus that stands before its number is meant there, not at its end. */
function isSignOfNumber(
  signs: readonly string[],
  kinds: readonly CharacterKind[],
  place: number,
): boolean {
  if (!plusOrMinus.test(signs[place]!) || kinds[place + 1] !== 'digit') return false
  return place === 0 || signs[place - 1] === ' '
}
