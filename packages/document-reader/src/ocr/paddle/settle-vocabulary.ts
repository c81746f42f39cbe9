import type { Character } from './decode-ctc.ts'

/** Letters of a word of the vocabulary are all so sure. */
const sure = 0.9
/** A letter that is likelier than this is not doubted, and what is less likely is no alternative. */
const maxDoubtfulConfidence = 0.9
const minConsidered = 0.04
/** Short words must be on the page more often to prove something. */
const shortWord = 3
const occurrences = { ofShort: 2, ofLong: 1 }
const minLength = 2

const letter = /\p{L}/u

/**
 * The words of a page, each given by its characters, in which doubted letters follow the page's own vocabulary: where
 * `RN` may as well be `RM`, and `RM` stands elsewhere without doubt while `RN` does not, it is `RM`. No dictionary.
 */
export function settleVocabulary(
  words: readonly (readonly Character[])[],
): (readonly Character[])[] {
  const counts = countSureRuns(words)
  return words.map((word) => runsOf(word).flatMap((run) => settleRun(run, counts)))
}

function countSureRuns(words: readonly (readonly Character[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const run of words.flatMap(runsOf)) {
    if (!isWord(run) || !run.every(({ confidence }) => confidence >= sure)) continue
    const text = textOf(run)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return counts
}

function settleRun(
  run: readonly Character[],
  counts: ReadonlyMap<string, number>,
): readonly Character[] {
  if (!isWord(run) || isKnown(textOf(run), counts)) return run
  return variantsOf(run).find((variant) => isKnown(textOf(variant), counts)) ?? run
}

/** The word with another letter in place of one that is doubted. */
function variantsOf(run: readonly Character[]): Character[][] {
  return run.flatMap((character, i) => {
    const { lookalike: _lookalike, considered: alternatives, ...rest } = character
    if (character.confidence >= maxDoubtfulConfidence) return []
    return [...(alternatives ?? [])]
      .filter(([text, probability]) => probability >= minConsidered && letter.test(text))
      .map(([text, confidence]) => run.with(i, { ...rest, text, confidence }))
  })
}

function isKnown(text: string, counts: ReadonlyMap<string, number>): boolean {
  const minOccurrences = text.length <= shortWord ? occurrences.ofShort : occurrences.ofLong
  return (counts.get(text) ?? 0) >= minOccurrences
}

function isWord(run: readonly Character[]): boolean {
  return run.length >= minLength && letter.test(run[0]!.text)
}

function textOf(run: readonly Character[]): string {
  return run.map(({ text }) => text).join('')
}

/** Letters that stand together, and what is between them. */
function runsOf(word: readonly Character[]): Character[][] {
  const runs: Character[][] = []
  for (const character of word) {
    const last = runs.at(-1)?.at(-1)
    if (last && letter.test(last.text) === letter.test(character.text)) runs.at(-1)!.push(character)
    else runs.push([character])
  }
  return runs
}
