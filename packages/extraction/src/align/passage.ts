import type { Box, DocumentText, Line, Page, Word } from '@recto/document-text/model'
import type { Evidence, Match } from '@recto/provider-spec/answer'
import { union } from './boxes.ts'

/** Words of one page with their text, so that an offset in the text leads back to the words. */
export type Passage = {
  /** Index into `document.pages`. */
  readonly page: number
  /** Indices into `page.words`, in the order of the text. */
  readonly words: readonly number[]
  readonly text: string
  /** Offset of each word in the text; negative when the text begins inside the word. */
  readonly starts: readonly number[]
  readonly box: Box
}

/** Joins the words with single spaces. */
export function toPassage(document: DocumentText, page: number, words: readonly number[]): Passage {
  const all = document.pages[page]?.words ?? []
  const starts: number[] = []
  let text = ''
  for (const index of words) {
    if (text !== '') text += ' '
    starts.push(text.length)
    text += all[index]?.text ?? ''
  }
  return { page, words, text, starts, box: union(getBoxes(all, words)) }
}

/** Whether the first word of a passage comes from OCR. */
export function isFromOcr(document: DocumentText, { page, words: [first] }: Passage): boolean {
  return document.pages[page]?.words[first ?? -1]?.origin === 'ocr'
}

function getBoxes(all: Page['words'], words: readonly number[]): readonly Box[] {
  return words.map((index) => all[index]?.box).filter((value) => value !== undefined)
}

/** Returns the part of a passage between two offsets, without surrounding spaces. */
export function slicePassage(
  document: DocumentText,
  passage: Passage,
  from: number,
  to = passage.text.length,
): Passage | undefined {
  const raw = passage.text.slice(from, to)
  const text = raw.trim()
  if (text === '') return undefined
  const start = from + raw.length - raw.trimStart().length
  const end = start + text.length
  const { starts } = passage
  const endOf = (i: number) => (starts[i + 1] ?? passage.text.length + 1) - 1
  const first = findFirstIndex(passage.words.length, (i) => endOf(i) > start)
  const last = findFirstIndex(passage.words.length, (i) => (starts[i] ?? 0) >= end)
  const words = passage.words.slice(first, last)
  const all = document.pages[passage.page]?.words ?? []
  return {
    page: passage.page,
    words,
    text,
    starts: starts.slice(first, last).map((begins) => begins - start),
    box: union(getBoxes(all, words)),
  }
}

/**
 * Returns the first index for which the test holds, by binary search; the test must hold for all
 * later ones.
 */
export function findFirstIndex(length: number, holds: (index: number) => boolean): number {
  let from = 0
  let to = length
  while (from < to) {
    const middle = (from + to) >> 1
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from
}

const wordsOfEvidence = new WeakMap<Evidence, readonly (readonly Word[])[]>()

/** Builds the evidence of some words: one box per line that they touch, and the quoted words. */
export function toEvidence(
  document: DocumentText,
  position: Pick<Passage, 'page' | 'words'>,
  match: Match,
): Evidence {
  const page = document.pages[position.page]
  if (!page) throw new RangeError(`The document has no page ${position.page}.`)
  const byLine = Map.groupBy(position.words, (word) => findLineIndex(page.lines, word))
  const lines = [...byLine.values()]
  const evidence = {
    page: page.number,
    boxes: lines.map((words) => union(getBoxes(page.words, words))),
    quote: position.words.map((word) => page.words[word]?.text ?? '').join(' '),
    match,
  }
  wordsOfEvidence.set(
    evidence,
    lines.map((words) => words.flatMap((word) => page.words[word] ?? [])),
  )
  return evidence
}

/**
 * Returns the words from which evidence was built, line by line; none for evidence from another
 * source.
 */
export function getEvidenceWords(evidence: Evidence): readonly (readonly Word[])[] {
  return wordsOfEvidence.get(evidence) ?? []
}

const lineOfWordCache = new WeakMap<readonly Line[], Int32Array>()

/** Returns the index of the line that contains a word; -1 for a word outside every line. */
export function findLineIndex(lines: readonly Line[], word: number): number {
  const lineOfWord = lineOfWordCache.get(lines) ?? indexLinesByWord(lines)
  lineOfWordCache.set(lines, lineOfWord)
  return lineOfWord[word] ?? -1
}

/** Returns for each word the first line that contains it. */
function indexLinesByWord(lines: readonly Line[]): Int32Array {
  const wordCount = lines.reduce((max, { end }) => Math.max(max, end), 0)
  const lineOfWord = new Int32Array(wordCount).fill(-1)
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i]
    if (line) lineOfWord.fill(i, line.start, line.end)
  }
  return lineOfWord
}
