import type { InkMask } from '../picture/find-ink.ts'
import { isPeer } from './find-soft-boxes.ts'
import type { Frame, Square } from './find-squares.ts'

/** The ink inside a box, where it is a sign with paper all around. */
type Sign = { readonly frame: Frame; readonly area: number }

type SignedSquare = { readonly square: Square; readonly sign: Sign }

const minSigns = 3
/** With so many of them beside a sign, the others say nothing more. */
const maxSigns = 12
/** In heights of a box: letters and digits stand on one line and have one height, and marks of a pen do not. */
const maxStep = 0.07
/** Share of the signs: scans take a pixel from some. */
const minOnLine = 0.75
/** Shares of a side. */
const minSignHeight = 0.3
const maxSignHeight = 0.85
/** Share of the ink of a sign that has ink of another one at its place, where both are the same. */
const minAlike = 0.88
/** Share of the pairs of signs that differ. */
const minDifferent = 0.8

/** Shares of a side: how close the letters of a column follow each other, and how wide they are. */
const maxLetterGap = 0.6
const minSideGap = 0.3
const minLetterWidth = 0.6
const maxLetterWidth = 1.2
const minLetterHeight = 0.4
const minLettersInColumn = 2

/**
 * Leaves out squares that hold different letters or digits of one size on one line, such as numbers of questions and days of a calendar,
 * and squares that are letters themselves in a column of letters, such as those of Chinese and Japanese.
 */
export function withoutLetterSquares(ink: InkMask, squares: readonly Square[]): Square[] {
  const signedSquares = squares
    .map((square) => ({ square, sign: readSign(ink, square) }))
    .filter((signed): signed is SignedSquare => signed.sign !== undefined)
  const lettered = new Set(
    signedSquares
      .filter((signed) => isOneOfLetters(ink, signed, signedSquares))
      .map(({ square }) => square),
  )
  return squares.filter(
    (square) => !lettered.has(square) && !isInColumnOfLetters(ink, square, squares),
  )
}

function readSign(ink: InkMask, square: Square): Sign | undefined {
  const inset = square.thickness + 1
  const inside = {
    left: square.left + inset,
    top: square.top + inset,
    right: square.right - inset,
    bottom: square.bottom - inset,
  }
  const sign = boundsOf(ink, inside)
  if (!sign) return undefined
  const { frame } = sign
  const isLoose =
    frame.left > inside.left &&
    frame.top > inside.top &&
    frame.right < inside.right &&
    frame.bottom < inside.bottom
  const height = (frame.bottom - frame.top) / (square.bottom - square.top)
  return isLoose && height >= minSignHeight && height <= maxSignHeight ? sign : undefined
}

function boundsOf({ width, pixels }: InkMask, inside: Frame): Sign | undefined {
  let { right: left, bottom: top, left: right, top: bottom } = inside
  let area = 0
  for (let y = inside.top; y < inside.bottom; y++)
    for (let x = inside.left; x < inside.right; x++) {
      if (pixels[y * width + x] !== 1) continue
      left = Math.min(left, x)
      top = Math.min(top, y)
      right = Math.max(right, x + 1)
      bottom = Math.max(bottom, y + 1)
      area++
    }
  return area > 0 ? { frame: { left, top, right, bottom }, area } : undefined
}

/** The same mark in every box is that of a printer, and differs from itself nowhere. */
function isOneOfLetters(
  ink: InkMask,
  signed: SignedSquare,
  signedSquares: readonly SignedSquare[],
): boolean {
  const peers = signedSquares
    .filter((peer) => peer !== signed && isPeer(signed.square, peer.square))
    .slice(0, maxSigns)
  const linedPeers = peers.filter((peer) => isOnSameLine(signed, peer))
  const signs = [signed, ...linedPeers]
  if (signs.length < minSigns || linedPeers.length < peers.length * minOnLine) return false
  let different = 0
  let pairs = 0
  signs.forEach((sign, i) => {
    for (const next of signs.slice(i + 1)) {
      pairs++
      if (!isAlike(ink, sign.sign, next.sign)) different++
    }
  })
  return different >= pairs * minDifferent
}

