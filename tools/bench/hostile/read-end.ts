/** What became of an input, and whether that is neither its right result nor a clear error. */
export type End = { readonly end: string; readonly isBroken: boolean }

type Item =
  | {
      readonly error?: string | null
      readonly result?: { readonly output?: Readonly<Record<string, unknown>> } | null
    }
  | undefined

/** `item` is what the result of the execution says of its only file; undefined when there is no result. */
export function readEnd(item: Item, answer: string): End {
  if (!item) return { end: 'no end', isBroken: true }
  if (item.error) return { end: `error: ${item.error}`, isBroken: false }
  const values = Object.values(item.result?.output ?? {})
  const isRight = values.length > 0 && values.every((value) => value === answer)
  if (isRight) return { end: 'right', isBroken: false }
  return { end: `wrong: ${JSON.stringify(item.result?.output).slice(0, 200)}`, isBroken: true }
}
