import { computeWordSimilarity } from '@recto/extraction/lookups/name-similarity'
import { type FoundWord, minWordLength, type WordRange } from '../rows/lookup-words.store.ts'

/** Longer names and words tell nothing more. */
const maxWordsOfName = 12
const maxWordLength = 40

/**
 * Lists the words of a folded name by which rows are found, and those that two words make together: “nord west” may
 * be “nordwest” in the table.
 */
export function listProbedWords(name: string): readonly string[] {
  const words = name
    .split(' ')
    .slice(0, maxWordsOfName)
    .map((word) => [...word].slice(0, maxWordLength).join(''))
  const joinedWords = words.slice(1).map((word, index) => `${words[index]}${word}`)
  return [...new Set([...words, ...joinedWords])].filter((word) => word.length >= minWordLength)
}

/** Shorter words are only found as they are: too many words have the same two letters at an end. */
const minMisspelledLength = 6
const maxEndLength = 4

/** A typing error leaves the first half of a word as it is, or the last one. */
export function toWordRange(word: string): WordRange {
  const letters = [...word]
  const endLength = Math.min(maxEndLength, Math.floor(letters.length / 2))
  const length = letters.length
  if (length < minMisspelledLength) {
    return { word, length, from: '', to: '', reversed_from: '', reversed_to: '' }
  }
  const start = letters.slice(0, endLength).join('')
  const reversedEnd = letters.toReversed().slice(0, endLength).join('')
  return {
    word,
    length,
    from: start,
    to: toNextPrefix(start),
    reversed_from: reversedEnd,
    reversed_to: toNextPrefix(reversedEnd),
  }
}

/** Returns the first text after all texts with a prefix. */
function toNextPrefix(prefix: string): string {
  const letters = [...prefix]
  const last = letters.pop() ?? ''
  return `${letters.join('')}${String.fromCodePoint((last.codePointAt(0) ?? 0) + 1)}`
}

type SimilarWord = Pick<FoundWord, 'word'> & { readonly rowCount: number }

/** The words of a table that a word of a document may be, by that word, the most similar first. */
export type SimilarWords = ReadonlyMap<string, readonly SimilarWord[]>

const maxSimilarWords = 8

export function toSimilarWords(foundWords: readonly FoundWord[]): SimilarWords {
  const similarWords = new Map<string, readonly SimilarWord[]>()
  for (const [documentWord, words] of Map.groupBy(foundWords, (word) => word.probed)) {
    const similar = words
      .map(({ word, row_count: rowCount }) => {
        const similarity = computeWordSimilarity(documentWord, word)
        return similarity === undefined ? undefined : { word, rowCount, similarity }
      })
      .filter((word) => word !== undefined)
      .sort((a, b) => b.similarity - a.similarity || b.rowCount - a.rowCount)
    similarWords.set(documentWord, similar.slice(0, maxSimilarWords))
  }
  return similarWords
}

/** A word that more rows have does not find them alone. */
const maxRowsOfWord = 400
const maxSets = 40

/** Sets of words; a row that has all words of one may be meant. */
export type WordSets = {
  /** Sets of one word that few rows have. */
  readonly rare: readonly (readonly string[])[]
  /** Sets of words that many rows have. */
  readonly common: readonly (readonly string[])[]
}

/**
 * Chooses the sets of words by which rows are found. A rare word is a set of its own, and common words are one
 * together, each of them left out once and replaced by those that it may be.
 */
export function chooseWordSets(name: string, similarWords: SimilarWords): WordSets {
  const alternatives = listProbedWords(name)
    .map((word) => similarWords.get(word) ?? [])
    .filter((words) => words.length > 0)
  const rareSets = alternatives
    .flat()
    .filter(({ rowCount }) => rowCount <= maxRowsOfWord)
    .map(({ word }) => [word])
  const rare = distinctSets(rareSets).slice(0, maxSets)
  const common = alternatives
    .map((words) => words.filter(({ rowCount }) => rowCount > maxRowsOfWord))
    .filter((words) => words.length > 0)
  const best = common.map(([first]) => first?.word ?? '')
  const leaveOut = (place: number) => best.filter((_, index) => index !== place)
  const commonSets = [
    best,
    ...(best.length > 2 ? best.map((_, place) => leaveOut(place)) : []),
    ...common.flatMap((words, place) =>
      words.slice(1).map(({ word }) => [...leaveOut(place), word]),
    ),
  ]
  // Rows that have one common word of several are not similar enough.
  const minWords = alternatives.length > 1 || name.includes(' ') ? 2 : 1
  // Two words of the document may be the same word of the table.
  const commonWords = commonSets.map((words) => [...new Set(words)])
  const longSets = commonWords.filter((words) => words.length >= minWords)
  return { rare, common: distinctSets(longSets).slice(0, maxSets - rare.length) }
}

const distinctSets = (sets: readonly (readonly string[])[]): readonly (readonly string[])[] => [
  ...new Map(sets.map((words) => [words.toSorted().join(' '), words])).values(),
]
