import type { FieldExample } from './approved-document.ts'
import { findAnchor } from './find-anchor.ts'
import { across, down, moved, placedOf } from './frame.ts'
import { type LaidWord, lettersOf, segmentsOf, type WordRow } from './laid-page.ts'
import type { Anchor, PageName, StaticWord } from './layout.ts'
import type { FramedDocument } from './match-layout.ts'
import { mostOf, rangeOf, staticWords } from './static-words.ts'

/**
 * Maximum number of words of an anchor. Longer runs of static words are sentences: only their first
 * and last words become anchors.
 */
const mostWords = 5
const endWords = 3
/** Maximum number of anchors per page, counted from the top. */
const mostAnchors = 90
/**
 * Maximum deviation of a phrase's position from the positions of its first word, in page widths.
 */
const around = 0.03
const downwards = 1

/**
 * Returns the runs of static words on the newest document that appear on most of the documents,
 * with their positions. For documents of several pages, anchors of the last page are included.
 */
export function anchorsOf(
  documents: readonly FramedDocument[],
  words: readonly StaticWord[],
): readonly Anchor[] {
  const newest = documents.at(-1)
  if (!newest) return []
  const first = phrasesOn(newest, 'first', newest.statics)
  const isLong = documents.some(({ laid }) => laid.first !== laid.last)
  const last = isLong ? phrasesOn(newest, 'last', staticsOnLast(documents, words)) : []
  return [...first, ...last].flatMap((phrase) => settled(documents, phrase) ?? [])
}

/**
 * Returns the indices of those words on the newest document's last page that are static on the last
 * pages of all documents.
 */
function staticsOnLast(
  documents: readonly FramedDocument[],
  words: readonly StaticWord[],
): ReadonlySet<number> {
  const newest = documents.at(-1)
  if (!newest || words.length === 0) return new Set()
  const pages = documents.map(({ laid, frame }) =>
    placedOf(laid.last).map((word) => moved(frame, word)),
  )
  const found = staticWords(pages)
  return new Set(
    newest.laid.last.words
      .filter(({ letters }) => found.some((word) => word.letters === letters))
      .map(({ at }) => at),
  )
}

function phrasesOn(
  { laid, frame }: FramedDocument,
  page: PageName,
  statics: ReadonlySet<number>,
): readonly Anchor[] {
  const anchorOf = (words: readonly LaidWord[]): readonly Anchor[] => {
    const [first] = words
    const letters = words.map((word) => word.letters).join('')
    if (!first || letters.length < 2) return []
    const x = across(frame, first.x0)
    const y = down(frame, first.y0)
    const text = words.map((word) => word.text).join(' ')
    return [{ text, letters, page, x: [x, x], y: [y, y] }]
  }
  return laid[page].rows
    .flatMap((row) => staticRuns(row, statics).flatMap((run) => withLetterAfter(row, run)))
    .flatMap((run) =>
      run.length <= mostWords ? [run] : [run.slice(0, endWords), run.slice(run.length - endWords)],
    )
    .flatMap(anchorOf)
    .filter(isTelling)
    .slice(0, mostAnchors)
}

const mostAlike = 2

/** Text that is repeated on many lines, such as a currency, does not identify one of them. */
const isTelling = ({ letters }: Anchor, _: number, all: readonly Anchor[]) =>
  all.filter((other) => other.letters === letters).length <= mostAlike

/** Returns runs of adjacent static words; single signs between them are included. */
function staticRuns(row: WordRow, statics: ReadonlySet<number>): readonly (readonly LaidWord[])[] {
  return segmentsOf(row).flatMap((segment) => runsIn(segment, statics))
}

function runsIn(
  segment: readonly LaidWord[],
  statics: ReadonlySet<number>,
): readonly (readonly LaidWord[])[] {
  const runs: LaidWord[][] = [[]]
  for (const word of segment) {
    const open = runs.at(-1) ?? []
    const isPart = statics.has(word.at) || (open.length > 0 && word.letters === '')
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
function withLetterAfter(
  { words, gap }: WordRow,
  run: readonly LaidWord[],
): readonly (readonly LaidWord[])[] {
  const last = run.at(-1)
  const next = last && words[words.indexOf(last) + 1]
  const isLetter = next && last && next.x0 - last.x1 < gap && /^\p{L}$/u.test(next.letters)
  return isLetter && run.length < mostWords ? [run, [...run, next]] : [run]
}

/**
 * Returns the anchor with the ranges of all positions of the phrase; `undefined` when too few
 * documents contain it.
 */
function settled(
  documents: readonly FramedDocument[],
  phrase: Anchor,
  isExact = false,
): Anchor | undefined {
  const wide: Anchor = {
    ...phrase,
    x: [phrase.x[0] - around, phrase.x[1] + around],
    y: [phrase.y[0] - downwards, phrase.y[1] + downwards],
  }
  const places = documents
    .map((document) => {
      const found = findAnchor(document, wide, isExact)
      const word = found?.page.rows[found.row]?.words[found.from]
      return word
        ? { x: across(document.frame, word.x0), y: down(document.frame, word.y0) }
        : undefined
    })
    .filter((value) => value !== undefined)
  if (places.length < mostOf(documents.length)) return undefined
  return { ...phrase, x: rangeOf(places.map(({ x }) => x)), y: rangeOf(places.map(({ y }) => y)) }
}

const leastLetters = 4

/**
 * Returns the pieces of a value that is printed identically on all documents, as anchors that find
 * it again; `undefined` when a piece is too short to be distinguished or its position varies.
 */
export function constantPieces(
  value: string,
  examples: readonly FieldExample[],
): readonly Anchor[] | undefined {
  const pieces = value
    .split(/[\n,;]+/)
    .map((text) => ({ text: text.trim(), letters: lettersOf(text) }))
    .filter(({ letters }) => letters !== '')
  if (pieces.length === 0 || pieces.some(({ letters }) => letters.length < leastLetters))
    return undefined
  const found = pieces.map(({ text, letters }) => anchorOfPiece(text, letters, examples))
  return found.every((piece) => piece !== undefined) ? found : undefined
}

/** The piece must occur exactly once near its position on the newest document. */
function anchorOfPiece(
  text: string,
  letters: string,
  examples: readonly FieldExample[],
): Anchor | undefined {
  const newest = examples.at(-1)
  const documents = examples.map(({ document }) => document)
  for (const { x, y } of newest ? placesOf(newest.document, letters) : []) {
    const phrase: Anchor = { text, letters, page: 'first', x: [x, x], y: [y, y] }
    const found = settled(documents, phrase, true)
    if (found) return found
  }
  return undefined
}

type Point = { readonly x: number; readonly y: number }

function placesOf({ laid, frame }: FramedDocument, letters: string): readonly Point[] {
  return laid.first.rows.flatMap(({ words }) =>
    words
      .map((word, i) => {
        const isBegun = word.letters !== '' && letters.startsWith(word.letters)
        if (!isBegun || !begins(words.slice(i), letters)) return undefined
        return { x: across(frame, word.x0), y: down(frame, word.y0) }
      })
      .filter((value) => value !== undefined),
  )
}

/** Whether the first words spell exactly the letters. */
function begins(words: readonly LaidWord[], letters: string): boolean {
  let said = ''
  for (const word of words) {
    said += word.letters
    if (said.length >= letters.length) break
  }
  return said === letters
}
