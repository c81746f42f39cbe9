import type { EnforceType } from '@recto/contract/prompt-studio/prompt-fields'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import type { AnsweringDependencies } from '../../answering/answering.port.ts'
import { getDocument, getProject } from '../rows/access.ts'
import { lockProject } from '../rows/projects.store.ts'
import { insertPrompt, listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'
import { readProposals } from './read-proposals.ts'
import { saveProposedValues } from './save-proposed-values.ts'

type AcceptFieldsRequest = {
  readonly actor: Actor
  readonly projectId: string
  /** The document that proposed the fields; its values are kept. */
  readonly documentId?: string | undefined
  readonly fields: readonly {
    readonly key: string
    readonly prompt: string
    readonly enforceType: EnforceType
  }[]
}

type AcceptedFields = {
  readonly prompts: readonly PromptRow[]
  /** The keys that the project already had. */
  readonly takenKeys: readonly string[]
}

/**
 * Appends all fields as prompts in their order, or none. Existing keys are skipped, so repeating
 * the call adds nothing twice. The values that the document proposes for the new prompts become
 * their outputs: they are read again here, because a client could send any value.
 */
export async function acceptFields(
  ctx: AnsweringDependencies,
  { actor, projectId, documentId, fields }: AcceptFieldsRequest,
): Promise<AcceptedFields> {
  const project = await getProject(ctx, { actor, projectId })
  const document =
    documentId === undefined ? undefined : await getDocument(ctx, { actor, projectId, documentId })
  const proposals = document && (await readProposals(ctx, tenantOf(ctx, actor), document))
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockProject(tenant, projectId)
    const acceptedFields = await insertFields(tenant, { actor, projectId, fields })
    if (document && proposals) {
      const { prompts } = acceptedFields
      const { userId } = actor
      await saveProposedValues(tenant, { project, document, proposals, prompts, userId })
    }
    return acceptedFields
  })
}

async function insertFields(
  tenant: Tenant,
  { actor, projectId, fields }: AcceptFieldsRequest,
): Promise<AcceptedFields> {
  const existingPrompts = await listPromptsOfProjects(tenant, [projectId])
  const keys = new Set(existingPrompts.map(({ key }) => key))
  let lastSequenceNumber = Math.max(
    0,
    ...existingPrompts.map(({ sequence_number }) => sequence_number ?? 0),
  )
  const prompts: PromptRow[] = []
  const takenKeys: string[] = []
  for (const { key, prompt, enforceType } of fields) {
    const newPrompt = keys.has(key)
      ? undefined
      : await insertPrompt(tenant, {
          key,
          prompt,
          enforceType,
          projectId,
          promptType: 'PROMPT',
          sequenceNumber: lastSequenceNumber + 1,
          createdBy: actor.userId,
          modifiedBy: actor.userId,
        })
    if (!newPrompt) {
      takenKeys.push(key)
      continue
    }
    lastSequenceNumber += 1
    keys.add(key)
    prompts.push(newPrompt)
  }
  return { prompts, takenKeys }
}
