import { type Actor, tenantOf } from '../../../platform/context.ts'
import type { AnsweringDependencies, ProposedValue } from '../../answering/answering.port.ts'
import { getDocument } from '../rows/access.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'
import { readProposals } from './read-proposals.ts'

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
  const { values } = await readProposals(ctx, tenant, document)
  const prompts = await listPromptsOfProjects(tenant, [projectId])
  const existingKeys = new Set(prompts.map(({ key }) => key))
  const fields = values.filter(({ key }) => !existingKeys.has(key))
  return { fields, existingCount: values.length - fields.length }
}
