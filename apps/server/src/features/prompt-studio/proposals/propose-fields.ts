import { type Actor, tenantOf } from '../../../platform/context.ts'
import {
  type AnsweringNeeds,
  proposeFields as proposeOf,
  rethrowExplained,
} from '../../answering/answering.port.ts'
import { getDocument } from '../rows/get-document.ts'
import { listIndexRows } from '../rows/indexes.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'

type Input = { readonly actor: Actor; readonly projectId: string; readonly documentId: string }

type Proposed = {
  readonly fields: Awaited<ReturnType<typeof proposeOf>>
  /** How many of what it suggests the project asks already. */
  readonly known: number
}

/** What could be asked of a document and is not; it stores nothing and pays nobody. */
export async function proposeFields(
  ctx: AnsweringNeeds,
  { actor, projectId, documentId }: Input,
): Promise<Proposed> {
  const tenant = tenantOf(ctx, actor)
  const document = await getDocument(ctx, { actor, projectId, documentId })
  const indexes = await listIndexRows(tenant, { documentId })
  const extractorKeys = indexes.flatMap(({ extraction_status }) =>
    Object.keys(extraction_status).reverse(),
  )
  const proposed = await proposeOf(ctx, tenant, { document, extractorKeys }).catch(rethrowExplained)
  const prompts = await listPromptsOfProjects(tenant, [projectId])
  const taken = new Set(prompts.map(({ key }) => key))
  const fields = proposed.filter(({ key }) => !taken.has(key))
  return { fields, known: proposed.length - fields.length }
}
