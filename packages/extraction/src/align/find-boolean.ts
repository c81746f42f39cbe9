import { wordsOf } from '../values/fold.ts'
import { parseBoolean } from '../values/parse-boolean.ts'
import { type Haystack, maxOccurrences, type Occurrence } from './haystack.ts'
import { lineOf, type Passage } from './passage.ts'

/**
 * Finds the words that answer a yes-or-no question: a yes or no on a line that also names the
 * subject, otherwise a line that states the subject, for no together with a negation.
 */
export function findBoolean(
  haystack: Haystack,
  value: boolean,
  near: ReadonlySet<string>,
): readonly Occurrence[] {
  const said = findAnswerWord(haystack, value, near)
  return said.length > 0 ? said : findStatement(haystack, value, near)
}

function findAnswerWord(
  { lines, document }: Haystack,
  value: boolean,
  near: ReadonlySet<string>,
): readonly Occurrence[] {
  const found: Occurrence[] = []
  for (const line of lines) {
    const saying = line.words.filter(
      (word) => parseBoolean(document.pages[line.page]?.words[word]?.text ?? '') === value,
    )
    if (saying.length === 0 || !isAbout(line, near)) continue
    for (const word of saying) found.push([{ page: line.page, words: [word], match: 'derived' }])
    if (found.length >= maxOccurrences) break
  }
  return found
}

/**
 * Whether a line is about the question. Words of three letters or fewer are too common to count.
 */
function isAbout(line: Passage, near: ReadonlySet<string>): boolean {
  return wordsOf(line.text).some((word) => word.length > 3 && near.has(word))
}

/**
 * Words of a question that do not name its subject, or that occur in every document of its kind.
 */
const generic = new Set(
  `the and are for was were has have had does did this that there these those any all not with from been being can
  whether please answer tell say says said state stated states mention mentioned mentions mark marked given show shows
  shown contain contains true false yes document documents invoice bill receipt letter form paper page text apply
  applies applied applicable`.split(/\s+/),
)

/** Question words: a question that begins with one is not a yes-or-no question. */
const open = ['what', 'which', 'who', 'when', 'where', 'how', 'why']

const denying = new Set(
  `not no non without none never excluded excl un nicht kein keine keiner ohne nein pas sans aucun aucune non niet geen
  zonder senza sin sem nie bez inte utan ikke uden uten ei ilman`.split(/\s+/),
)

/** Minimum share of the question's subject words on a line that answers it. */
const shareOfWords = 2 / 3

function askedOf(near: ReadonlySet<string>): readonly string[] {
  if (open.some((word) => near.has(word))) return []
  return [...near].filter((word) => word.length > 2 && !generic.has(word))
}

/** Returns the words of the lines that contain most of the subject words, in order. */
function findStatement(
  haystack: Haystack,
  value: boolean,
  near: ReadonlySet<string>,
): readonly Occurrence[] {
  const asked = askedOf(near)
  if (asked.length === 0) return []
  const found: { readonly count: number; readonly occurrence: Occurrence }[] = []
  for (const at of haystack.document.pages.keys()) {
    for (const line of linesNaming(haystack, at, asked).values()) {
      if (line.names.size < Math.ceil(shareOfWords * asked.length)) continue
      const denials = denialsOn(haystack, at, line.at)
      if (denials.length > 0 === value) continue
      const words = [...new Set([...line.words, ...denials])].sort((a, b) => a - b)
      const occurrence: Occurrence = [{ page: at, words, match: 'derived' }]
      found.push({ count: line.names.size, occurrence })
    }
  }
  const most = found.reduce((max, { count }) => Math.max(max, count), 0)
  const best = found.filter(({ count }) => count === most)
  return best.slice(0, maxOccurrences).map(({ occurrence }) => occurrence)
}

type NamingLine = { readonly at: number; readonly names: Set<string>; readonly words: number[] }

/** Returns the indices of the lines of a page that contain some of the words. */
function linesNaming(
  haystack: Haystack,
  page: number,
  asked: readonly string[],
): ReadonlyMap<number, NamingLine> {
  const index = haystack.pageIndex(page)
  const lines = new Map<number, NamingLine>()
  for (const name of asked) {
    for (const word of index.names().get(name)?.words ?? []) {
      const at = lineOf(index.page.lines, word)
      if (at < 0) continue
      const line = lines.get(at) ?? { at, names: new Set(), words: [] }
      line.names.add(name)
      line.words.push(word)
      lines.set(at, line)
    }
  }
  return lines
}

function denialsOn(haystack: Haystack, page: number, index: number): readonly number[] {
  const { lines, words } = haystack.pageIndex(page).page
  const line = lines[index]
  if (!line) return []
  const found: number[] = []
  for (let word = line.start; word < line.end; word++) {
    if (wordsOf(words[word]?.text ?? '').some((part) => denying.has(part))) found.push(word)
  }
  return found
}
