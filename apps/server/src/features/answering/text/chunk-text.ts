import { lettersPerToken } from './estimate-tokens.ts'

/** Incremented when chunking changes, so that documents are indexed again. */
export const chunkerVersion = 2

/** Number of leaves per chunk, where leaves are searched. */
const leavesPerChunk = 4

/** Sizes in tokens. */
export type Chunking = {
  readonly size: number
  readonly overlap: number
  /** Whether leaves, parts of the chunks, are searched instead of the chunks. */
  readonly hasLeaves?: boolean
}

type TextRange = { readonly start: number; readonly end: number }

/** A searched text: a chunk, or a leaf of one. */
type Node = {
  readonly text: string
  /** Index of its chunk. */
  readonly chunk: number
}

export type Chunk = TextRange & { readonly text: string }

/** The chunks of a text and the nodes that are searched. */
export type ChunkedText = {
  readonly chunks: readonly Chunk[]
  readonly nodes: readonly Node[]
}

/** Cuts a text into chunks and searched nodes. */
export function cutText(text: string, chunking: Chunking): ChunkedText {
  const chunks = computeRanges(text, chunking).flatMap(({ start, end }): readonly Chunk[] => {
    const chunk = text.slice(start, end)
    return chunk.trim() === '' ? [] : [{ start, end, text: chunk }]
  })
  const nodes = chunks.flatMap((chunk, index): readonly Node[] =>
    splitIntoLeaves(chunk.text, chunking).map((leaf) => ({ text: leaf, chunk: index })),
  )
  return { chunks, nodes }
}

function splitIntoLeaves(text: string, { size, hasLeaves = false }: Chunking): readonly string[] {
  return hasLeaves
    ? chunkText(text, { size: Math.ceil(size / leavesPerChunk), overlap: 0 })
    : [text]
}

/**
 * Cuts a text into chunks of at most `size` tokens, each repeating the last `overlap` tokens of the
 * previous one. Cuts at the end of a line in the last third of the chunk, else at a space.
 */
export function chunkText(text: string, chunking: Chunking): readonly string[] {
  return computeRanges(text, chunking)
    .map(({ start, end }) => text.slice(start, end))
    .filter((chunk) => chunk.trim() !== '')
}

function computeRanges(text: string, { size, overlap }: Chunking): readonly TextRange[] {
  const length = Math.max(1, size * lettersPerToken)
  const overlapLength = Math.min(overlap * lettersPerToken, length - 1)
  const ranges: TextRange[] = []
  for (let start = 0; start < text.length; ) {
    const end = findCut(text, start, length)
    ranges.push({ start, end })
    if (end >= text.length) break
    start = Math.max(findWordStart(text, end - overlapLength, end), start + 1)
  }
  return ranges
}

/** Finds the start of the next word, so that a chunk does not start within a word. */
function findWordStart(text: string, from: number, end: number): number {
  const space = text.slice(from, end).search(/\s/)
  return space === -1 ? end : from + space
}

function findCut(text: string, start: number, length: number): number {
  const end = start + length
  if (end >= text.length) return text.length
  const minEnd = start + Math.ceil((length * 2) / 3)
  const lineEnd = text.lastIndexOf('\n', end - 1) + 1
  if (lineEnd >= minEnd) return lineEnd
  const space = text.lastIndexOf(' ', end - 1) + 1
  return space >= minEnd ? space : end
}
