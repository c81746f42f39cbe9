import type { DocumentText } from '@recto/document-text/model'
import { wholeText } from '@recto/extraction/document-work'
import { type ChunkedText, type Chunking, cutText } from './chunk-text.ts'
import { indexReferences, type References } from './follow-references.ts'
import { indexWords, type WordIndex } from './rank-by-words.ts'

/**
 * A text that a question may be answered from: a node and its index. Stored as the result of a
 * step, so its keys must not change.
 */
export type Excerpt = { readonly at: number; readonly text: string }

type IndexedText = ChunkedText & {
  words(): WordIndex
  references(): References
}

/** Maximum number of chunkings that are cached per document. */
const maxCachedChunkings = 4

const indexedTexts = new WeakMap<DocumentText, Map<string, IndexedText>>()

/** Chunks a document once for all questions about it. */
function getIndexedText(document: DocumentText, chunking: Chunking): IndexedText {
  const byChunking = indexedTexts.get(document) ?? new Map<string, IndexedText>()
  indexedTexts.set(document, byChunking)
  const key = JSON.stringify([chunking.size, chunking.overlap, chunking.hasLeaves ?? false])
  const indexedText = byChunking.get(key) ?? createIndexedText(document, chunking)
  byChunking.delete(key)
  byChunking.set(key, indexedText)
  for (const expiredKey of [...byChunking.keys()].slice(0, -maxCachedChunkings))
    byChunking.delete(expiredKey)
  return indexedText
}

function createIndexedText(document: DocumentText, chunking: Chunking): IndexedText {
  const text = wholeText(document)
  const nodesAndChunks = cutText(text, chunking)
  let words: WordIndex | undefined
  let references: References | undefined
  return {
    ...nodesAndChunks,
    words() {
      words ??= indexWords(nodesAndChunks.nodes.map(({ text }) => text))
      return words
    },
    references() {
      references ??= indexReferences(text, nodesAndChunks.chunks)
      return references
    },
  }
}

/** Indexes of nodes or chunks under one chunking. */
export type NodeSelection = { readonly chunking: Chunking; readonly indexes: readonly number[] }

export type WordSearch = {
  readonly chunking: Chunking
  readonly question: string
  readonly limit: number
  /** Minimum share of the question's word weight that a text must match. */
  readonly minShare?: number
}

/** Lists the searched texts. */
export const listNodes = (document: DocumentText, chunking: Chunking): readonly string[] =>
  getIndexedText(document, chunking).nodes.map(({ text }) => text)

/** Ranks the nodes that share words with the question, best first. */
export function searchWords(
  document: DocumentText,
  { chunking, question, limit, minShare }: WordSearch,
): readonly Excerpt[] {
  const { nodes, words } = getIndexedText(document, chunking)
  return words()
    .rank(question, limit, minShare)
    .map(({ at: index }) => ({ at: index, text: nodes[index]?.text ?? '' }))
}

export function getNodes(
  document: DocumentText,
  { chunking, indexes }: NodeSelection,
): readonly Excerpt[] {
  const { nodes } = getIndexedText(document, chunking)
  return indexes
    .map((index) => {
      const node = nodes[index]
      return node ? { at: index, text: node.text } : undefined
    })
    .filter((value) => value !== undefined)
}

/** Finds the chunks that the given chunks refer to, in order of reference. */
export function findReferencedChunks(
  document: DocumentText,
  { chunking, indexes }: NodeSelection,
): readonly Excerpt[] {
  const { chunks, references } = getIndexedText(document, chunking)
  const referencedIndexes = indexes.flatMap((index) =>
    references().findReferenced(chunks[index]?.text ?? ''),
  )
  return [...new Set(referencedIndexes)]
    .filter((index) => !indexes.includes(index))
    .map((index) => ({ at: index, text: chunks[index]?.text ?? '' }))
}

/** Finds the chunks that the given leaves are parts of, in order of the leaves. */
export function findParentChunks(
  document: DocumentText,
  { chunking, indexes }: NodeSelection,
): readonly Excerpt[] {
  const { chunks, nodes } = getIndexedText(document, chunking)
  const parents = new Set(indexes.flatMap((index) => nodes[index]?.chunk ?? []))
  return [...parents].map((index) => ({ at: index, text: chunks[index]?.text ?? '' }))
}

export type DistinctiveWordsRequest = { readonly chunking: Chunking; readonly limit: number }

/** Finds the words by which each node differs most from the others. */
export function findDistinctiveWords(
  document: DocumentText,
  { chunking, limit }: DistinctiveWordsRequest,
): readonly (readonly string[])[] {
  const { nodes, words } = getIndexedText(document, chunking)
  return nodes.map((_, index) => words().findDistinctiveWords(index, limit))
}

/** Returns the ranges of the chunks in the whole text. */
export function getChunkRanges(
  document: DocumentText,
  { chunking, indexes }: NodeSelection,
): readonly { readonly start: number; readonly end: number }[] {
  const { chunks } = getIndexedText(document, chunking)
  return indexes.flatMap((index) => chunks[index] ?? [])
}
