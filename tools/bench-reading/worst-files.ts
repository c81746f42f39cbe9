import { scoreLines } from './line-scores.ts'
import { f1, type Overlap, overlapOf, wordsOf } from './text-scores.ts'

/** A file whose words were compared with those of `pdftotext -layout`. */
export type ComparedFile = {
  readonly name: string
  readonly pdftotextText: string
  readonly readerText: string
}

type WorstFile = {
  readonly name: string
  readonly wordF1: number
  /** Words that only one of the two outputs contains. */
  readonly onlyTheirs: readonly string[]
  readonly onlyOurs: readonly string[]
}

export type Differences = {
  readonly wordF1: number | null
  /** Score without known differences: soft hyphens, check box marks, presentation forms and direction marks. */
  readonly wordF1WhereBothAreRight: number | null
  /** Share of the words that stand on the same line and in the same order. */
  readonly sameLine: number | null
  /** Lines of pdftotext that the reader has otherwise, and what it has. */
  readonly differingLines: readonly DifferingLine[]
  /** Words of the reader that are several consecutive words of pdftotext, and vice versa. */
  readonly glued: number
  readonly split: number
  readonly worst: readonly WorstFile[]
}

type DifferingLine = {
  readonly name: string
  readonly expected: string
  readonly actual: string
}

const maxFiles = 10
const wordsShown = 6
const maxJoinedWords = 4

export function differencesOf(files: readonly ComparedFile[]): Differences {
  const pairs = files.map((file) => ({ ...file, plain: plainPair(file) }))
  const lines = files.map(({ name, ...texts }) => ({ name, ...scoreLinesOf(texts) }))
  const lineWords = lines.reduce((sum, { words }) => sum + words, 0)
  const keptWords = lines.reduce((sum, one) => sum + one.keptWords, 0)
  const scores = pairs.map((file) => ({
    ...file,
    ...findMissingWords(file.plain.pdftotextWords, file.plain.readerWords),
  }))
  const worst = scores
    .filter(({ onlyTheirs, onlyOurs }) => onlyTheirs.length + onlyOurs.length > 0)
    .map(({ name, plain, onlyTheirs, onlyOurs }) => ({
      name,
      wordF1: f1([overlapOf(plain.pdftotextWords, plain.readerWords)]),
      onlyTheirs: onlyTheirs.slice(0, wordsShown),
      onlyOurs: onlyOurs.slice(0, wordsShown),
    }))
    .toSorted((a, b) => a.wordF1 - b.wordF1)
  const count = (countOf: (file: (typeof scores)[number]) => number) =>
    scores.reduce((sum, file) => sum + countOf(file), 0)
  return {
    wordF1: scoreOf(
      files.map(({ pdftotextText, readerText }) =>
        overlapOf(wordsOf(pdftotextText), wordsOf(readerText)),
      ),
    ),
    wordF1WhereBothAreRight: scoreOf(
      pairs.map(({ plain }) => overlapOf(plain.pdftotextWords, plain.readerWords)),
    ),
    sameLine: lineWords > 0 ? keptWords / lineWords : null,
    differingLines: lines.flatMap(({ name, differingLines }) =>
      differingLines.map((line) => ({ name, ...line })),
    ),
    glued: count(({ plain, onlyOurs }) => countJoined(plain.pdftotextWords, onlyOurs)),
    split: count(({ plain, onlyTheirs }) => countJoined(plain.readerWords, onlyTheirs)),
    worst: worst.slice(0, maxFiles),
  }
}

function scoreOf(overlaps: readonly Overlap[]): number | null {
  return overlaps.length > 0 ? f1(overlaps) : null
}

/** Normalises spellings that differ but are equivalent. */
function plainPair({ pdftotextText, readerText }: Omit<ComparedFile, 'name'>) {
  return {
    pdftotextWords: plainWords(wordsOf(pdftotextText)),
    readerWords: plainWords(wordsOf(withoutBoxes(readerText))),
  }
}

const withoutBoxes = (text: string) => text.replaceAll(/\[[ X]\]/g, ' ')

/** Scores the lines as they are spelt, but for the differences that say nothing about lines. */
export function scoreLinesOf({ pdftotextText, readerText }: Omit<ComparedFile, 'name'>) {
  const plainLines = (text: string) => text.split(/[\n\f]/).map((line) => plainWords(wordsOf(line)))
  return scoreLines(plainLines(pdftotextText), plainLines(withoutBoxes(readerText)))
}

function plainWords(words: readonly string[]): string[] {
  return words
    .map((word) =>
      word
        .replaceAll('\u00ad', '-')
        .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
        .normalize('NFKC'),
    )
    .filter((word) => word !== '')
}

function findMissingWords(pdftotextWords: readonly string[], readerWords: readonly string[]) {
  return {
    onlyTheirs: without(pdftotextWords, readerWords),
    onlyOurs: without(readerWords, pdftotextWords),
  }
}

function without(words: readonly string[], wordsToRemove: readonly string[]): string[] {
  const remainingCounts = new Map<string, number>()
  for (const word of wordsToRemove) remainingCounts.set(word, (remainingCounts.get(word) ?? 0) + 1)
  return words.filter((word) => {
    const count = remainingCounts.get(word) ?? 0
    remainingCounts.set(word, count - 1)
    return count <= 0
  })
}

/** Counts the words that consist of several consecutive candidates joined without a space. */
function countJoined(candidates: readonly string[], words: readonly string[]): number {
  if (words.length === 0) return 0
  const joinedWords = new Set<string>()
  for (let count = 2; count <= maxJoinedWords; count++)
    for (let i = 0; i + count <= candidates.length; i++)
      joinedWords.add(candidates.slice(i, i + count).join(''))
  return words.filter((word) => joinedWords.has(word)).length
}
