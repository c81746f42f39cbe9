import type { FieldExample } from './approved-document.ts'
import { findAnchor } from './find-anchor.ts'
import type { Anchor, PageName, StaticWord } from './layout.ts'
import type { MappedDocument } from './match-layout.ts'
import { mapLetters, mapX, mapY, toPositionedLetters } from './page-transform.ts'
import { type PositionedWord, splitAtGaps, toLetters, type WordRow } from './positioned-page.ts'
import { findStaticWords, minOccurrences, toRange } from './static-words.ts'

/**
 * Maximum number of words of an anchor. Longer runs of static words are sentences: only their first
 * and last words become anchors.
 */
const maxWords = 5
const edgeWords = 3
/** Maximum number of anchors per page, counted from the top. */
const maxAnchors = 90
/**
 * Maximum deviations of a phrase from its position on the newest document, in page widths. Item
 * lines may push it far down.
 */
const maxHorizontalDeviation = 0.03
const maxVerticalDeviation = 1

/**
 * Returns the runs of static words on the newest document that appear on most of the documents,
 * with their positions. For documents of several pages, anchors of the last page are included.
 */
export function findAnchors(
  documents: readonly MappedDocument[],
  words: readonly StaticWord[],
): readonly Anchor[] {
  const newest = documents.at(-1)
  if (!newest) return []
  const first = findPhrases(newest, 'first', newest.staticIndices)
  const isLong = documents.some(({ pages }) => pages.first !== pages.last)
  const last = isLong ? findPhrases(newest, 'last', findLastPageStatics(documents, words)) : []
  return [...first, ...last].flatMap((phrase) => fitAnchor(documents, phrase) ?? [])
}

/**
 * Returns the indices of those words on the newest document's last page that are static on the last
 * pages of all documents.
 */
function findLastPageStatics(
  documents: readonly MappedDocument[],
  words: readonly StaticWord[],
): ReadonlySet<number> {
  const newest = documents.at(-1)
  if (!newest || words.length === 0) return new Set()
  const lastPages = documents.map(({ pages, transform }) =>
    toPositionedLetters(pages.last).map((word) => mapLetters(transform, word)),
  )
  const lastPageStatics = findStaticWords(lastPages)
  return new Set(
    newest.pages.last.words
      .filter(({ letters }) => lastPageStatics.some((word) => word.letters === letters))
      .map(({ index }) => index),
  )
}

function findPhrases(
  { pages, transform }: MappedDocument,
  page: PageName,
  staticIndices: ReadonlySet<number>,
): readonly Anchor[] {
  const anchorOf = (words: readonly PositionedWord[]): readonly Anchor[] => {
    const [first] = words
    const letters = words.map((word) => word.letters).join('')
    if (!first || letters.length < 2) return []
    const x = mapX(transform, first.x0)
    const y = mapY(transform, first.y0)
    const text = words.map((word) => word.text).join(' ')
    return [{ text, letters, page, x: [x, x], y: [y, y] }]
  }
  return pages[page].rows
    .flatMap((row) => findStaticRuns(row, staticIndices).flatMap((run) => extendByLetter(row, run)))
    .flatMap((run) =>
      run.length <= maxWords ? [run] : [run.slice(0, edgeWords), run.slice(run.length - edgeWords)],
    )
    .flatMap(anchorOf)
    .filter(isDistinctive)
    .slice(0, maxAnchors)
}

const maxRepeats = 2

/** Text that is repeated on many lines, such as a currency, does not identify one of them. */
const isDistinctive = ({ letters }: Anchor, _: number, all: readonly Anchor[]) =>
  all.filter((anchor) => anchor.letters === letters).length <= maxRepeats

/** Returns runs of adjacent static words; single signs between them are included. */
function findStaticRuns(
  row: WordRow,
  staticIndices: ReadonlySet<number>,
): readonly (readonly PositionedWord[])[] {
  return splitAtGaps(row).flatMap((segment) => findRuns(segment, staticIndices))
}

