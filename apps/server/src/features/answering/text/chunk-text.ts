/** Of the texts that models are trained on, about four letters make a token. */
const lettersPerToken = 4

export type Chunking = { readonly size: number; readonly overlap: number }

/**
 * Cuts a text into chunks of at most `size` tokens, each repeating the last `overlap` tokens of the one
 * before. A cut falls on a line's end where one lies in the last third of the chunk, else on a blank.
 */
export function chunkText(text: string, { size, overlap }: Chunking): readonly string[] {
  const length = Math.max(1, size * lettersPerToken)
  const back = Math.min(overlap * lettersPerToken, length - 1)
  const chunks: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = cutAt(text, start, length)
    const chunk = text.slice(start, end)
    if (chunk.trim() !== '') chunks.push(chunk)
    if (end >= text.length) break
    start = Math.max(startAt(text, end - back, end), start + 1)
  }
  return chunks
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
