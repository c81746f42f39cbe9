import type { DocumentText } from '../model.ts'
import type { LayoutText } from './assemble-text.ts'

export type WordConfidence = { readonly confidence: number; readonly text: string }

/** Words from it on are sure enough not to be listed. */
const sure = 0.9

/** For every line of the text, the blank ones and the separators too, the words that are not sure. */
export function confidenceMetadata(
  document: DocumentText,
  { text, lines }: LayoutText,
): readonly (readonly WordConfidence[])[] {
  const pages = new Map(document.pages.map((page) => [page.number, page]))
  const metadata: WordConfidence[][] = Array.from({ length: text.split('\n').length }, () => [])
  for (const { page, lineIndex, words } of lines) {
    for (const index of words) {
      const word = pages.get(page)?.words[index]
      if (!word || word.confidence >= sure) continue
      metadata[lineIndex]?.push({ confidence: Number(word.confidence.toFixed(4)), text: word.text })
    }
  }
  return metadata
}
