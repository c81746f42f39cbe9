import { lettersPerToken } from './estimate-tokens.ts'

/** Another way to cut makes other chunks of the same settings, so that what was indexed is made anew. */
export const chunkerVersion = 2

/** How many leaves a chunk is cut into that is found by its parts. */
const leavesPerChunk = 4

/** In tokens. */
export type Chunking = {
  readonly size: number
  readonly overlap: number
  /** Whether parts of the chunks are searched instead of the chunks. */
  readonly hasLeaves?: boolean
}

type Range = { readonly start: number; readonly end: number }

/** What is searched: a chunk, or a leaf of one. */
export type Node = {
  readonly text: string
  /** The place of its chunk among all chunks. */
  readonly chunk: number
}

export type Chunk = Range & { readonly text: string }

/** Cuts a text into chunks, and these into what is searched. */
export function cutText(text: string, chunking: Chunking) {
  const chunks = rangesOf(text, chunking).flatMap(({ start, end }): readonly Chunk[] => {
    const part = text.slice(start, end)
    return part.trim() === '' ? [] : [{ start, end, text: part }]
  })
  const nodes = chunks.flatMap((chunk, at): readonly Node[] =>
    leavesOf(chunk.text, chunking).map((leaf) => ({ text: leaf, chunk: at })),
  )
  return { chunks, nodes }
}

function leavesOf(text: string, { size, hasLeaves = false }: Chunking): readonly string[] {
  return hasLeaves
    ? chunkText(text, { size: Math.ceil(size / leavesPerChunk), overlap: 0 })
    : [text]
}

/**
 * Cuts a text into chunks of at most `size` tokens, each repeating the last `overlap` tokens of the one
 * before. A cut falls on a line's end where one lies in the last third of the chunk, else on a blank.
 */
export function chunkText(text: string, chunking: Chunking): readonly string[] {
  return rangesOf(text, chunking)
    .map(({ start, end }) => text.slice(start, end))
    .filter((chunk) => chunk.trim() !== '')
}

function rangesOf(text: string, { size, overlap }: Chunking): readonly Range[] {
  const length = Math.max(1, size * lettersPerToken)
  const back = Math.min(overlap * lettersPerToken, length - 1)
  const ranges: Range[] = []
  for (let start = 0; start < text.length; ) {
    const end = cutAt(text, start, length)
    ranges.push({ start, end })
    if (end >= text.length) break
    start = Math.max(startAt(text, end - back, end), start + 1)
  }
  return ranges
}

/** The next word's beginning from there on, so that a chunk does not begin within a word. */
function startAt(text: string, from: number, end: number): number {
  const blank = text.slice(from, end).search(/\s/)
  return blank === -1 ? end : from + blank
}

function cutAt(text: string, start: number, length: number): number {
  const end = start + length
  if (end >= text.length) return text.length
  const earliest = start + Math.ceil((length * 2) / 3)
  const lineEnd = text.lastIndexOf('\n', end - 1) + 1
  if (lineEnd >= earliest) return lineEnd
  const blank = text.lastIndexOf(' ', end - 1) + 1
  return blank >= earliest ? blank : end
}
