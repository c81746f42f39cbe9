import { type DocumentText, formatVersion, type Line, type Word } from '@recto/document-text/model'

const letterWidth = 6
const lineHeight = 12
const letterHeight = 10
const margin = 40

/** Pages of typewritten text as they would be read from a PDF: a blank is as wide as a letter. */
export function monospacedDocument(...pages: readonly string[]): DocumentText {
  return {
    formatVersion,
    pages: pages.map((text, number) => ({
      number,
      width: 595,
      height: 842,
      rotation: 0,
      ...typeset(text.replace(/^\n|\n\s*$/g, '')),
    })),
  }
}

function typeset(text: string): {
  readonly words: readonly Word[]
  readonly lines: readonly Line[]
} {
  const words: Word[] = []
  const lines: Line[] = []
  for (const [row, lineText] of text.split('\n').entries()) {
    const start = words.length
    words.push(...wordsOfLine(lineText, margin + row * lineHeight))
    const first = words[start]
    const last = words.at(-1)
    if (!first || !last) continue
    lines.push({
      start,
      end: words.length,
      box: [first.box[0], first.box[1], last.box[2], last.box[3]],
    })
  }
  return { words, lines }
}

function wordsOfLine(lineText: string, top: number): readonly Word[] {
  return [...lineText.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
    text,
    box: [
      margin + index * letterWidth,
      top,
      margin + (index + text.length) * letterWidth,
      top + letterHeight,
    ],
    confidence: 1,
    origin: 'native',
  }))
}
