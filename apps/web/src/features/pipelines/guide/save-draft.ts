import * as tools from '@recto/contract/tools/tool-instances'
import * as flows from '@recto/contract/workflows/workflows'
import { Refusal } from '../../../shared/api/refusal.ts'
import { send } from '../../../shared/api/requests.ts'
import type { GuidePart, GuideValues } from './guide-values.ts'

/** The workflow that the server has, which is a draft until the pipeline is created. */
export type SavedDraft = {
  readonly workflowId: string
  readonly name: string
  readonly sourceEndId: string
  readonly destinationEndId: string
  /** The tool of the workflow; undefined if it has none. */
  readonly step: { readonly id: string; readonly toolId: string } | undefined
  /** Saved values of a part; undefined if nothing was saved. */
  readonly source: GuideValues['source'] | undefined
  readonly destination: GuideValues['destination'] | undefined
}

/** A failure, with the part of the page that it belongs to. */
export class PartError extends Error {
  override readonly name = 'PartError'
  readonly part: GuidePart

  constructor(part: GuidePart, cause: unknown) {
    super('A part of the pipeline could not be saved.', { cause })
    this.part = part
  }
}

type SaveOptions = {
  readonly values: GuideValues
  readonly name: string
  readonly draft: SavedDraft | undefined
  /** Called after each step, so that another attempt continues from there. */
  onSaved(draft: SavedDraft): void
}

/**
 * Saves the workflow by the calls that its editor makes. Only what has changed is sent. The draft is marked as
 * such, so that an interrupted attempt leaves nothing that looks finished.
 */
export async function saveDraft({
  values,
  name,
  draft,
  onSaved,
}: SaveOptions): Promise<SavedDraft> {
  let savedDraft = draft ?? (await inPart('schedule', createDraft(name)))
  const keep = (changes: Partial<SavedDraft>) => {
    savedDraft = { ...savedDraft, ...changes }
    onSaved(savedDraft)
  }
  keep({})
  const { source, destination, toolId } = values
  if (!isSame(savedDraft.source, source)) {
    await inPart('source', saveEnd(savedDraft.sourceEndId, 'FILESYSTEM', source))
    keep({ source })
  }
  if (toolId !== null && savedDraft.step?.toolId !== toolId) {
    if (savedDraft.step) {
      await inPart('tool', send(tools.deleteToolInstance, { params: { id: savedDraft.step.id } }))
      keep({ step: undefined })
    }
    const body = { workflow_id: savedDraft.workflowId, tool_id: toolId }
    const { id } = await inPart('tool', send(tools.createToolInstance, { body }))
    keep({ step: { id, toolId } })
  }
  if (!isSame(savedDraft.destination, destination)) {
    const { connection } = destination
    await inPart('destination', saveEnd(savedDraft.destinationEndId, connection, destination))
    keep({ destination })
  }
  if (savedDraft.name !== name) {
    const params = { id: savedDraft.workflowId }
    await inPart('schedule', send(flows.patchWorkflow, { params, body: { workflow_name: name } }))
    keep({ name })
  }
  return savedDraft
}

async function createDraft(name: string): Promise<SavedDraft> {
  const body = { workflow_name: name, description: '', is_pipeline_draft: true }
  const { id } = await send(flows.createWorkflow, { body })
  const ends = await send(flows.listEndpointsOfWorkflow, { params: { id } })
  const idOf = (type: string) => ends.find((end) => end.endpoint_type === type)?.id ?? ''
  return {
    workflowId: id,
    name,
    sourceEndId: idOf('SOURCE'),
    destinationEndId: idOf('DESTINATION'),
    step: undefined,
    source: undefined,
    destination: undefined,
  }
}

const saveEnd = (
  id: string,
  connection: GuideValues['destination']['connection'],
  { connectorId, configuration }: GuideValues['source'],
) =>
  send(flows.updateEndpoint, {
    params: { id },
    body: {
      connection_type: connection,
      connector_instance: connectorId,
      configuration: { ...configuration },
    },
  })

async function inPart<T>(part: GuidePart, promise: Promise<T>): Promise<T> {
  try {
    return await promise
  } catch (error) {
    throw new PartError(part, error instanceof Refusal ? error.withFields(fieldOf) : error)
  }
}

/** The forms name their fields without the prefix. */
const fieldOf = (attr: string): string =>
  attr === 'workflow_name' ? 'name' : attr.replace(/^configuration\./, '')

/** Whether two parts are saved in the same way. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
