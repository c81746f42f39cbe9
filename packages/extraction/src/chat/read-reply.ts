import { notAnswered } from './chat-prompt.ts'

type Cited = {
  /** Numbers of the cited rows. */
  readonly rows: readonly number[]
  /** First statement for which they were cited. */
  readonly statement: string
}

export type ReadReply = {
  /** Reply with `[1]`, `[2]` … in place of its citations; citations of unknown rows are removed. */
  readonly text: string
  /** Citations for `[1]`, `[2]` …, in this order. */
  readonly cited: readonly Cited[]
  /** Whether the reply states that the documents contain no answer. */
  readonly isNotAnswered: boolean
}

const mark = /\s?\[#\d{1,6}(?:\s?[,;–-]\s?#?\d{1,6}){0,40}\]/g
/** Maximum number of rows in a range such as `#3-#9`. */
const widest = 20

/**
 * Reads a complete or partial reply. Rows that are cited together are one citation, and the same
 * rows have the same number; as the reply grows, the part that was already read does not change.
 */
export function readReply(
  reply: string,
  isKnown: (row: number) => boolean,
  { isWhole = true }: { readonly isWhole?: boolean } = {},
): ReadReply {
  const numbers = new Map<string, number>()
  const cited: Cited[] = []
  const closed = isWhole ? reply : withoutOpenMark(reply)
  let before = 0
  const text = closed.replace(mark, (found: string, at: number) => {
    const statement = closed.slice(before, at).trim().split('\n').at(-1) ?? ''
    before = at + found.length
    const rows = rowsIn(found).filter(isKnown)
    if (rows.length === 0) return ''
    const name = rows.join()
    const number = numbers.get(name) ?? cited.length + 1
    if (!numbers.has(name)) {
      numbers.set(name, number)
      cited.push({ rows, statement })
    }
    return ` [${number}]`
  })
  const isNotAnswered = cited.length === 0 && text.includes(notAnswered.slice(0, -1))
  return { text: text.trim(), cited, isNotAnswered }
}

function rowsIn(found: string): readonly number[] {
  const spans = [...found.matchAll(/(\d+)(?:\s?[–-]\s?#?(\d+))?/g)]
  const rows = spans.flatMap(([, from, to]) => rowsBetween(Number(from), Number(to ?? from)))
  return [...new Set(rows)]
}

/** Returns all rows from first to last; of an implausibly wide range only the two ends. */
function rowsBetween(from: number, to: number): readonly number[] {
  if (to < from || to - from > widest) return [from, to]
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/** Maximum length of a citation mark, in characters. */
const longestMark = 200

/** Removes an incomplete citation mark from the end of a partial reply. */
function withoutOpenMark(reply: string): string {
  const open = reply.lastIndexOf('[')
  const isOpen = open >= 0 && reply.length - open < longestMark && !reply.includes(']', open)
  return isOpen ? reply.slice(0, open).trimEnd() : reply
}