function findRuns(
  segment: readonly PositionedWord[],
  staticIndices: ReadonlySet<number>,
): readonly (readonly PositionedWord[])[] {
  const runs: PositionedWord[][] = [[]]
  for (const word of segment) {
    const open = runs.at(-1) ?? []
    const isPart = staticIndices.has(word.index) || (open.length > 0 && word.letters === '')
    if (isPart) open.push(word)
    // The text after a colon is a value or the next label.
    if (open.length > 0 && (!isPart || /[:：]$/u.test(word.text))) runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}

/**
 * A label may end with a letter or sign, such as n°, that is too frequent on the page to be
 * recognized alone.
 */
function extendByLetter(
  { words, gap }: WordRow,
  run: readonly PositionedWord[],
): readonly (readonly PositionedWord[])[] {
  const last = run.at(-1)
  const next = last && words[words.indexOf(last) + 1]
  const isLetter = next && last && next.x0 - last.x1 < gap && /^\p{L}$/u.test(next.letters)
  return isLetter && run.length < maxWords ? [run, [...run, next]] : [run]
}

/**
 * Returns the anchor with the ranges of all positions of the phrase; `undefined` when too few
 * documents contain it.
 */
function fitAnchor(
  documents: readonly MappedDocument[],
  phrase: Anchor,
  isExact = false,
): Anchor | undefined {
  const wideAnchor: Anchor = {
    ...phrase,
    x: [phrase.x[0] - maxHorizontalDeviation, phrase.x[1] + maxHorizontalDeviation],
    y: [phrase.y[0] - maxVerticalDeviation, phrase.y[1] + maxVerticalDeviation],
  }
  const positions = documents
    .map((document) => {
      const match = findAnchor(document, wideAnchor, isExact)
      const word = match?.page.rows[match.row]?.words[match.from]
      return word
        ? { x: mapX(document.transform, word.x0), y: mapY(document.transform, word.y0) }
        : undefined
    })
    .filter((value) => value !== undefined)
  if (positions.length < minOccurrences(documents.length)) return undefined
  return {
    ...phrase,
    x: toRange(positions.map(({ x }) => x)),
    y: toRange(positions.map(({ y }) => y)),
  }
}

const minLetters = 4

/**
 * Returns the pieces of a value that is printed identically on all documents, as anchors that find
 * it again; `undefined` when a piece is too short to be distinguished or its position varies.
 */
export function findConstantPieces(
  value: string,
  examples: readonly FieldExample[],
): readonly Anchor[] | undefined {
  const pieces = value
    .split(/[\n,;]+/)
    .map((text) => ({ text: text.trim(), letters: toLetters(text) }))
    .filter(({ letters }) => letters !== '')
  if (pieces.length === 0 || pieces.some(({ letters }) => letters.length < minLetters))
    return undefined
  const anchors = pieces.map(({ text, letters }) => findPieceAnchor(text, letters, examples))
  return anchors.every((piece) => piece !== undefined) ? anchors : undefined
}

/** The piece must occur exactly once near its position on the newest document. */
function findPieceAnchor(
  text: string,
  letters: string,
  examples: readonly FieldExample[],
): Anchor | undefined {
  const newest = examples.at(-1)
  const documents = examples.map(({ document }) => document)
  for (const { x, y } of newest ? findPositions(newest.document, letters) : []) {
    const phrase: Anchor = { text, letters, page: 'first', x: [x, x], y: [y, y] }
    const anchor = fitAnchor(documents, phrase, true)
    if (anchor) return anchor
  }
  return undefined
}

type Point = { readonly x: number; readonly y: number }

function findPositions({ pages, transform }: MappedDocument, letters: string): readonly Point[] {
  return pages.first.rows.flatMap(({ words }) =>
    words
      .map((word, i) => {
        const isStart = word.letters !== '' && letters.startsWith(word.letters)
        if (!isStart || !spellsLetters(words.slice(i), letters)) return undefined
        return { x: mapX(transform, word.x0), y: mapY(transform, word.y0) }
      })
      .filter((value) => value !== undefined),
  )
}

/** Whether the first words spell exactly the letters. */
function spellsLetters(words: readonly PositionedWord[], letters: string): boolean {
  let spelling = ''
  for (const word of words) {
    spelling += word.letters
    if (spelling.length >= letters.length) break
  }
  return spelling === letters
}
