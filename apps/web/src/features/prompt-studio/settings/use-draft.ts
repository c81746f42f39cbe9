import { DRAFT_PREFIX } from '../../../shared/browser/drafts.ts'
import { useStored } from '../../../shared/browser/use-stored.ts'
import { useEditor } from '../state/editor-context.ts'

type Draft<Value> = {
  readonly value: Value
  /** The value that is currently stored. */
  readonly storedValue: Value
  /** The value that was stored when the draft was started. */
  readonly base: Value
  readonly isChanged: boolean
  /** Whether another value has been stored since the draft was started. */
  readonly isOutdated: boolean
  /** Changes the draft. `base` is the stored value, if this page does not know it yet. */
  change(value: Value, base?: Value): void
  /** Rebases the draft on the currently stored value, which the user has seen. */
  accept(): void
  /** Discards the draft and returns to the stored value. */
  discard(): void
}

type StoredDraft = { readonly from: string; readonly value: string }

/**
 * Manages the unsaved changes of a panel. They are stored in the browser, so that they survive a
 * closed dialog and a reload. Values are compared and stored as JSON.
 */
export function useDraft<Value>(name: string, storedValue: Value): Draft<Value> {
  const { id } = useEditor().project
  const [storedDraft, storeDraft] = useStored<StoredDraft | null>(
    `${DRAFT_PREFIX}${id}/${name}`,
    isStoredDraft,
    null,
  )
  const storedJson = JSON.stringify(storedValue)
  const isChanged = storedDraft !== null && storedDraft.value !== storedJson

  return {
    value: isChanged ? (JSON.parse(storedDraft.value) as Value) : storedValue,
    storedValue: storedValue,
    base: isChanged ? (JSON.parse(storedDraft.from) as Value) : storedValue,
    isChanged,
    isOutdated: isChanged && storedDraft.from !== storedJson,
    change(value, base) {
      const next = JSON.stringify(value)
      const now = base === undefined ? storedJson : JSON.stringify(base)
      const from = isChanged && base === undefined ? storedDraft.from : now
      storeDraft(next === now ? null : { from, value: next })
    },
    accept: () => storedDraft && storeDraft({ ...storedDraft, from: storedJson }),
    discard: () => storeDraft(null),
  }
}

function isStoredDraft(value: unknown): value is StoredDraft {
  if (typeof value !== 'object' || value === null) return false
  const { from, value: text } = value as Partial<StoredDraft>
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
