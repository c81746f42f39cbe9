import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { explain, Refusal } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import type { Prompt } from '../../prompt-studio/prompt-studio.port.ts'
import { humanToken } from '../human/human-check.ts'
import type { SimpleDocument } from '../simple-project.ts'
import { refreshStudio, runField, simpleSettings } from '../simple-studio.queries.ts'

type Field = Pick<Prompt, 'id' | 'key' | 'text'>

type FieldRuns = {
  isRunning(fieldId: string, documentId: string | undefined): boolean
  /** Number of runs that are in progress or queued. */
  readonly count: number
  /** Runs the fields on the documents. Cells that cannot be run are reported. */
  run(fields: readonly Field[], documentIds: readonly string[]): Promise<void>
}

const FieldRunsContext = createContext<FieldRuns | undefined>(undefined)

export function useFieldRuns(): FieldRuns {
  const runs = use(FieldRunsContext)
  if (!runs) throw new Error('useFieldRuns needs a FieldRunsProvider above it.')
  return runs
}

type Cell = { readonly field: Field; readonly document: SimpleDocument }

const keyOf = (fieldId: string, documentId: string) => `${fieldId}/${documentId}`
const nameOf = ({ field, document }: Cell) => keyOf(field.id, document.id)

/** Maximum number of concurrent requests, because browsers limit the connections to a server. */
const maxConcurrentRuns = 3

type Props = {
  readonly simpleId: string
  readonly documents: readonly SimpleDocument[]
  readonly children: ReactNode
}

/** Provides the runs in progress and starts new ones. */
export function FieldRunsProvider({ simpleId, documents, children }: Props) {
  const [runningKeys, setRunningKeys] = useState<ReadonlySet<string>>(new Set())
  const startField = useAsk(simpleId)

  const runs = useMemo<FieldRuns>(() => {
    const mark = (cells: readonly Cell[], isOn: boolean) =>
      setRunningKeys((previous) => {
        const names = cells.map(nameOf)
        return isOn
          ? new Set([...previous, ...names])
          : new Set([...previous].filter((name) => !names.includes(name)))
      })
    return {
      isRunning: (fieldId, documentId) =>
        documentId !== undefined && runningKeys.has(keyOf(fieldId, documentId)),
      count: runningKeys.size,
      async run(fields, documentIds) {
        const selectedDocuments = documents.filter(({ id }) => documentIds.includes(id))
        const cells = selectedDocuments.flatMap((document) =>
          fields.map((field) => ({ field, document })),
        )
        const fresh = cells.filter((cell) => !runningKeys.has(nameOf(cell)))
        mark(fresh, true)
        const queue = [...fresh]
        const work = async () => {
          for (let cell = queue.shift(); cell; cell = queue.shift()) {
            await startField(cell)
            mark([cell], false)
          }
        }
        await Promise.all(Array.from({ length: maxConcurrentRuns }, work))
      },
    }
  }, [runningKeys, documents, startField])

  return <FieldRunsContext value={runs}>{children}</FieldRunsContext>
}

/**
 * Returns a function that runs one cell. A failure is reported and does not stop the other runs.
 */
function useAsk(simpleId: string): (cell: Cell) => Promise<void> {
  const { data: settings } = useQuery(simpleSettings)
  const client = useQueryClient()
  const alerts = useAlerts()

  return async ({ field, document }) => {
    const refusal = refusalOf({ field, document })
    if (refusal) return alerts.warn(refusal)
    try {
      const token = await humanToken(settings?.humanCheck)
      const request = { fieldId: field.id, documentId: document.id }
      await runField({ projectId: simpleId, ...request, token })
    } catch (error) {
      const reason = error instanceof Refusal ? explain(error, '') : (error as Error).message
      const defaultMessage = `Failed to generate output for ${document.name}`
      alerts.warn(reason ? `${defaultMessage}: ${reason}` : defaultMessage)
    }
    await refreshStudio(client)
  }
}

/** Returns the reason why a cell cannot be run. */
function refusalOf({ field, document }: Cell): string | undefined {
  if (field.key.trim() === '') return 'Field name cannot be empty'
  if (field.text.trim() === '') return 'Prompt cannot be empty'
  return document.status === 'SUCCESS'
    ? undefined
    : 'Document needs to be index before running the prompt'
}
