import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { explain, Refusal } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useStore } from '../../../shared/store/create-store.ts'
import { project } from '../project.queries.ts'
import { useRuns } from '../runs/runs.tsx'
import { useProjectFacts } from '../state/editor-context.ts'
import { type Field, type SaveStatus, TextKeeper, type Unsaved } from './text-keeper.ts'

export type SavedField = {
  readonly text: string
  /** The stored text, for whoever has to choose. */
  readonly stored: string
  readonly status: SaveStatus
  /** The field shows the stored text again; what was typed is kept here until somebody decides. */
  readonly unsaved: Unsaved | undefined
  change(text: string): void
  /** Saves now what has not been saved. */
  flush(): void
  /** Stores what was typed after all. */
  insist(): void
  /** Lets go of what was typed. */
  giveUp(): void
}

type Options = Pick<Field, 'id' | 'stored' | 'save'> & {
  /** Said when the server gives no reason. */
  readonly fallback: string
  readonly isNeeded?: boolean
}

/**
 * A text that is stored when its field is left, or a second after the last key. Until it is stored it lies
 * in the browser: a reload, a failure, the end of the session and another tab leave it there.
 */
export function useSavedField({ fallback, isNeeded = false, ...options }: Options): SavedField {
  const { track } = useRuns()
  const { id: projectId } = useProjectFacts()
  const alerts = useAlerts()
  const client = useQueryClient()
  const isGone = useRef(false)
  const field: Field = {
    ...options,
    isNeeded,
    save: (text, before) => track(options.save(text, before)),
    explain(refusal) {
      const words = wordsFor(refusal, fallback)
      // Nobody sees what a field says that is no longer there.
      if (isGone.current) alerts.warn(words)
      return words
    },
    onConflict: () => void client.invalidateQueries({ queryKey: project(projectId).queryKey }),
  }
  const [keeper] = useState(() => new TextKeeper(field))
  const kept = useStore(keeper.state, (state) => state)
  useLayoutEffect(() => keeper.see(field))

  const flush = useEffectEvent(() => keeper.flush())
  useEffect(() => {
    isGone.current = false
    // What a reload left behind is stored now.
    flush()
    return () => {
      isGone.current = true
      flush()
    }
  }, [])

  const { stored } = options
  return {
    text: kept.draft ?? stored,
    stored,
    status: kept.status,
    unsaved: kept.unsaved,
    change: (text) => keeper.change(text),
    flush: () => keeper.flush(),
    insist: () => keeper.insist(),
    giveUp: () => keeper.giveUp(),
  }
}

function wordsFor(refusal: unknown, fallback: string): string {
  const isUnknown = refusal instanceof Refusal && refusal.status === 404
  return isUnknown ? 'Prompt not found' : explain(refusal, fallback)
}
