import type { InkMask } from '../picture/find-ink.ts'
import { isPeer } from './find-soft-boxes.ts'
import type { Frame, Square } from './find-squares.ts'

/** The ink inside a box, where it is a sign with paper all around. */
type Sign = { readonly frame: Frame; readonly area: number }

type SignedSquare = { readonly square: Square; readonly sign: Sign }

const minSigns = 4
/** Share of the squares in a row and column: every question has its number, and a form has empty boxes among those that are marked. */
const minSigned = 0.75
/** The search of a sign ends at so many neighbours, because more of them say nothing new. */
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

/** Leaves out squares that hold different letters or digits of one size on one line, such as numbers of questions. */
export function withoutLetterSquares(ink: InkMask, squares: readonly Square[]): Square[] {
  const signedSquares = squares
    .map((square) => ({ square, sign: readSign(ink, square) }))
    .filter((signed): signed is SignedSquare => signed.sign !== undefined)
  const letteredSquares = new Set(
    signedSquares
      .filter((signed) => isOneOfLetters(ink, signed, { squares, signedSquares }))
      .map(({ square }) => square),
  )
  return squares.filter((square) => !letteredSquares.has(square))
}

function readSign(ink: InkMask, square: Square): Sign | undefined {
  const inset = square.thickness + 1
  const interior = {
    left: square.left + inset,
    top: square.top + inset,
    right: square.right - inset,
    bottom: square.bottom - inset,
  }
  const sign = boundsOf(ink, interior)
  if (!sign) return undefined
  const { frame } = sign
  const isLoose =
    frame.left > interior.left &&
    frame.top > interior.top &&
    frame.right < interior.right &&
    frame.bottom < interior.bottom
  const height = (frame.bottom - frame.top) / (square.bottom - square.top)
  return isLoose && height >= minSignHeight && height <= maxSignHeight ? sign : undefined
}

function boundsOf({ width, pixels }: InkMask, interior: Frame): Sign | undefined {
  let left = interior.right
  let top = interior.bottom
  let right = interior.left
  let bottom = interior.top
  let area = 0
  for (let y = interior.top; y < interior.bottom; y++)
    for (let x = interior.left; x < interior.right; x++) {
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
  page: { readonly squares: readonly Square[]; readonly signedSquares: readonly SignedSquare[] },
): boolean {
  const { square } = signed
  const signedPeers = page.signedSquares.filter(
    (peer) => peer !== signed && isPeer(square, peer.square),
  )
  const squarePeers = page.squares.filter((peer) => peer !== square && isPeer(square, peer))
  if (signedPeers.length < squarePeers.length * minSigned) return false
  const peers = signedPeers.slice(0, maxSigns)
  const linedPeers = peers.filter((peer) => isOnSameLine(signed, peer))
  const signs = [signed, ...linedPeers]
  if (signs.length < minSigns || linedPeers.length < peers.length * minOnLine) return false
  let differentCount = 0
  let pairs = 0
  signs.forEach((sign, i) => {
    for (const next of signs.slice(i + 1)) {
      pairs++
      if (!isAlike(ink, sign.sign, next.sign)) differentCount++
    }
  })
  return differentCount >= pairs * minDifferent
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
