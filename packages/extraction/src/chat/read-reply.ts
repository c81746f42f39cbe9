import { noAnswerReply } from './chat-prompt.ts'

type CitedRows = {
  /** Numbers of the cited rows. */
  readonly rows: readonly number[]
  /** First statement for which they were cited. */
  readonly statement: string
}

export type ReadReply = {
  /** Reply with `[1]`, `[2]` … in place of its citations; citations of unknown rows are removed. */
  readonly text: string
  /** Citations for `[1]`, `[2]` …, in this order. */
  readonly citations: readonly CitedRows[]
  /** Whether the reply states that the documents contain no answer. */
  readonly hasNoAnswer: boolean
}

const citationMark = /\s?\[#\d{1,6}(?:\s?[,;–-]\s?#?\d{1,6}){0,40}\]/g
/** Maximum number of rows in a range such as `#3-#9`. */
const maxRangeLength = 20

/**
 * Reads a complete or partial reply. Rows that are cited together are one citation, and the same
 * rows have the same number; as the reply grows, the part that was already read does not change.
 */
export function readReply(
  reply: string,
  isKnown: (row: number) => boolean,
  { isComplete = true }: { readonly isComplete?: boolean } = {},
): ReadReply {
  const numbers = new Map<string, number>()
  const citations: CitedRows[] = []
  const closedReply = isComplete
    ? moveMarksOutOfCode(reply, { isComplete })
    : moveMarksOutOfCode(removeOpenMark(reply), { isComplete })
  let previousEnd = 0
  const text = closedReply.replace(citationMark, (mark: string, offset: number) => {
    const statement = closedReply.slice(previousEnd, offset).trim().split('\n').at(-1) ?? ''
    previousEnd = offset + mark.length
    const rows = readRowNumbers(mark).filter(isKnown)
    if (rows.length === 0) return ''
    const key = rows.join()
    const number = numbers.get(key) ?? citations.length + 1
    if (!numbers.has(key)) {
      numbers.set(key, number)
      citations.push({ rows, statement })
    }
    return ` [${number}]`
  })
  const hasNoAnswer = citations.length === 0 && text.includes(noAnswerReply.slice(0, -1))
  return { text: text.trim(), citations, hasNoAnswer }
}

/** Code of a Markdown text, whose marks would be shown as they are written. */
const code = /```[^`]*(?:```|$)|`[^`\n]*(?:`|$)/g

/**
 * Puts the marks of code behind it, once it has ended. What has not ended by the end of a complete reply is no code, but
 * a character of the text, or lines that are code to the end.
 */
function moveMarksOutOfCode(
  reply: string,
  { isComplete }: { readonly isComplete: boolean },
): string {
  return reply.replace(code, (codePart, offset: number) => {
    const isBlock = codePart.startsWith('```')
    if (hasEnded(codePart)) return moveMarksBehind(codePart, isBlock ? '\n\n' : '')
    if (!isComplete) return codePart.replace(citationMark, '')
    return isBlock && beginsLine(reply, offset) ? moveMarksBehind(codePart, '\n```\n\n') : codePart
  })
}

const beginsLine = (reply: string, offset: number): boolean =>
  offset === 0 || reply[offset - 1] === '\n'

function moveMarksBehind(codePart: string, separator: string): string {
  const marks = codePart.match(citationMark) ?? []
  return marks.length === 0
    ? codePart
    : codePart.replace(citationMark, '') + separator + marks.join('')
}

/** Whether code ends with the characters that it begins with. */
function hasEnded(codePart: string): boolean {
  const fence = codePart.startsWith('```') ? '```' : '`'
  return codePart.length >= 2 * fence.length && codePart.endsWith(fence)
}

function readRowNumbers(mark: string): readonly number[] {
  const spans = [...mark.matchAll(/(\d+)(?:\s?[–-]\s?#?(\d+))?/g)]
  const rows = spans.flatMap(([, from, to]) => expandRange(Number(from), Number(to ?? from)))
  return [...new Set(rows)]
}

/** Returns all rows from first to last; of an implausibly wide range only the two ends. */
function expandRange(from: number, to: number): readonly number[] {
  if (to < from || to - from > maxRangeLength) return [from, to]
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/** Maximum length of a citation mark, in characters. */
const maxMarkLength = 200

/** Removes an incomplete citation mark from the end of a partial reply. */
function removeOpenMark(reply: string): string {
  const open = reply.lastIndexOf('[')
  const isOpen = open >= 0 && reply.length - open < maxMarkLength && !reply.includes(']', open)
  return isOpen ? reply.slice(0, open).trimEnd() : reply
}
