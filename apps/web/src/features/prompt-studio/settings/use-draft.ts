import { useStored } from '../../../shared/browser/use-stored.ts'
import { useEditor } from '../state/editor-context.ts'

type Draft<Value> = {
  readonly value: Value
  /** The value that is currently stored. */
  readonly stored: Value
  /** The value that was stored when the draft was started. */
  readonly base: Value
  readonly isChanged: boolean
  /** Whether another value has been stored since the draft was started. */
  readonly isOvertaken: boolean
  /** Changes the draft. `base` is the stored value, if this page does not know it yet. */
  change(value: Value, base?: Value): void
  /** Rebases the draft on the currently stored value, which the user has seen. */
  accept(): void
  /** Discards the draft and returns to the stored value. */
  discard(): void
}

type Kept = { readonly from: string; readonly value: string }

/**
 * Manages the unsaved changes of a panel. They are stored in the browser, so that they survive a
 * closed dialog and a reload. Values are compared and stored as JSON.
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
