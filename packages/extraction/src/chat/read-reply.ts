import { notAnswered } from './chat-prompt.ts'

type Cited = {
  /** The numbers of rows. */
  readonly rows: readonly number[]
  /** The first of what they were cited for. */
  readonly statement: string
}

export type ReadReply = {
  /** With `[1]`, `[2]` … in the places of what it cites, and nothing where it cites what was not given. */
  readonly text: string
  /** What is cited as `[1]`, `[2]` …, in this order. */
  readonly cited: readonly Cited[]
  /** Whether it says that the documents do not say. */
  readonly isNotAnswered: boolean
}

const mark = /\s?\[#\d{1,6}(?:\s?[,;–-]\s?#?\d{1,6}){0,40}\]/g
/** Rows that a range such as `#3-#9` may name. */
const widest = 20

/**
 * What a model has said, or has said so far. Rows that are cited together are one citation, and the same rows keep
 * their number; as the reply grows, what was read of it stays as it is.
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

/** Both included; of what is too wide to be meant, the ends. */
function rowsBetween(from: number, to: number): readonly number[] {
  if (to < from || to - from > widest) return [from, to]
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/** In letters. */
const longestMark = 200

/** Without what may be the beginning of a mark, at the end of a reply that goes on. */
function withoutOpenMark(reply: string): string {
  const open = reply.lastIndexOf('[')
  const isOpen = open >= 0 && reply.length - open < longestMark && !reply.includes(']', open)
  return isOpen ? reply.slice(0, open).trimEnd() : reply
}
