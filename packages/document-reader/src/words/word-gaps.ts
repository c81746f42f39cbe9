import type { Glyph } from './glyph.ts'
import { gapBetween, type PlacedGlyph, placeGlyph } from './placed-glyph.ts'
import { shiftOf } from './shifted-text.ts'
import { isOfWiderKind } from './two-kinds.ts'

/** All in sizes of the font. A space that PDFium inferred is believed from the first gap on. */
const minInferred = 0.09
const minGap = 0.15
/**
 * Among letters that stand edge to edge, as their font sets them, a narrower gap is one between words too: programs that place each
 * word leave no more in a line that is set tightly.
 */
const minGapAmongTight = 0.09
const maxTight = 0.025
const minWide = 0.07
/** Shares of the nearest gaps that must be tight, and that may be neither tight nor wide, as where letters are placed roughly. */
const minTightShare = 0.35
const maxBetweenShare = 0.1
/** The wider of two kinds of gaps in a line are wider than this; so many on each side are looked at. */
const minOfWiderKind = 0.05
const maxLineReach = 40
/** By how much a gap between words is wider than the gaps between letters that are drawn apart. */
const minMore = 0.1
const maxSpacing = 0.6
/** Kerning and accents that are drawn by themselves step back by less. */
const minStepBack = 0.35
const minDrawnOver = 0.15
const unevenness = 0.08
const maxNeighbours = 6
const minNeighbours = 4
/**
 * Where letters are drawn apart on purpose: the place of their gap among the nearest ones, of which the wider are between words, and
 * the shares of gaps like it, of letters, and of gaps within what was drawn at once.
 */
const spacingRank = 1 / 3
const minEvenShare = 0.45
const minLetterShare = 0.5
const minRunShare = 0.75
/** Letters on a grid have pitches that differ by less than this share of what their gaps do. */
const maxGridShare = 0.3
const minGridDeviation = 0.045
const maxGapInCell = 2
/**
 * A row of digits that are further apart is a row of numbers, unless as many gaps between letters around it are alike; the gaps of so
 * many letters and signs are looked at on each side.
 */
const maxDigitSpacing = 0.21
const minLetterGaps = 3
const maxNumberReach = 40
/** Share of the height of the letters. */
const maxStepInWord = 0.5

