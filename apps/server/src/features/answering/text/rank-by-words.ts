import { stopWords } from './stop-words.ts'

/**
 * BM25 parameters: how quickly a repeated word stops counting, and how much the length of a text
 * matters.
 */
const saturation = 1.2
const lengthWeight = 0.75

type RankedText = { readonly at: number; readonly score: number }

type SharedWords = {
  /** Weights of all words of the question, including those that no text has. */
  readonly weights: ReadonlyMap<string, number>
  readonly words: ReadonlyMap<number, ReadonlySet<string>>
}

export type WordIndex = {
  /**
   * Ranks texts that share a word with the question, best first. With `minShare`, only texts that
   * match at least this share of the weight of all its words.
   */
  rank(question: string, limit: number, minShare?: number): readonly RankedText[]
  /** Finds which words of a question each text has, and how much each word weighs. */
  findSharedWords(question: string): SharedWords
  /** Finds the words by which the text differs most from the others, most distinctive first. */
  findDistinctiveWords(index: number, limit: number): readonly string[]
}

/**
 * Ranks texts by the words that they share with a question: BM25 (Robertson and Zaragoza, “The
 * Probabilistic Relevance Framework: BM25 and Beyond”, 2009), with a non-negative inverse document
 * frequency.
 */
export function indexWords(texts: readonly string[]): WordIndex {
  const wordCounts = texts.map(countWords)
  const lengths = wordCounts.map((words) => sumOf([...words.values()]))
  const average = sumOf(lengths) / Math.max(1, texts.length)
  const textsByWord = new Map<string, number[]>()
  for (const [index, words] of wordCounts.entries()) {
    for (const word of words.keys()) {
      const textIndexes = textsByWord.get(word)
      if (textIndexes) textIndexes.push(index)
      else textsByWord.set(word, [index])
    }
  }
  const computeRarity = (word: string) => {
    const textCount = textsByWord.get(word)?.length ?? 0
    return Math.log(1 + (texts.length - textCount + 0.5) / (textCount + 0.5))
  }
  const computeWeight = (word: string, index: number) => {
    const occurrences = wordCounts[index]?.get(word) ?? 0
    const length = (lengths[index] ?? 0) / (average || 1)
    const lengthPenalty = saturation * (1 - lengthWeight + lengthWeight * length)
    return (computeRarity(word) * occurrences * (saturation + 1)) / (occurrences + lengthPenalty)
  }
  // A word that no text has may be another form of one, so it counts half.
  const computeQuestionWeight = (word: string) =>
    computeRarity(word) / (textsByWord.has(word) ? 1 : 2)
  return {
    findSharedWords(question) {
      const questionWords = extractQuestionWords(question)
      const words = new Map<number, Set<string>>()
      for (const word of questionWords) {
        for (const index of textsByWord.get(word) ?? []) {
          words.set(index, (words.get(index) ?? new Set()).add(word))
        }
      }
      return { weights: new Map(questionWords.map((word) => [word, computeRarity(word)])), words }
    },
    rank(question, limit, minShare = 0) {
      const questionWords = extractQuestionWords(question)
      const scores = new Map<number, { score: number; sharedWeight: number }>()
      for (const word of questionWords) {
        for (const index of textsByWord.get(word) ?? []) {
          const { score, sharedWeight } = scores.get(index) ?? { score: 0, sharedWeight: 0 }
          scores.set(index, {
            score: score + computeWeight(word, index),
            sharedWeight: sharedWeight + computeRarity(word),
          })
        }
      }
      const minSharedWeight = minShare * sumOf(questionWords.map(computeQuestionWeight))
      return [...scores]
        .filter(([, { sharedWeight }]) => sharedWeight >= minSharedWeight)
        .map(([index, { score }]) => ({ at: index, score }))
        .sort((a, b) => b.score - a.score || a.at - b.at)
        .slice(0, limit)
    },
    findDistinctiveWords: (index, limit) =>
      [...(wordCounts[index]?.keys() ?? [])]
        .filter((word) => /\p{L}{3}|\d{3}/u.test(word) && !stopWords.has(word))
        .sort((a, b) => computeWeight(b, index) - computeWeight(a, index))
        .slice(0, limit),
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/**
 * Scripts that are written without spaces, so that pairs of letters are indexed instead of words.
 */
const unspacedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** Extracts the words of a question that are no stop words; all when it has no others. */
function extractQuestionWords(question: string): readonly string[] {
  const words = [...countWords(question).keys()]
  const contentWords = words.filter((word) => !stopWords.has(word))
  return contentWords.length > 0 ? contentWords : words
}

/** Counts each word and each code, without case and accents. */
function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const normalizedText = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  for (const [run] of normalizedText.matchAll(/[\p{L}\p{N}\-./_]+/gu)) {
    for (const word of splitRun(run)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/** Maximum length of a code. */
const maxCodeLength = 60

/** Splits a run into words, and adds numbers and codes such as `QX-7731` or `12.50` as a whole. */
function splitRun(run: string): readonly string[] {
  const parts = run.split(/[-./_]/).filter(Boolean)
  const words = parts.flatMap((part) => (unspacedScripts.test(part) ? toLetterPairs(part) : [part]))
  const isCode = parts.length > 1 && run.length <= maxCodeLength && /\d/.test(run)
  return isCode ? [...words, parts.join('-')] : words
}

function toLetterPairs(run: string): readonly string[] {
  const letters = [...run]
  if (letters.length === 1) return letters
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}
