import { stopWords } from './stop-words.ts'

/** How soon a word that is repeated counts no more, and how much the length of a text matters. */
const saturation = 1.2
const lengthWeight = 0.75

type Ranked = { readonly at: number; readonly score: number }

type Shares = {
  /** Of all words, those that no text has included. */
  readonly weights: ReadonlyMap<string, number>
  readonly words: ReadonlyMap<number, ReadonlySet<string>>
}

export type WordIndex = {
  /**
   * Best first; only texts that have a word of the question. With `leastShare` only those that have so
   * much of the weight of all its words: what shares little says little.
   */
  rank(question: string, limit: number, leastShare?: number): readonly Ranked[]
  /** Which of the words that a question asks for the texts have, and how much each of them weighs. */
  shares(question: string): Shares
  /** The words by which the text differs most from the others, most telling first. */
  tellingWords(at: number, limit: number): readonly string[]
}

/**
 * Ranks texts by the words that they share with a question: BM25 (Robertson and Zaragoza, “The
 * Probabilistic Relevance Framework: BM25 and Beyond”, 2009), with the weight of rare words that is
 * never negative.
 */
export function indexWords(texts: readonly string[]): WordIndex {
  const counts = texts.map(countWords)
  const lengths = counts.map((words) => sumOf([...words.values()]))
  const average = sumOf(lengths) / Math.max(1, texts.length)
  const places = new Map<string, number[]>()
  for (const [at, words] of counts.entries()) {
    for (const word of words.keys()) {
      const known = places.get(word)
      if (known) known.push(at)
      else places.set(word, [at])
    }
  }
  const rarityOf = (word: string) => {
    const having = places.get(word)?.length ?? 0
    return Math.log(1 + (texts.length - having + 0.5) / (having + 0.5))
  }
  const weightOf = (word: string, at: number) => {
    const times = counts[at]?.get(word) ?? 0
    const length = (lengths[at] ?? 0) / (average || 1)
    const long = saturation * (1 - lengthWeight + lengthWeight * length)
    return (rarityOf(word) * times * (saturation + 1)) / (times + long)
  }
  // A word that no text has may be another form of one, so that it counts half.
  const weightInQuestion = (word: string) => rarityOf(word) / (places.has(word) ? 1 : 2)
  return {
    shares(question) {
      const asked = wordsOf(question)
      const words = new Map<number, Set<string>>()
      for (const word of asked) {
        for (const at of places.get(word) ?? []) {
          words.set(at, (words.get(at) ?? new Set()).add(word))
        }
      }
      return { weights: new Map(asked.map((word) => [word, rarityOf(word)])), words }
    },
    rank(question, limit, leastShare = 0) {
      const asked = wordsOf(question)
      const scores = new Map<number, { score: number; shared: number }>()
      for (const word of asked) {
        for (const at of places.get(word) ?? []) {
          const { score, shared } = scores.get(at) ?? { score: 0, shared: 0 }
          scores.set(at, { score: score + weightOf(word, at), shared: shared + rarityOf(word) })
        }
      }
      const least = leastShare * sumOf(asked.map(weightInQuestion))
      return [...scores]
        .filter(([, { shared }]) => shared >= least)
        .map(([at, { score }]) => ({ at, score }))
        .sort((a, b) => b.score - a.score || a.at - b.at)
        .slice(0, limit)
    },
    tellingWords: (at, limit) =>
      [...(counts[at]?.keys() ?? [])]
        .filter((word) => /\p{L}{3}|\d{3}/u.test(word) && !stopWords.has(word))
        .sort((a, b) => weightOf(b, at) - weightOf(a, at))
        .slice(0, limit),
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** Texts of these are written without blanks between the words, so that pairs of letters stand for them. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** Those of a question that say what is looked for; all when it has no others. */
function wordsOf(question: string): readonly string[] {
  const words = [...countWords(question).keys()]
  const telling = words.filter((word) => !stopWords.has(word))
  return telling.length > 0 ? telling : words
}

/** How often each word and each code occurs, without case and accents. */
function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  for (const [run] of folded.matchAll(/[\p{L}\p{N}\-./_]+/gu)) {
    for (const word of wordsOfRun(run)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/** In letters; what is longer is no code. */
const longestCode = 60

/** Its words, and numbers and codes such as `QX-7731` or `12.50` as a whole besides. */
function wordsOfRun(run: string): readonly string[] {
  const parts = run.split(/[-./_]/).filter(Boolean)
  const words = parts.flatMap((part) => (unspaced.test(part) ? pairsOf(part) : [part]))
  const isCode = parts.length > 1 && run.length <= longestCode && /\d/.test(run)
  return isCode ? [...words, parts.join('-')] : words
}

function pairsOf(run: string): readonly string[] {
  const letters = [...run]
  if (letters.length === 1) return letters
  return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`)
}