const letter = /^\p{L}/u
const digit = /^\p{N}/u
const endsPhrase = /^[.,:;!?)\]}%]/
const opensBracket = /^[([{]/
/** Letters of scripts that run from the right, stack their signs or draw them over each other, and marks. */
const caseless = /^[\p{Lo}\p{M}]/u

export type Seam = {
  readonly previous: PlacedGlyph
  readonly next: PlacedGlyph
  /** The space that the file or PDFium states between them, if any. */
  readonly space: Glyph['space']
  readonly glyphs: readonly Glyph[]
  /** Index of the second letter among the glyphs. */
  readonly index: number
}

/** Whether a word ends between two letters that follow each other. */
export function isApart(seam: Seam): boolean {
  const { previous, next, space } = seam
  if (previous.angle !== next.angle) return true
  if (!isOnLine(previous, next)) return true
  if (previous.angle % 90 !== 0) return space === 'inferred'
  const gap = gapInEms(previous, next)
  if (gap <= minGap && isOfFormula(seam)) return false
  if (gap <= (space === 'inferred' ? minInferred : minGap)) return isNarrowEnd(gap, seam)
  return gap > maxSpacing || isWide(gap, seam)
}

/** Whether a gap that could be one of kerning is one between words by those around it. */
function isNarrowEnd(gap: number, seam: Seam): boolean {
  return (gap > minGapAmongTight && standsAmongTight(seam)) || standsOut(gap, seam)
}

/** Whether a gap that is none of kerning is wider than those between the letters around it. */
function isWide(gap: number, seam: Seam): boolean {
  const spacing = spacingAround(seam.glyphs, seam.index)
  if (spacing > 0 && mayBeSpaced(seam, spacing)) return gap > spacing + minMore
  return seam.space === 'inferred' || gap > minGap
}

/**
 * A text that begins over another one, such as a cell that the cell before it runs into. Letters that are drawn one by one may
 * overlap a little, because the widths that their font states need not be right.
 */
export function isDrawnOver({ previous, next, glyphs, index }: Seam): boolean {
  const { run } = previous.glyph
  if (run === next.glyph.run || previous.angle !== next.angle) return false
  if (caseless.test(previous.glyph.text) || caseless.test(next.glyph.text)) return false
  const em = Math.max(previous.em, next.em)
  if (previous.alongStart - next.alongStart > minStepBack * em) return true
  const isAlone = glyphs[index - 2]?.run !== run
  return !isAlone && previous.alongEnd - next.alongStart > minDrawnOver * em
}

/** Letters of what was drawn at once may be kerned apart, and letters of many scripts are no evidence. */
function mayEndTight({ previous, next, glyphs, index }: Seam): boolean {
  const left = previous.glyph
  const right = next.glyph
  if (left.run === right.run || endsPhrase.test(right.text)) return false
  if (endsLigature(left, glyphs[index - 2])) return false
  return !caseless.test(left.text) && !caseless.test(right.text)
}

/** Whether the gaps of the line are of two kinds, as where letters are placed one by one and rounded, and this is one of the wider. */
function standsOut(gap: number, seam: Seam): boolean {
  if (gap <= minOfWiderKind || !mayEndTight(seam)) return false
  const { glyphs, index } = seam
  const isMore = ({ gaps }: Neighbours) => gaps.length < maxLineReach
  const sides = [
    neighbours(glyphs, index, { step: 1, isMore }),
    neighbours(glyphs, index - 1, { step: -1, isMore }),
  ]
  // A line that spells its spaces needs no guesses.
  const gaps = sides.flatMap((side) => side.gaps)
  const cuts = sides.reduce((sum, side) => sum + side.cuts, 0)
  return cuts <= maxBetweenShare * gaps.length && isOfWiderKind(gap, gaps)
}

function standsAmongTight(seam: Seam): boolean {
  if (!mayEndTight(seam)) return false
  const { glyphs, index } = seam
  const isMore = ({ gaps }: Neighbours) => gaps.length < maxNeighbours
  const gaps = [
    ...neighbours(glyphs, index, { step: 1, isMore }).gaps,
    ...neighbours(glyphs, index - 1, { step: -1, isMore }).gaps,
  ]
  const tight = gaps.filter((gap) => gap <= maxTight).length
  const betweenCount = gaps.filter((gap) => gap > maxTight && gap < minWide).length
  return (
    gaps.length >= minNeighbours &&
    tight >= minTightShare * gaps.length &&
    betweenCount <= maxBetweenShare * gaps.length
  )
}

/** The slanted letters of formulas keep a distance from their brackets, as in f(x), and from their exponents. */
function isOfFormula({ previous, next, glyphs, index }: Seam): boolean {
  if (shiftOf(previous, next)) return true
  const { text, font } = previous.glyph
  if (font === next.glyph.font || !letter.test(text) || !opensBracket.test(next.glyph.text))
    return false
  const place = glyphs[index - 1] === previous.glyph ? index - 1 : index - 2
  const earlier = glyphs[place - 1]
  return earlier === undefined || earlier.space !== 'none' || earlier.font !== font
}

/** In points: letters of a ligature have one origin, or equal widths, which need not fill it. */
const equalWidths = 0.05
const ligatureEnd = /^(?:f[fijlt]|t[ti])$/

function endsLigature(last: Glyph, previous: Glyph | undefined): boolean {
  if (!previous || previous.run !== last.run) return false
  if (!ligatureEnd.test(previous.text + last.text)) return false
  const widthOf = ({ box }: Glyph) => box[2] - box[0]
  return (
    last.originX === previous.originX || Math.abs(widthOf(last) - widthOf(previous)) <= equalWidths
  )
}

function isOnLine(a: PlacedGlyph, b: PlacedGlyph): boolean {
  return Math.abs(a.baseLine - b.baseLine) <= maxStepInWord * Math.max(a.size, b.size)
}

function gapInEms(a: PlacedGlyph, b: PlacedGlyph): number {
  return gapBetween(a, b) / Math.max(a.em, b.em)
}

/**
 * How far the letters around a place are drawn apart, in sizes of the font: 0 in most texts, where at least one of the
 * nearest gaps is none.
 */
function spacingAround(glyphs: readonly Glyph[], index: number): number {
  const nextNeighbours = neighbours(glyphs, index, { step: 1, isMore: goesOn })
  const previousNeighbours = neighbours(glyphs, index - 1, { step: -1, isMore: goesOn })
  const [next = 0] = nextNeighbours.gaps
  const [last = 0] = previousNeighbours.gaps
  if (Math.max(next, last) <= minInferred) return 0
  const gaps = [...nextNeighbours.gaps, ...previousNeighbours.gaps]
  const inRun = nextNeighbours.inRun + previousNeighbours.inRun
  // A text that is drawn at once has hardly any gaps between words.
  const isOneRun = inRun >= minRunShare * gaps.length
  const usualGap = isOneRun ? median(gaps) : rankedAt(gaps, spacingRank)
  if (gaps.length < minNeighbours || usualGap <= minInferred) return 0
  const pitches = [...nextNeighbours.pitches, ...previousNeighbours.pitches]
  // Letters on a grid, such as those of a heading, are put together by their pitch once the line is known.
  if (deviation(gaps) > minGridDeviation && deviation(pitches) < maxGridShare * deviation(gaps))
    return 0
  const even = gaps.filter((gap) => Math.abs(gap - usualGap) <= unevenness).length
  const letters = nextNeighbours.letters + previousNeighbours.letters
  const isMeant = isOneRun || letters >= minLetterShare * (gaps.length + 2)
  return isMeant && even >= minEvenShare * gaps.length ? usualGap : 0
}

/**
 * Numbers that are put together make another number, so digits and signs are letters that are drawn apart only if no text of theirs
 * stands edge to edge, and if their gaps are narrow or those of the letters around them.
 */
function mayBeSpaced({ previous, next, glyphs, index }: Seam, spacing: number): boolean {
  const left = previous.glyph
  const right = next.glyph
  if (!digit.test(left.text) && !digit.test(right.text)) return true
  const isMore = ({ gaps, letterGaps }: Neighbours) =>
    gaps.length < maxNumberReach && letterGaps.length < minLetterGaps
  const sides = [
    neighbours(glyphs, index, { step: 1, isMore }),
    neighbours(glyphs, index - 1, { step: -1, isMore }),
  ]
  if (sides.some(({ tightRuns }) => tightRuns.has(left.run) || tightRuns.has(right.run)))
    return false
  const isWithLetter = letter.test(left.text) || letter.test(right.text)
  if (spacing <= maxDigitSpacing || isWithLetter) return true
  const letterGaps = sides.flatMap((side) => side.letterGaps)
  const evenCount = letterGaps.filter((gap) => Math.abs(gap - spacing) <= unevenness).length
  const isParted = sides.some(({ gaps, cuts }) => cuts > 0 || Math.max(...gaps) > spacing + minMore)
  return isParted && evenCount >= minLetterGaps
}

function median(values: readonly number[]): number {
  return rankedAt(values, 1 / 2)
}

function rankedAt(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
}

/** The median of the distances from the median, to which a few wide gaps do not matter. */
function deviation(values: readonly number[]): number {
  const middle = median(values)
  return median(values.map((value) => Math.abs(value - middle)))
}

type Neighbours = {
  readonly gaps: number[]
  readonly pitches: number[]
  letters: number
  readonly letterGaps: number[]
  /** Texts that were drawn at once with letters or digits edge to edge. */
  readonly tightRuns: Set<number>
  /** Spaces that the file spells. */
  cuts: number
  /** Gaps within what was drawn at once. */
  inRun: number
}

type Way = { readonly step: 1 | -1; readonly isMore: (neighbours: Neighbours) => boolean }

/** The gaps from a place on, or back, between letters with no space between them that the file spells. */
function neighbours(glyphs: readonly Glyph[], from: number, { step, isMore }: Way): Neighbours {
  const neighbourhood: Neighbours = {
    gaps: [],
    pitches: [],
    letters: 0,
    letterGaps: [],
    tightRuns: new Set(),
    cuts: 0,
    inRun: 0,
  }
  let isCut = false
  let last: PlacedGlyph | undefined
  for (let i = from; glyphs[i] && isMore(neighbourhood); i += step) {
    const glyph = glyphs[i]!
    isCut ||= glyph.space === 'spelt'
    if (glyph.space !== 'none') continue
    const next = placeGlyph(glyph)
    if (last && !addGap(neighbourhood, { last, next, isCut })) break
    if (letter.test(glyph.text)) neighbourhood.letters++
    isCut = false
    last = next
  }
  return neighbourhood
}

/** One gap that is none tells enough. */
function goesOn({ gaps }: Neighbours): boolean {
  return gaps.length < maxNeighbours && (gaps.length !== 1 || gaps[0]! > minInferred)
}

type Step = { readonly last: PlacedGlyph; readonly next: PlacedGlyph; readonly isCut: boolean }

/** Returns whether the two are on one line. */
function addGap(neighbours: Neighbours, { last, next, isCut }: Step): boolean {
  if (next.angle !== last.angle || !isOnLine(last, next)) return false
  if (isCut) {
    neighbours.cuts++
    return true
  }
  const gap = Math.max(0, gapInEms(last, next))
  if (gap > maxGapInCell) return false
  neighbours.gaps.push(gap)
  neighbours.pitches.push(Math.abs(next.alongStart - last.alongStart) / Math.max(last.em, next.em))
  if (letter.test(last.glyph.text) && letter.test(next.glyph.text)) neighbours.letterGaps.push(gap)
  const { run } = next.glyph
  if (run === 0 || run !== last.glyph.run) return true
  neighbours.inRun++
  if (gap < minWide) neighbours.tightRuns.add(run)
  return true
}
