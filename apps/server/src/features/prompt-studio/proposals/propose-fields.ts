import { type Actor, tenantOf } from '../../../platform/context.ts'
import {
  type AnsweringDependencies,
  type ProposedValue,
  proposeFieldsOfDocument as proposeOf,
  rethrowExplained,
} from '../../answering/answering.port.ts'
import { getDocument } from '../rows/access.ts'
import { listIndexRows } from '../rows/indexes.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'

type ProposeFieldsRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
}

type ProposedFields = {
  readonly fields: readonly ProposedValue[]
  /** Number of proposals whose key the project already has. */
  readonly existingCount: number
}

/** Proposes fields that the project does not have yet. Stores nothing and calls no paid model. */
export async function proposeFields(
  ctx: AnsweringDependencies,
  { actor, projectId, documentId }: ProposeFieldsRequest,
): Promise<ProposedFields> {
  const tenant = tenantOf(ctx, actor)
  const document = await getDocument(ctx, { actor, projectId, documentId })
  const indexes = await listIndexRows(tenant, { documentId })
  const extractorKeys = indexes.flatMap(({ extraction_status }) =>
    Object.keys(extraction_status).reverse(),
  )
  const proposals = await proposeOf(ctx, tenant, { document, extractorKeys }).catch(
    rethrowExplained,
  )
  const prompts = await listPromptsOfProjects(tenant, [projectId])
  const existingKeys = new Set(prompts.map(({ key }) => key))
  const fields = proposals.filter(({ key }) => !existingKeys.has(key))
  return { fields, existingCount: proposals.length - fields.length }
}
