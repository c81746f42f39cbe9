import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useRunInputs } from '../state/editor-context.ts'
import { type CellFilter, listCells } from './list-cells.ts'
import { useRuns } from './runs.tsx'

type RunPromptOptions = Pick<CellFilter, 'profileId'> & {
  readonly promptId: string
  readonly onDocuments: 'selected' | 'all'
}

/** Runs a prompt under one profile or all, on the selected document or all. */
export function useRunPrompt(): (options: RunPromptOptions) => void {
  const { profiles, documents, document } = useRunInputs()
  const { start } = useRuns()
  const alerts = useAlerts()

  return ({ promptId, profileId, onDocuments }) => {
    if (!document) return alerts.hint('Document not selected')
    if (profiles.length === 0) return alerts.hint('LLM Profile is not selected')
    const documentId = onDocuments === 'selected' ? document.id : undefined
    const scope = {
      promptIds: [promptId],
      profileIds: profiles.map(({ id }) => id),
      documentIds: documents.map(({ id }) => id),
    }
    void start(listCells({ promptId, profileId, documentId }, scope))
  }
}
