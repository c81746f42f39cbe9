import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useStore } from '../../../shared/store/create-store.ts'
import { expectedValueList, scoreKey, scores } from '../expected-value.queries.ts'
import { outputList } from '../output.queries.ts'
import type { PromptOutput } from '../output.ts'
import { useRuns } from '../runs/runs.tsx'
import { useEditor } from '../state/editor-context.ts'
import { buildRows, type FieldRow } from './field-rows.ts'

const noExpectedValues: readonly never[] = []

/** Whether the outputs of the document have been fetched. */
export type LoadState = 'loading' | 'failed' | 'loaded'

type FieldRows = { readonly rows: readonly FieldRow[]; readonly loadState: LoadState }

/** Returns a row for each prompt and note, from what the cards show as well. */
export function useFieldRows(outputs: readonly PromptOutput[]): FieldRows {
  const { project, profiles, document } = useEditor()
  const runStates = useStore(useRuns().board.states, (states) => states)
  const { data: expectedValues = noExpectedValues } = useQuery(expectedValueList(project.id))
  const { data: projectScores } = useQuery(scores(project.id))
  const { data, error } = useQuery({
    ...outputList(project.id, document?.id ?? '', project.singlePass),
    enabled: document !== undefined,
  })
  const rows = useMemo(
    () =>
      buildRows(project.prompts, {
        documentId: document?.id,
        profiles,
        outputs,
        runStates,
        expectedValues,
        findVerdict: (output) => projectScores?.isRight.get(scoreKey(output)),
      }),
    [project.prompts, document?.id, profiles, outputs, runStates, expectedValues, projectScores],
  )
  const missingState = error ? 'failed' : 'loading'
  return { rows, loadState: data || !document ? 'loaded' : missingState }
}
