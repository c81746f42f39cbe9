/** How soon a word that is repeated counts no more, and how much the length of a text matters. */
const saturation = 1.2
const lengthWeight = 0.75

type Ranked = { readonly at: number; readonly score: number }

export type WordIndex = {
  /** Best first; only texts that have a word of the question. */
  rank(question: string, limit: number): readonly Ranked[]
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
  return {
    rank(question, limit) {
      const scores = new Map<number, number>()
      for (const word of countWords(question).keys()) {
        for (const at of places.get(word) ?? []) {
          scores.set(at, (scores.get(at) ?? 0) + weightOf(word, at))
        }
      }
      return [...scores]
        .map(([at, score]) => ({ at, score }))
        .sort((a, b) => b.score - a.score || a.at - b.at)
        .slice(0, limit)
    },
    tellingWords: (at, limit) =>
      [...(counts[at]?.keys() ?? [])]
        .filter((word) => /\p{L}{3}/u.test(word))
        .sort((a, b) => weightOf(b, at) - weightOf(a, at))
        .slice(0, limit),
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** Texts of these are written without blanks between the words, so that pairs of letters stand for them. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** How often each word occurs, without case and accents. */
function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  for (const [run] of folded.matchAll(/[\p{L}\p{N}]+/gu)) {
    for (const word of unspaced.test(run) ? pairsOf(run) : [run]) {
      counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  return counts
}

function pairsOf(run: string): readonly string[] {
  const letters = [...run]
  if (letters.length === 1) return letters
  return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`)
}
