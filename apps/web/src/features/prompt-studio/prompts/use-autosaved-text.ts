import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { explain, explainFailure, Refusal } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useStore } from '../../../shared/store/create-store.ts'
import { project } from '../project.queries.ts'
import { useRuns } from '../runs/runs.tsx'
import { useProjectMode } from '../state/editor-context.ts'
import {
  AutosaveField,
  type AutosaveOptions,
  type SaveStatus,
  type UnsavedDraft,
} from './autosave-field.ts'

export type AutosavedText = {
  readonly text: string
  /** The stored text, shown next to the typed one in a conflict. */
  readonly storedText: string
  readonly status: SaveStatus
  /**
   * The typed text that could not be stored, until the user decides. Until then, the field itself
   * shows the stored text.
   */
  readonly unsavedDraft: UnsavedDraft | undefined
  change(text: string): void
  /** Saves pending changes immediately. */
  flush(): void
  /** Saves the unsaved text over the stored one. */
  overwrite(): void
  /** Discards the unsaved text. */
  discard(): void
}

type AutosavedTextOptions = Pick<AutosaveOptions, 'id' | 'storedText' | 'save'> & {
  /** Message used when the server gives no reason. */
  readonly fallback: string
  /** Whether a label before the message says already that the text was not saved. */
  readonly hasLabel?: boolean
  readonly isRequired?: boolean
}

/**
 * A text that is saved when its field loses focus, or one second after the last keystroke. Until it
 * is saved, a draft in the browser survives a reload, a failure and the end of the session.
 */
export function useAutosavedText({
  fallback,
  hasLabel = false,
  isRequired = false,
  ...options
}: AutosavedTextOptions): AutosavedText {
  const { delayRunsUntil } = useRuns()
  const { id: projectId } = useProjectMode()
  const alerts = useAlerts()
  const client = useQueryClient()
  const isUnmounted = useRef(false)
  const autosaveOptions: AutosaveOptions = {
    ...options,
    isRequired,
    save: (text, expectedText) => delayRunsUntil(options.save(text, expectedText)),
    explain(refusal) {
      const reason = explainRejection(refusal, { fallback, hasLabel })
      // After unmounting, the message next to the field is not visible.
      if (isUnmounted.current) alerts.warn(reason)
      return reason
    },
    onConflict: () => void client.invalidateQueries({ queryKey: project(projectId).queryKey }),
  }
  const [autosave] = useState(() => new AutosaveField(autosaveOptions))
  const snapshot = useStore(autosave.state, (state) => state)
  useLayoutEffect(() => autosave.update(autosaveOptions))

  const flush = useEffectEvent(() => autosave.flush())
  useEffect(() => {
    const handleOnline = () => autosave.retry()
    window.addEventListener('online', handleOnline)
    return () => window.removeEventListener('online', handleOnline)
  }, [autosave])
  useEffect(() => {
    isUnmounted.current = false
    // Save a draft that was left by a reload.
    flush()
    return () => {
      isUnmounted.current = true
      flush()
    }
  }, [])

  const { storedText } = options
  return {
    text: snapshot.draft ?? storedText,
    storedText,
    status: snapshot.status,
    unsavedDraft: snapshot.unsavedDraft,
    change: (text) => autosave.change(text),
    flush: () => autosave.flush(),
    overwrite: () => autosave.overwrite(),
    discard: () => autosave.discard(),
  }
}

type RejectionMessage = { readonly fallback: string; readonly hasLabel: boolean }

function explainRejection(refusal: unknown, { fallback, hasLabel }: RejectionMessage): string {
  const isDeleted = refusal instanceof Refusal && refusal.status === 404
  if (isDeleted) return 'Prompt not found'
  return hasLabel ? explain(refusal, fallback) : explainFailure(refusal, fallback)
}
