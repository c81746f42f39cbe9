import { previewDelivery } from '@recto/contract/executions/delivery-preview'
import * as api from '@recto/contract/pipelines/pipelines'
import * as flows from '@recto/contract/workflows/workflows'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failuresByField } from '../../../shared/api/refusal.ts'
import { keyOf } from '../../../shared/api/requests.ts'
import { useChangeAddressSearch } from '../../../shared/navigation/address-search.ts'
import { usePreviewRun } from '../../executions/executions.port.tsx'
import { toolList, workflowList } from '../../workflows/workflows.port.tsx'
import type { PipelineValues } from '../pipeline.ts'
import { allPipelines, useCreatePipeline } from '../pipelines.queries.ts'
import { cronOf, findFreeName, type GuidePart, type GuideValues, typeOf } from './guide-values.ts'
import { isSame, PartError, type SavedDraft, saveDraft } from './save-draft.ts'

type GuideStart = {
  readonly values: GuideValues
  readonly draft: SavedDraft | undefined
  readonly previewId: string
}

const savedEndpoints = [
  flows.listWorkflows,
  flows.getWorkflow,
  flows.listEndpoints,
  flows.listEndpointsOfWorkflow,
  previewDelivery,
]

type NewPipeline = Pick<PipelineValues, 'name' | 'workflowId'>

const toPipelineValues = (values: GuideValues, newPipeline: NewPipeline): PipelineValues => ({
  ...newPipeline,
  cron: cronOf(values),
  timeZone: values.schedule.timeZone,
  usesBatches: values.usesBatches,
  ...values.schedule.arrival,
  runsOnArrival: values.schedule.kind === 'arrival',
})

/** State of the page: what was entered, what of it is saved, and the preview. */
export function useGuide(start: GuideStart) {
  const client = useQueryClient()
  const changeAddress = useChangeAddressSearch()
  const [values, setValues] = useState(start.values)
  const [draft, setDraft] = useState(start.draft)
  const [previewId, setPreviewId] = useState(start.previewId)
  const [failure, setFailure] = useState<PartError>()
  const { mutateAsync: createPipeline } = useCreatePipeline()
  const name = useName(values, draft)

  async function save(): Promise<SavedDraft> {
    setFailure(undefined)
    try {
      return await saveDraft({
        values,
        name: name.trim(),
        draft,
        onSaved(savedDraft) {
          setDraft(savedDraft)
          changeAddress({
            draft: savedDraft.workflowId,
            source: undefined,
            tool: undefined,
            destination: undefined,
          })
        },
      })
    } catch (error) {
      if (error instanceof PartError) setFailure(error)
      throw error instanceof PartError ? error.cause : error
    } finally {
      await Promise.all(
        savedEndpoints.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })),
      )
    }
  }

  const preview = usePreviewRun({
    executionId: previewId,
    prepare: async () => (await save()).workflowId,
    onCreated: setPreviewId,
  })
  const creation = useMutation({
    async mutationFn() {
      const { workflowId } = await save()
      const pipelineValues = toPipelineValues(values, { name: name.trim(), workflowId })
      try {
        return await createPipeline({ type: typeOf(values), values: pipelineValues })
      } catch (error) {
        setFailure(new PartError('schedule', error))
        throw error
      } finally {
        await client.invalidateQueries({ queryKey: keyOf(flows.listWorkflows) })
        await client.invalidateQueries({ queryKey: keyOf(api.listPipelines) })
      }
    },
  })
  const update = useMutation({ mutationFn: save })

  function change(changes: Partial<GuideValues>) {
    const next = { ...values, ...changes }
    setValues(next)
    if (failure) setFailure(undefined)
    if (draft) return
    changeAddress({
      source: next.source.connectorId ?? undefined,
      tool: next.toolId ?? undefined,
      destination: next.destination.connectorId ?? undefined,
    })
  }

  return {
    values,
    change,
    setValues,
    name,
    draft,
    previewId,
    preview,
    creation,
    /** Saves the draft, so that the preview shows another destination. */
    update,
    /** Whether the source or the tool differ from what was saved for the preview. */
    isReadingChanged:
      draft !== undefined &&
      (!isSame(draft.source, values.source) || draft.step?.toolId !== values.toolId),
    isDestinationChanged: draft !== undefined && !isSame(draft.destination, values.destination),
    failuresOf: (part: GuidePart): ReadonlyMap<string, string> =>
      failure?.part === part ? failuresByField(failure.cause) : new Map(),
    errorOf: (part: GuidePart): unknown => (failure?.part === part ? failure.cause : undefined),
  }
}

export type Guide = ReturnType<typeof useGuide>

/** The name that was entered, else that of the draft, else a suggestion that is not taken. */
function useName(values: GuideValues, draft: SavedDraft | undefined): string {
  const { data: workflows = [] } = useQuery(workflowList())
  const { data: pipelines = [] } = useQuery(allPipelines)
  const { data: tools = [] } = useQuery(toolList)
  if (values.name !== undefined) return values.name
  if (draft) return draft.name
  const toolName = tools.find(({ id }) => id === values.toolId)?.name ?? 'Pipeline'
  const takenNames = new Set([...workflows, ...pipelines].map((one) => one.name))
  return findFreeName(toolName, takenNames)
}
