import type { DocumentText, Page, Word } from '../model.ts'
import { assembleText, type LayoutText, separatorOf, type TextPart } from './assemble-text.ts'
import type { LayoutOptions } from './layout-text.ts'

type RawOptions = Pick<LayoutOptions, 'pageSeparator' | 'addLineNumbers'>

/** Points. A wider gap, or a larger step across the line, begins a new word; a larger step a new line. */
const tolerance = 3
const afterSeparator = `\f${'\n'.repeat(7)}`

type RawLine = { readonly text: string; readonly words: readonly number[] }

/**
 * The text of native pages without layout, line by line across the page, by a fixed rule, so that outputs can
 * be compared byte by byte: upright letters only; lines are letters whose upper edges lie within 3 points of
 * each other; a word ends where the file spells a space or the gap exceeds 3 points. It needs `word.glyphs`;
 * a word without them stands by itself.
 */
export function rawText(document: DocumentText, options: RawOptions = {}): LayoutText {
  return assembleText(document, (page) => partsOf(page, options), options)
}

function partsOf(page: Page, options: RawOptions): readonly TextPart[] {
  const rows = nativeLines(page)
  return [
    ...rows.flatMap((row, i) => (i === 0 ? [row] : [{ text: '\n' }, row])),
    { text: `\n${rawTail(page, options.pageSeparator)}` },
  ]
}

/** How a page without layout ends, from its separator on. */
export function rawTail(page: Page, pageSeparator?: string): string {
  return `${separatorOf(page, pageSeparator)}\n${afterSeparator}`
}

type Upright = {
  readonly index: number
  readonly word: Word
  readonly start: number
  readonly end: number
}

function nativeLines(page: Page): readonly RawLine[] {
  const words = uprightWords(page).sort((a, b) => a.word.box[1] - b.word.box[1])
  const lines: RawLine[] = []
  let line: Upright[] = []
  let last = Number.NEGATIVE_INFINITY
  for (const upright of words) {
    const top = upright.word.box[1]
    if (top - last > tolerance && line.length > 0) {
      lines.push(joinWords(line))
      line = []
    }
    line.push(upright)
    last = top
  }
  if (line.length > 0) lines.push(joinWords(line))
  return lines
}

function uprightWords(page: Page): Upright[] {
  const words: Upright[] = []
  for (const { start, end, angle } of page.lines) {
    if (angle !== undefined) continue
    for (let index = start; index < end; index++) {
      const word = page.words[index]!
      const edges = word.glyphs?.edges
      const from = edges?.[0] ?? word.box[0]
      const to = edges?.at(-1) ?? word.box[2]
      words.push({ index, word, start: Math.min(from, to), end: Math.max(from, to) })
    }
  }
  return words
}

function joinWords(line: Upright[]): RawLine {
  line.sort((a, b) => a.start - b.start)
  let text = ''
  let last: Upright | undefined
  for (const upright of line) {
    if (last && isApart(last, upright)) text += ' '
    text += spellWord(upright.word)
    last = upright
  }
  return { text, words: line.map(({ index }) => index) }
}

function isApart(before: Upright, after: Upright): boolean {
  if (!before.word.glyphs || !after.word.glyphs || before.word.glyphs.isSpaced) return true
  if (Math.abs(after.word.box[1] - before.word.box[1]) > tolerance) return true
  return after.start - before.end > tolerance
}

/** A word of large letters may have gaps that count here. */
function spellWord({ text, glyphs }: Word): string {
  if (!glyphs || !hasGap(glyphs.edges)) return text
  let spelt = ''
  for (const [i, letter] of [...text].entries()) {
    if (i > 0 && isGap(glyphs.edges, i)) spelt += ' '
    spelt += letter
  }
  return spelt
}

function hasGap(edges: readonly number[]): boolean {
  for (let i = 1; i * 2 < edges.length; i++) if (isGap(edges, i)) return true
  return false
}

/** Before the letter of an index. */
function isGap(edges: readonly number[], index: number): boolean {
  return edges[index * 2]! - edges[index * 2 - 1]! > tolerance
}
