import { useStored } from '../../../shared/browser/use-stored.ts'
import { useEditor } from '../state/editor-context.ts'

type Draft<Value> = {
  readonly value: Value
  /** What is saved now. */
  readonly stored: Value
  /** What was saved when the draft was begun. */
  readonly base: Value
  readonly isChanged: boolean
  /** Something else was saved since the draft was begun. */
  readonly isOvertaken: boolean
  /** `base` is what is saved now, where that is not known here yet. */
  change(value: Value, base?: Value): void
  /** Goes on from what is saved now, which was seen. */
  accept(): void
  /** Back to what is saved. */
  discard(): void
}

type Kept = { readonly from: string; readonly value: string }

/**
 * What was changed in a panel and is not saved yet. The browser keeps it, so that neither a closed
 * dialog nor a reload loses it. Values are compared and kept as JSON.
 */
export function useDraft<Value>(name: string, stored: Value): Draft<Value> {
  const { id } = useEditor().project
  const [kept, keep] = useStored<Kept | null>(`studioDraft/${id}/${name}`, isKept, null)
  const saved = JSON.stringify(stored)
  const isChanged = kept !== null && kept.value !== saved

  return {
    value: isChanged ? (JSON.parse(kept.value) as Value) : stored,
    stored,
    base: isChanged ? (JSON.parse(kept.from) as Value) : stored,
    isChanged,
    isOvertaken: isChanged && kept.from !== saved,
    change(value, base) {
      const next = JSON.stringify(value)
      const now = base === undefined ? saved : JSON.stringify(base)
      const from = isChanged && base === undefined ? kept.from : now
      keep(next === now ? null : { from, value: next })
    },
    accept: () => kept && keep({ ...kept, from: saved }),
    discard: () => keep(null),
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  const { from, value: text } = value as Partial<Kept>
  return typeof from === 'string' && isJson(from) && typeof text === 'string' && isJson(text)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
