import { logsEventOf } from '@recto/contract/server/sockets'
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useLiveConnection } from '../../../shared/live/live-connection.ts'
import { SignedInContext } from '../../../shared/session/signed-in.ts'
import { indexNewsOf, useIndexDocument } from '../document.queries.ts'
import type { IndexNews, PromptDocument } from '../document.ts'
import { useReasonNotToRun } from '../runs/runs.tsx'
import { useProjectMode, useRunInputs } from '../state/editor-context.ts'

export type IndexState =
  | { readonly kind: 'running'; readonly news?: IndexNews }
  | { readonly kind: 'done'; readonly news?: IndexNews }
  | { readonly kind: 'failed'; readonly reason: string }

type Indexing = {
  /** State of each document's last indexing, by document id. */
  readonly states: ReadonlyMap<string, IndexState>
  /** Reason why no document can be indexed, if there is one. */
  readonly refusal: string | undefined
  /** Whether a document is being indexed. */
  readonly isBusy: boolean
  index(document: PromptDocument): void
}

const IndexingContext = createContext<Indexing | undefined>(undefined)

export function useIndexing(): Indexing {
  const indexing = use(IndexingContext)
  if (!indexing) throw new Error('useIndexing needs an IndexingProvider above it.')
  return indexing
}

/** Indexes documents with the default profile. Indexing continues while the dialog is closed. */
export function IndexingProvider({ children }: { readonly children: ReactNode }) {
  const { mutateAsync: indexDocument } = useIndexDocument()
  const refusal = useReasonNotToRun()
  const alerts = useAlerts()
  const [states, setStates] = useState<ReadonlyMap<string, IndexState>>(new Map())
  useIndexingMessages(setStates)
  const index = useCallback(
    async (document: PromptDocument) => {
      const { id, name } = document
      const updateState = (update: (previous: IndexState | undefined) => IndexState) =>
        setStates((previous) => new Map([...previous, [id, update(previous.get(id))]]))
      if (refusal) return alerts.hint(refusal)
      if (states.get(id)?.kind === 'running') {
        return alerts.hint('This document is already getting indexed')
      }
      updateState(() => ({ kind: 'running' }))
      try {
        await indexDocument(document)
        updateState((previous) => ({ ...previous, kind: 'done' }))
        alerts.success(`${name} - Indexed successfully`)
      } catch (failure) {
        const fallback = `${name} - Failed to index`
        updateState(() => ({ kind: 'failed', reason: explain(failure, fallback) }))
        alerts.showError(failure, fallback)
      }
    },
    [alerts, refusal, indexDocument, states],
  )

  const indexing = useMemo(
    () => ({
      states,
      refusal,
      isBusy: [...states.values()].some(({ kind }) => kind === 'running'),
      index: (document: PromptDocument) => void index(document),
    }),
    [states, refusal, index],
  )
  return <IndexingContext value={indexing}>{children}</IndexingContext>
}

type SetStates = (
  change: (previous: ReadonlyMap<string, IndexState>) => ReadonlyMap<string, IndexState>,
) => void

/**
 * Stores the messages about documents while they are being indexed. Visitors of a shared link
 * receive none.
 */
function useIndexingMessages(setStates: SetStates) {
  const connection = useLiveConnection()
  const channel = use(SignedInContext)?.logEventsId
  const { id: projectId } = useProjectMode()
  const { documents } = useRunInputs()

  useEffect(() => {
    if (channel === undefined) return
    return connection.subscribe(logsEventOf(channel), (data) => {
      const news = indexNewsOf(projectId, data)
      const id = documents.find(({ name }) => name === news?.documentName)?.id
      if (!news || id === undefined) return
      setStates((previous) =>
        previous.get(id)?.kind === 'running'
          ? new Map([...previous, [id, { kind: 'running', news }]])
          : previous,
      )
    })
  }, [connection, channel, projectId, documents, setStates])
}
