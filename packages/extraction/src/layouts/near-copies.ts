import type { DocumentText } from '@recto/document-text/model'
import { toLetters } from './positioned-page.ts'

/** Share of the documents of a layout that have a word which belongs to the layout. */
const minShareOfLayout = 0.8

/** Words that follow each other, of which documents have many in common only if one is a copy of the other. */
const wordsTogether = 3

/** Minimum likeness of near copies. */
const minLikeness = 0.7

/**
 * Groups documents of one layout that say nearly the same, such as an invoice, its copy and its correction. The words of the layout do not
 * count. Likeness is the share of the sequences of three words that two documents have in common. (Broder, “On the resemblance and
 * containment of documents”, SEQUENCES 1997.)
 *
 * @returns The indices of the members of each group.
 */
export function groupNearCopies(
  documents: readonly DocumentText[],
): readonly (readonly number[])[] {
  const wordLists = documents.map(({ pages }) =>
    pages.flatMap(({ words }) => words.map(({ text }) => toLetters(text)).filter(Boolean)),
  )
  const layoutWords = findLayoutWords(wordLists)
  const sequences = wordLists.map((words) =>
    listSequences(words.filter((word) => !layoutWords.has(word))),
  )
  const groups: number[][] = []
  for (const index of sequences.keys()) {
    const isCopy = (member: number) => isAlike(sequences[index], sequences[member])
    const ownGroups = groups.filter((group) => group.some(isCopy))
    const joinedGroup = [...ownGroups.flat(), index]
    for (const group of ownGroups) groups.splice(groups.indexOf(group), 1)
    groups.push(joinedGroup)
  }
  return groups
}

function findLayoutWords(wordLists: readonly (readonly string[])[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const word of wordLists.flatMap((words) => [...new Set(words)])) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const minCount = minShareOfLayout * wordLists.length
  return new Set([...counts].filter(([, count]) => count >= minCount).map(([word]) => word))
}

/** Fewer words than a sequence has are one sequence. */
function listSequences(words: readonly string[]): ReadonlySet<string> {
  const starts = Math.max(1, words.length - wordsTogether + 1)
  return new Set(
    Array.from({ length: starts }, (_, start) =>
      words.slice(start, start + wordsTogether).join(' '),
    ),
  )
}

function isAlike(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): boolean {
  const shared = [...a].filter((sequence) => b.has(sequence)).length
  return shared >= minLikeness * (a.size + b.size - shared)
}
