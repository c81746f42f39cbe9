import type { PromptDocument } from '@recto/contract/prompt-documents'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useIndexDocument } from '../prompt-studio.queries.ts'
import { useEditor } from '../state/editor-context.ts'

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
  const { tool_id } = useEditor().project
  const { mutateAsync: send } = useIndexDocument()
  const alerts = useAlerts()
  const [states, setStates] = useState<ReadonlyMap<string, IndexState>>(new Map())

  const index = useCallback(
    async ({ document_id, document_name }: PromptDocument) => {
      const become = (state: IndexState) =>
        setStates((old) => new Map([...old, [document_id, state]]))
      if (states.get(document_id)?.kind === 'running') {
        return alerts.warn('This document is already getting indexed')
      }
      become({ kind: 'running' })
      try {
        await send({ params: { tool_id }, body: { document_id } })
        become({ kind: 'done' })
        alerts.success(`${document_name} - Indexed successfully`)
      } catch (refusal) {
        const words = `${document_name} - Failed to index`
        become({ kind: 'failed', reason: explain(refusal, words) })
        alerts.failed(refusal, words)
      }
    },
    [alerts, send, states, tool_id],
  )

  const indexing = useMemo(
    () => ({ states, index: (document: PromptDocument) => void index(document) }),
    [states, index],
  )
  return <IndexingContext value={indexing}>{children}</IndexingContext>
}
