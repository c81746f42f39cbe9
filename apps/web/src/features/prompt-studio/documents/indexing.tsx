import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useIndexDocument } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'

export type IndexState =
  | { readonly kind: 'running' }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly reason: string }

type Indexing = {
  /** How the last indexing of each document stands, by its id. */
  readonly states: ReadonlyMap<string, IndexState>
  index(document: PromptDocument): void
}

const IndexingContext = createContext<Indexing | undefined>(undefined)

export function useIndexing(): Indexing {
  const indexing = use(IndexingContext)
  if (!indexing) throw new Error('useIndexing needs an IndexingProvider above it.')
  return indexing
}

/** Reads documents anew with the default profile; it goes on while its dialog is closed. */
export function IndexingProvider({ children }: { readonly children: ReactNode }) {
  const { mutateAsync: send } = useIndexDocument()
  const alerts = useAlerts()
  const [states, setStates] = useState<ReadonlyMap<string, IndexState>>(new Map())

  const index = useCallback(
    async (document: PromptDocument) => {
      const { id, name } = document
      const become = (state: IndexState) => setStates((old) => new Map([...old, [id, state]]))
      if (states.get(id)?.kind === 'running') {
        return alerts.hint('This document is already getting indexed')
      }
      become({ kind: 'running' })
      try {
        await send(document)
        become({ kind: 'done' })
        alerts.success(`${name} - Indexed successfully`)
      } catch (refusal) {
        const words = `${name} - Failed to index`
        become({ kind: 'failed', reason: explain(refusal, words) })
        alerts.failed(refusal, words)
      }
    },
    [alerts, send, states],
  )

  const indexing = useMemo(
    () => ({ states, index: (document: PromptDocument) => void index(document) }),
    [states, index],
  )
  return <IndexingContext value={indexing}>{children}</IndexingContext>
}
