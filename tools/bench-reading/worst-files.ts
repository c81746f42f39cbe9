import { f1, type Overlap, overlapOf } from './text-scores.ts'

/** A file whose words were compared with those of `pdftotext -layout`. */
export type Compared = {
  readonly name: string
  readonly theirs: readonly string[]
  readonly ours: readonly string[]
}

type WorstFile = {
  readonly name: string
  readonly wordF1: number
  /** Words that only one of the two has. */
  readonly onlyTheirs: readonly string[]
  readonly onlyOurs: readonly string[]
}

export type Differences = {
  readonly wordF1: number | null
  /** Without what is known to be right of ours: soft hyphens, marks of check boxes, presentation forms, marks of direction. */
  readonly wordF1WhereBothAreRight: number | null
  /** Words of ours that are several of theirs in a row, and the other way round. */
  readonly glued: number
  readonly split: number
  readonly worst: readonly WorstFile[]
}

const maxFiles = 10
const wordsShown = 6
const mostJoined = 4

export function differencesOf(files: readonly Compared[]): Differences {
  const pairs = files.map((file) => ({ ...file, plain: plainPair(file) }))
  const scores = pairs.map((file) => ({ ...file, ...lacks(file.plain.theirs, file.plain.ours) }))
  const worst = scores
    .filter(({ onlyTheirs, onlyOurs }) => onlyTheirs.length + onlyOurs.length > 0)
    .map(({ name, plain, onlyTheirs, onlyOurs }) => ({
      name,
      wordF1: f1([overlapOf(plain.theirs, plain.ours)]),
      onlyTheirs: onlyTheirs.slice(0, wordsShown),
      onlyOurs: onlyOurs.slice(0, wordsShown),
    }))
    .toSorted((a, b) => a.wordF1 - b.wordF1)
  const count = (countOf: (file: (typeof scores)[number]) => number) =>
    scores.reduce((sum, file) => sum + countOf(file), 0)
  return {
    wordF1: scoreOf(files.map(({ theirs, ours }) => overlapOf(theirs, ours))),
    wordF1WhereBothAreRight: scoreOf(pairs.map(({ plain }) => overlapOf(plain.theirs, plain.ours))),
    glued: count(({ plain, onlyOurs }) => joinedIn(plain.theirs, onlyOurs)),
    split: count(({ plain, onlyTheirs }) => joinedIn(plain.ours, onlyTheirs)),
    worst: worst.slice(0, maxFiles),
  }
}

function scoreOf(overlaps: readonly Overlap[]): number | null {
  return overlaps.length > 0 ? f1(overlaps) : null
}

/** Spellings that differ and mean the same: both are right, or only ours is. */
function plainPair({ theirs, ours }: Compared) {
  return {
    theirs: plainWords(theirs),
    ours: plainWords(
      ours
        .join(' ')
        .replaceAll(/\[[ X]\]/g, ' ')
        .split(/\s+/),
    ),
  }
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

function lacks(theirs: readonly string[], ours: readonly string[]) {
  return { onlyTheirs: without(theirs, ours), onlyOurs: without(ours, theirs) }
}

function without(words: readonly string[], excluded: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const word of excluded) left.set(word, (left.get(word) ?? 0) + 1)
  return words.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count <= 0
  })
}

/** How many of the words are several of the others, put together without a space. */
function joinedIn(candidates: readonly string[], words: readonly string[]): number {
  if (words.length === 0) return 0
  const joinedWords = new Set<string>()
  for (let count = 2; count <= mostJoined; count++)
    for (let i = 0; i + count <= candidates.length; i++)
      joinedWords.add(candidates.slice(i, i + count).join(''))
  return words.filter((word) => joinedWords.has(word)).length
}
