import { wordsOf } from '../values/fold.ts'
import { parseBoolean } from '../values/parse-boolean.ts'
import { type Haystack, maxOccurrences, type Occurrence } from './haystack.ts'
import { findLineIndex, type Passage } from './passage.ts'

/**
 * Finds the words that answer a yes-or-no question: a yes or no on a line that also names the
 * subject, otherwise a line that states the subject, for no together with a negation.
 */
export function findBoolean(
  haystack: Haystack,
  value: boolean,
  questionWords: ReadonlySet<string>,
): readonly Occurrence[] {
  const answerWords = findAnswerWord(haystack, value, questionWords)
  return answerWords.length > 0 ? answerWords : findStatement(haystack, value, questionWords)
}

function findAnswerWord(
  { lines, document }: Haystack,
  value: boolean,
  questionWords: ReadonlySet<string>,
): readonly Occurrence[] {
  const occurrences: Occurrence[] = []
  for (const line of lines) {
    const matchingWords = line.words.filter(
      (word) => parseBoolean(document.pages[line.page]?.words[word]?.text ?? '') === value,
    )
    if (matchingWords.length === 0 || !isAbout(line, questionWords)) continue
    for (const word of matchingWords)
      occurrences.push([{ page: line.page, words: [word], match: 'derived' }])
    if (occurrences.length >= maxOccurrences) break
  }
  return occurrences
}

/**
 * Whether a line is about the question. Words of three letters or fewer are too common to count.
 */
function isAbout(line: Passage, questionWords: ReadonlySet<string>): boolean {
  return wordsOf(line.text).some((word) => word.length > 3 && questionWords.has(word))
}

/**
 * Words of a question that do not name its subject, or that occur in every document of its kind.
 */
const genericWords = new Set(
  `the and are for was were has have had does did this that there these those any all not with from been being can
  whether please answer tell say says said state stated states mention mentioned mentions mark marked given show shows
  shown contain contains true false yes document documents invoice bill receipt letter form paper page text apply
  applies applied applicable`.split(/\s+/),
)

/** Question words: a question that begins with one is not a yes-or-no question. */
const interrogatives = ['what', 'which', 'who', 'when', 'where', 'how', 'why']

const negationWords = new Set(
  `not no non without none never excluded excl un nicht kein keine keiner ohne nein pas sans aucun aucune non niet geen
  zonder senza sin sem nie bez inte utan ikke uden uten ei ilman`.split(/\s+/),
)

/** Minimum share of the question's subject words on a line that answers it. */
const minShareOfWords = 2 / 3

function getSubjectWords(questionWords: ReadonlySet<string>): readonly string[] {
  if (interrogatives.some((word) => questionWords.has(word))) return []
  return [...questionWords].filter((word) => word.length > 2 && !genericWords.has(word))
}

/** Returns the words of the lines that contain most of the subject words, in order. */
function findStatement(
  haystack: Haystack,
  value: boolean,
  questionWords: ReadonlySet<string>,
): readonly Occurrence[] {
  const subjectWords = getSubjectWords(questionWords)
  if (subjectWords.length === 0) return []
  const candidates: { readonly count: number; readonly occurrence: Occurrence }[] = []
  for (const pageIndex of haystack.document.pages.keys()) {
    for (const line of findSubjectLines(haystack, pageIndex, subjectWords).values()) {
      if (line.matchedWords.size < Math.ceil(minShareOfWords * subjectWords.length)) continue
      const negations = findNegations(haystack, pageIndex, line.lineIndex)
      if (negations.length > 0 === value) continue
      const words = [...new Set([...line.words, ...negations])].sort((a, b) => a - b)
      const occurrence: Occurrence = [{ page: pageIndex, words, match: 'derived' }]
      candidates.push({ count: line.matchedWords.size, occurrence })
    }
  }
  const maxCount = candidates.reduce((max, { count }) => Math.max(max, count), 0)
  const bestCandidates = candidates.filter(({ count }) => count === maxCount)
  return bestCandidates.slice(0, maxOccurrences).map(({ occurrence }) => occurrence)
}

type SubjectLine = {
  readonly lineIndex: number
  readonly matchedWords: Set<string>
  readonly words: number[]
}

/** Returns the indices of the lines of a page that contain some of the words. */
function findSubjectLines(
  haystack: Haystack,
  page: number,
  subjectWords: readonly string[],
): ReadonlyMap<number, SubjectLine> {
  const index = haystack.pageIndex(page)
  const lines = new Map<number, SubjectLine>()
  for (const subjectWord of subjectWords) {
    for (const word of index.occurrencesByWord().get(subjectWord)?.words ?? []) {
      const lineIndex = findLineIndex(index.page.lines, word)
      if (lineIndex < 0) continue
      const line = lines.get(lineIndex) ?? { lineIndex, matchedWords: new Set(), words: [] }
      line.matchedWords.add(subjectWord)
      line.words.push(word)
      lines.set(lineIndex, line)
    }
  }
  return lines
}

function findNegations(haystack: Haystack, page: number, index: number): readonly number[] {
  const { lines, words } = haystack.pageIndex(page).page
  const line = lines[index]
  if (!line) return []
  const negations: number[] = []
  for (let word = line.start; word < line.end; word++) {
    if (wordsOf(words[word]?.text ?? '').some((part) => negationWords.has(part)))
      negations.push(word)
  }
  return negations
}
