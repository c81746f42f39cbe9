import { getTextDirection } from '@recto/document-text/text-direction'
import { type BaseDirection, type CharacterKind, getCharacterKind } from '../direction/bidi.ts'
import type { PlacedWord } from './group-words.ts'
import { findNumberStart } from './number-groups.ts'
import { piecesOf, type VisualPiece } from './visual-pieces.ts'

/** The positions between which the text of a page lies. */
type TextExtent = { readonly start: number; readonly end: number }

export type CellContext = {
  readonly isFromRight: boolean
  readonly extent: TextExtent
  /** The cell is all that its row has. */
  readonly isAlone: boolean
  /** The line before it ends within Latin text, and was broken there. */
  readonly continuesLatin: boolean
}

/** The words of a cell, and their letters from left to right; `undefined` is a blank. */
export type VisualCell = {
  readonly words: readonly PlacedWord[]
  readonly pieces: readonly (VisualPiece | undefined)[]
}

/** In heights of the letters: how near to the edge of the text a line ends that begins there. */
const flushWithin = 0.5
/** How many words of the other direction a line of the page's own may have for each of its own. */
const maxForeign = 2
const endSign = /^[.,:;!?\u060c\u061b\u061f]$/
const startsWithEndSign = /^[.,:;!?\u060c\u061b\u061f]/

/**
 * The direction of a cell. The algorithm takes that of the first letter, which stands at one of the two ends. Where they do
 * not agree, or a full stop says else, the signs between the two directions, the edge of the page at which the line begins
 * and its words decide.
 */
export function findCellDirection(cell: VisualCell, context: CellContext): BaseDirection {
  const votes = countVotes(cell.pieces)
  if (votes !== 0) return votes > 0 ? 'ltr' : 'rtl'
  const left = cell.pieces.map(strongKind).find(Boolean)
  const right = cell.pieces.map(strongKind).findLast(Boolean)
  if (!left) return findNumberStart(textsOf(cell)) ?? majorityOf(cell.words, context)
  if (left === right) return left === 'right' ? 'rtl' : 'ltr'
  const edge = context.isAlone ? edgeDirection(cell.words, context.extent) : undefined
  return edge ?? majorityOf(cell.words, context)
}

function textsOf({ words }: VisualCell): readonly string[] {
  return words.map(({ word }) => word.text)
}

/** Whether the sign that ends a sentence stands before its first word, as seen from the left. */
export function beginsWithEndSign([word]: readonly PlacedWord[]): boolean {
  if (!word || !startsWithEndSign.test(word.word.text)) return false
  const [sign, next] = piecesOf(word, 0)
  return isEndSign(sign) && isText(next)
}

/**
 * A sign such as a full stop or a colon belongs to the word before it. Between words of two directions, and at the ends of
 * the cell, the side on which its word is says from where the cell is read. Returns the signs that are behind words from the
 * left less those that are behind words from the right.
 */
function countVotes(pieces: VisualCell['pieces']): number {
  let votes = 0
  let last: Strong | undefined
  let pendingVotes = 0
  for (const [i, piece] of pieces.entries()) {
    if (isEndSign(piece)) pendingVotes += voteAt(pieces, i)
    const kind = strongKind(piece)
    if (!kind) continue
    if (kind !== last) votes += pendingVotes
    pendingVotes = 0
    last = kind
  }
  return votes + pendingVotes
}

function voteAt(pieces: VisualCell['pieces'], index: number): -1 | 0 | 1 {
  const isBehind = isText(pieces[index - 1])
  const isBefore = isText(pieces[index + 1])
  if (isBehind === isBefore) return 0
  return isBehind ? 1 : -1
}

function isEndSign(piece: VisualPiece | undefined): boolean {
  return piece !== undefined && endSign.test(piece.text)
}

/** Numbers begin with points too. */
function isText(piece: VisualPiece | undefined): boolean {
  return piece !== undefined && !isEndSign(piece) && getCharacterKind(piece.sign) !== 'digit'
}

type Strong = 'left' | 'right'

function strongKind(piece: VisualPiece | undefined): Strong | undefined {
  const kind: CharacterKind = piece ? getCharacterKind(piece.sign) : 'neutral'
  if (kind === 'left') return 'left'
  return kind === 'right' || kind === 'arabic' ? 'right' : undefined
}

function edgeDirection(
  words: readonly PlacedWord[],
  { start, end }: TextExtent,
): BaseDirection | undefined {
  const size = words.reduce((max, word) => Math.max(max, word.size), 0)
  const isAtStart = words[0]!.alongStart - start <= flushWithin * size
  const isAtEnd = end - words.at(-1)!.alongEnd <= flushWithin * size
  if (isAtStart === isAtEnd) return undefined
  return isAtEnd ? 'rtl' : 'ltr'
}

function majorityOf(words: readonly PlacedWord[], { isFromRight }: CellContext): BaseDirection {
  const directions = words.map(({ word }) => getTextDirection(word.text))
  const fromRight = directions.filter((direction) => direction === 'left').length
  const fromLeft = directions.filter((direction) => direction === 'right').length
  if (isFromRight) return fromLeft > maxForeign * fromRight ? 'ltr' : 'rtl'
  return fromRight > maxForeign * fromLeft ? 'rtl' : 'ltr'
}
