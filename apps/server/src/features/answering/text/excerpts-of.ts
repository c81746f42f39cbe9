import type { DocumentText } from '@recto/document-text/model'
import { wholeText } from '@recto/extraction/document-work'
import { type Chunking, cutText } from './chunk-text.ts'
import { indexReferences, type References } from './follow-references.ts'
import { indexWords, type WordIndex } from './rank-by-words.ts'

/** What a question is answered from: a chunk, or a leaf of one, and its place among the nodes. */
export type Excerpt = { readonly at: number; readonly text: string }

type Cut = ReturnType<typeof cutText> & {
  words(): WordIndex
  references(): References
}

/** Under which settings one document is cut at a time. */
const maxCuts = 4

const cuts = new WeakMap<DocumentText, Map<string, Cut>>()

/** A document cut once for all the questions on it. */
function cutOf(document: DocumentText, chunking: Chunking): Cut {
  const known = cuts.get(document) ?? new Map<string, Cut>()
  cuts.set(document, known)
  const name = JSON.stringify([chunking.size, chunking.overlap, chunking.hasLeaves ?? false])
  const cut = known.get(name) ?? cutAnew(document, chunking)
  known.delete(name)
  known.set(name, cut)
  for (const oldest of [...known.keys()].slice(0, -maxCuts)) known.delete(oldest)
  return cut
}

function cutAnew(document: DocumentText, chunking: Chunking): Cut {
  const text = wholeText(document)
  const cut = cutText(text, chunking)
  let words: WordIndex | undefined
  let references: References | undefined
  return {
    ...cut,
    words() {
      words ??= indexWords(cut.nodes.map(({ text }) => text))
      return words
    },
    references() {
      references ??= indexReferences(text, cut.chunks)
      return references
    },
  }
}

type Searched = {
  readonly chunking: Chunking
  readonly question: string
  readonly limit: number
  /** Of the weight of the question's words, which a text has to share. */
  readonly leastShare?: number
}

/** The texts that are searched. */
export const nodesOf = (document: DocumentText, chunking: Chunking): readonly string[] =>
  cutOf(document, chunking).nodes.map(({ text }) => text)

/** Those that share words with the question, best first. */
export function searchWords(
  document: DocumentText,
  { chunking, question, limit, leastShare }: Searched,
): readonly Excerpt[] {
  const { nodes, words } = cutOf(document, chunking)
  return words()
    .rank(question, limit, leastShare)
    .map(({ at }) => ({ at, text: nodes[at]?.text ?? '' }))
}

/** The nodes at those places. */
export function nodesAt(
  document: DocumentText,
  { chunking, places }: { readonly chunking: Chunking; readonly places: readonly number[] },
): readonly Excerpt[] {
  const { nodes } = cutOf(document, chunking)
  return places.flatMap((at) => {
    const node = nodes[at]
    return node ? [{ at, text: node.text }] : []
  })
}

/** The chunks that the chunks at those places name, the first named first. */
export function chunksNamedBy(
  document: DocumentText,
  { chunking, places }: { readonly chunking: Chunking; readonly places: readonly number[] },
): readonly Excerpt[] {
  const { chunks, references } = cutOf(document, chunking)
  const named = places.flatMap((at) => references().namedIn(chunks[at]?.text ?? ''))
  return [...new Set(named)]
    .filter((at) => !places.includes(at))
    .map((at) => ({ at, text: chunks[at]?.text ?? '' }))
}

/** The chunks that the leaves at those places are parts of; one whose leaves stand first comes first. */
export function chunksOfLeaves(
  document: DocumentText,
  { chunking, places }: { readonly chunking: Chunking; readonly places: readonly number[] },
): readonly Excerpt[] {
  const { chunks, nodes } = cutOf(document, chunking)
  const parents = new Set(places.flatMap((at) => nodes[at]?.chunk ?? []))
  return [...parents].map((at) => ({ at, text: chunks[at]?.text ?? '' }))
}

/** For each node the words by which it differs most from the others. */
export function tellingWords(
  document: DocumentText,
  { chunking, limit }: { readonly chunking: Chunking; readonly limit: number },
): readonly (readonly string[])[] {
  const { nodes, words } = cutOf(document, chunking)
  return nodes.map((_, at) => words().tellingWords(at, limit))
}

/** Where the chunks at those places begin and end in the whole text. */
export function chunkRanges(
  document: DocumentText,
  { chunking, places }: { readonly chunking: Chunking; readonly places: readonly number[] },
): readonly { readonly start: number; readonly end: number }[] {
  const { chunks } = cutOf(document, chunking)
  return places.flatMap((at) => chunks[at] ?? [])
}