function isOnSameLine(a: SignedSquare, b: SignedSquare): boolean {
  const maxShift = Math.max(1, (a.square.bottom - a.square.top) * maxStep)
  const topOf = ({ square, sign }: SignedSquare) => sign.frame.top - square.top
  const bottomOf = ({ square, sign }: SignedSquare) => sign.frame.bottom - square.top
  return (
    Math.abs(topOf(a) - topOf(b)) <= maxShift && Math.abs(bottomOf(a) - bottomOf(b)) <= maxShift
  )
}

function isAlike(ink: InkMask, a: Sign, b: Sign): boolean {
  return coverOf(ink, a, b) >= minAlike && coverOf(ink, b, a) >= minAlike
}

/** The share of a sign that another one covers, a pixel to each side included. */
function coverOf({ width, pixels }: InkMask, { frame, area }: Sign, cover: Sign): number {
  const shiftX = Math.round((cover.frame.left + cover.frame.right - frame.left - frame.right) / 2)
  const shiftY = Math.round((cover.frame.top + cover.frame.bottom - frame.top - frame.bottom) / 2)
  const isCovered = (x: number, y: number) => {
    for (let row = y - 1; row <= y + 1; row++)
      for (let column = x - 1; column <= x + 1; column++)
        if (pixels[row * width + column] === 1) return true
    return false
  }
  let count = 0
  for (let y = frame.top; y < frame.bottom; y++)
    for (let x = frame.left; x < frame.right; x++)
      if (pixels[y * width + x] === 1 && isCovered(x + shiftX, y + shiftY)) count++
  return count / area
}

function isInColumnOfLetters(ink: InkMask, square: Square, squares: readonly Square[]): boolean {
  const letters = [...lettersFrom(ink, square, -1), ...lettersFrom(ink, square, 1)]
  return (
    letters.length >= minLettersInColumn &&
    !letters.some((letter) => squares.some((peer) => peer !== square && sharesMiddle(letter, peer)))
  )
}

function sharesMiddle({ left, top, right, bottom }: Frame, square: Frame): boolean {
  const x = (left + right) / 2
  const y = (top + bottom) / 2
  return x > square.left && x < square.right && y > square.top && y < square.bottom
}

/** Up to as many letters as decide, one after another, above or below a square. */
function lettersFrom(ink: InkMask, square: Square, step: 1 | -1): readonly Frame[] {
  const letters: Frame[] = []
  let edge = step === 1 ? square.bottom : square.top - 1
  while (letters.length < minLettersInColumn) {
    const letter = nextLetter(ink, square, { edge, step })
    if (!letter) break
    letters.push(letter)
    edge = step === 1 ? letter.bottom : letter.top - 1
  }
  return letters
}

type ColumnPlace = { readonly edge: number; readonly step: 1 | -1 }

/** What follows in the column of a square, if it is about as large and has paper to both sides. */
function nextLetter(ink: InkMask, square: Square, { edge, step }: ColumnPlace): Frame | undefined {
  const side = square.right - square.left
  const margin = Math.round(side * minSideGap)
  const band = {
    left: Math.max(0, square.left - margin),
    right: Math.min(ink.width, square.right + margin),
  }
  const isInked = (y: number) =>
    y >= 0 &&
    y < ink.height &&
    ink.pixels.subarray(y * ink.width + square.left, y * ink.width + square.right).includes(1)
  let start = edge
  while (Math.abs(start - edge) < side * maxLetterGap && !isInked(start)) start += step
  if (!isInked(start) || start === edge) return undefined
  const end = Math.min(ink.height - 1, Math.max(0, start + step * (side - 1)))
  const window = { ...band, top: Math.min(start, end), bottom: Math.max(start, end) + 1 }
  const frame = boundsOf(ink, window)?.frame
  if (!frame || frame.left === window.left || frame.right === window.right) return undefined
  const width = (frame.right - frame.left) / side
  const isOfSize = width >= minLetterWidth && width <= maxLetterWidth
  return isOfSize && frame.bottom - frame.top >= side * minLetterHeight ? frame : undefined
}
