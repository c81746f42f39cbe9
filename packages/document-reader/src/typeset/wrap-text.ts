import { hasMarks, partMarked, type UnmarkedText, unmark, withoutMarks } from './hidden-marks.ts'

/** A word on a line of the grid; the column and the width are counted in cells. */
export type GridWord = UnmarkedText & { readonly column: number }
export type GridLine = readonly GridWord[]

const tabStop = 8
/** With them the marks and controls of direction, which order what is seen and are no part of a word. */
const invisibleCharacters =
  /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const ballotBoxes = /[\u2610-\u2612]/g

/** Breaks a text into lines at spaces; a word that is longer than a line is cut. */
export function wrapText(text: string, width: number, hangingIndent = 0): GridLine[] {
  return text.split('\n').flatMap((line) => wrapLine(wordsIn(line), width, hangingIndent))
}

function wrapLine(words: readonly string[], width: number, hangingIndent: number): GridLine[] {
  const lines: GridWord[][] = [[]]
  let column = 0
  for (const markedWord of words) {
    const { text: word, ...mark } = unmark(markedWord)
    if (column > 0 && column + word.length > width) column = startLine(lines, hangingIndent)
    const parts = cutToFit(word, Math.max(1, width - column), Math.max(1, width - hangingIndent))
    for (const [i, part] of parts.entries()) {
      if (i > 0) column = startLine(lines, hangingIndent)
      lines.at(-1)!.push({ text: part, column, ...mark })
      column += part.length + 1
    }
  }
  return lines
}

/** One part in almost all cases. */
function cutToFit(word: string, first: number, next: number): string[] {
  const parts: string[] = []
  let rest = word
  while (rest.length > (parts.length > 0 ? next : first)) {
    const part = cut(rest, parts.length > 0 ? next : first)
    parts.push(part)
    rest = rest.slice(part.length)
  }
  return rest === '' ? parts : [...parts, rest]
}

function startLine(lines: GridWord[][], hangingIndent: number): number {
  lines.push([])
  return hangingIndent
}

/** Does not part a pair of surrogates. */
function cut(word: string, length: number): string {
  const last = word.charCodeAt(length - 1)
  const isParted = last >= 0xd800 && last < 0xdc00
  return word.slice(0, isParted ? length + 1 : length)
}

/** Keeps every word in the column where the text has it; a line beyond the width continues below. */
export function placeText(text: string, width: number): GridLine[] {
  return text.split('\n').flatMap((line) => placeLine(line, width))
}

function placeLine(line: string, width: number): GridLine[] {
  const lines: GridWord[][] = [[]]
  let shift = 0
  let place = 0
  const { plain, marks } = marksOf(line.replace(invisibleCharacters, ''))
  for (const { 0: word, index } of expandTabs(plain).matchAll(/\S+/g)) {
    const mark = marks[place++] ?? {}
    if (index > shift && index - shift + word.length > width) {
      shift = index
      startLine(lines, 0)
    }
    const parts = cutToFit(word, width, width)
    lines.at(-1)!.push({ text: parts[0]!, column: index - shift, ...mark })
    for (const part of parts.slice(1)) lines.push([{ text: part, column: 0, ...mark }])
    if (parts.length > 1) shift = index + word.length - parts.at(-1)!.length
  }
  return lines
}

type Mark = Omit<UnmarkedText, 'text'>

/** A line without marks, and the marks of its words. */
function marksOf(line: string): { readonly plain: string; readonly marks: readonly Mark[] } {
  if (!hasMarks(line)) return { plain: line, marks: [] }
  const marks = line
    .split(/\s+/)
    .filter(Boolean)
    .map((word): Mark => {
      const { text: _, ...mark } = unmark(word)
      return mark
    })
  return { plain: withoutMarks(line), marks }
}

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line
  let expanded = ''
  for (const [i, part] of line.split('\t').entries()) {
    if (i > 0) expanded += ' '.repeat(tabStop - (expanded.length % tabStop))
    expanded += part
  }
  return expanded
}

/**
 * The words of one line, without characters that are not seen. A no-break space parts words too; the picture
 * of a check box is a word as it is for all documents.
 */
function wordsIn(line: string): string[] {
  const whole = line.replace(invisibleCharacters, '')
  const visibleText = hasMarks(whole) ? partMarked(whole) : whole
  if (!/[\u2610-\u2612]/.test(visibleText)) return visibleText.split(/\s+/).filter(Boolean)
  const parts = visibleText.replace(ballotBoxes, ' $& ').split(/\s+/).filter(Boolean)
  return parts.map((part) => (/^[\u2610-\u2612]$/.test(part) ? boxText(part) : part))
}

function boxText(sign: string): string {
  return sign === '\u2610' ? '[ ]' : '[X]'
}

/** Cells that the longest line and the longest word of a text need. */
export function measureText(text: string): { readonly line: number; readonly word: number } {
  let maxLine = 0
  let maxWord = 0
  for (const line of text.split('\n')) {
    let length = -1
    for (const markedWord of wordsIn(line)) {
      const word = unmark(markedWord).text
      length += word.length + 1
      if (word.length > maxWord) maxWord = word.length
    }
    if (length > maxLine) maxLine = length
  }
  return { line: maxLine, word: maxWord }
}
