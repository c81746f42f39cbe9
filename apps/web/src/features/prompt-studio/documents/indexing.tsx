import { logsEventOf } from '@recto/contract/sockets'
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
import { useLine } from '../../../shared/live/line.ts'
import { SignedInContext } from '../../../shared/session/signed-in.ts'
import { indexNewsOf, useIndexDocument } from '../document.queries.ts'
import type { IndexNews, PromptDocument } from '../document.ts'
import { useProjectFacts, useRunFacts } from '../state/editor-context.ts'

export type IndexState =
  | { readonly kind: 'running'; readonly news?: IndexNews }
  | { readonly kind: 'done'; readonly news?: IndexNews }
  | { readonly kind: 'failed'; readonly reason: string }

type Indexing = {
  /** How the last indexing of each document stands, by its id. */
  readonly states: ReadonlyMap<string, IndexState>
  /** Why nothing can be indexed. */
  readonly refusal: string | undefined
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
  const { profiles } = useRunFacts()
  const alerts = useAlerts()
  const [states, setStates] = useState<ReadonlyMap<string, IndexState>>(new Map())
  useIndexNews(setStates)
  const hasDefault = profiles.some(({ isDefault }) => isDefault)
  const refusal = hasDefault ? undefined : 'Choose a default LLM profile first'

  const index = useCallback(
    async (document: PromptDocument) => {
      const { id, name } = document
      const become = (next: (old: IndexState | undefined) => IndexState) =>
        setStates((old) => new Map([...old, [id, next(old.get(id))]]))
      if (refusal) return alerts.hint(refusal)
      if (states.get(id)?.kind === 'running') {
        return alerts.hint('This document is already getting indexed')
      }
      become(() => ({ kind: 'running' }))
      try {
        await send(document)
        become((old) => ({ ...old, kind: 'done' }))
        alerts.success(`${name} - Indexed successfully`)
      } catch (failure) {
        const words = `${name} - Failed to index`
        become(() => ({ kind: 'failed', reason: explain(failure, words) }))
        alerts.failed(failure, words)
      }
    },
    [alerts, refusal, send, states],
  )

  const indexing = useMemo(
    () => ({ states, refusal, index: (document: PromptDocument) => void index(document) }),
    [states, refusal, index],
  )
  return <IndexingContext value={indexing}>{children}</IndexingContext>
}

type ChangeStates = (
  change: (old: ReadonlyMap<string, IndexState>) => ReadonlyMap<string, IndexState>,
) => void

/** What is said of a document while it is indexed; strangers hear nothing. */
function useIndexNews(setStates: ChangeStates) {
  const line = useLine()
  const channel = use(SignedInContext)?.logEventsId
  const { id: projectId } = useProjectFacts()
  const { documents } = useRunFacts()

  useEffect(() => {
    if (channel === undefined) return
    return line.listen(logsEventOf(channel), (data) => {
      const news = indexNewsOf(projectId, data)
      const id = documents.find(({ name }) => name === news?.documentName)?.id
      if (!news || id === undefined) return
      setStates((old) =>
        old.get(id)?.kind === 'running' ? new Map([...old, [id, { kind: 'running', news }]]) : old,
      )
    })
  }, [line, channel, projectId, documents, setStates])
}
