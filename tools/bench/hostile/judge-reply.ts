/** The outcome of an input. A clear result or a clear error is fine; `none` is neither. */
export type ReplyOutcome = {
  readonly kind: 'right' | 'error' | 'wrong' | 'none'
  readonly says: string
}

type Item =
  | {
      readonly error?: string | null
      readonly result?: { readonly output?: Readonly<Record<string, unknown>> } | null
    }
  | undefined

/** Judges the result of the only file of an execution; `item` is undefined if there is no result. */
export function judgeReply(item: Item, answer: string | undefined): ReplyOutcome {
  if (!item) return { kind: 'none', says: 'no end' }
  if (item.error) return { kind: 'error', says: item.error }
  const values = Object.values(item.result?.output ?? {})
  const isRight = values.length > 0 && values.every((value) => value === (answer ?? value))
  if (isRight) return { kind: 'right', says: 'right' }
  return { kind: 'wrong', says: `wrong: ${JSON.stringify(item.result).slice(0, 200)}` }
}
