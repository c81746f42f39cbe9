import type { Tenant } from '../../../platform/db/database.ts'
import { listReferencedKeys } from '../../answering/answering.port.ts'
import { listOutputRows, type OutputRow } from '../rows/outputs.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'

/** Tells a model that the document has no such value. */
const nullText = 'NA'

/** An output as other prompts see it. */
const knownValueOf = ({ output }: Pick<OutputRow, 'output'>): string => output ?? nullText

/** Every reference to another prompt contains one of these. */
const mayReferToPrompts = (text: string): boolean => text.includes('{{') || text.includes('%')

type ReferencedOutputsRequest = {
  readonly projectId: string
  readonly documentId: string
  /** The profile of the run; its outputs take precedence over those of a prompt's own profile. */
  readonly profileId: string
  /** The texts of the prompts that refer to others. */
  readonly texts: readonly string[]
}

/** Finds the outputs to which the prompts refer, by the keys of their prompts. */
export async function findReferencedOutputs(
  tenant: Tenant,
  { projectId, documentId, profileId, texts }: ReferencedOutputsRequest,
): Promise<ReadonlyMap<string, string>> {
  if (!texts.some(mayReferToPrompts)) return new Map()
  const projectIds = [projectId]
  const [prompts, profiles, outputs] = await Promise.all([
    listPromptsOfProjects(tenant, projectIds),
    listProfilesOfProjects(tenant, projectIds),
    listOutputRows(tenant, { projectIds, documentId, isSinglePass: false }),
  ])
  const defaultId = profiles.find(({ is_default }) => is_default)?.id
  const keys = prompts.map(({ key }) => key)
  const referencedKeys = new Set(texts.flatMap((text) => listReferencedKeys(text, keys)))
  const values = new Map<string, string>()
  for (const prompt of prompts.filter(({ key }) => referencedKeys.has(key))) {
    const profileIdsByPriority = [profileId, prompt.profile_id, defaultId]
    const row = profileIdsByPriority
      .map((id) =>
        outputs.find((output) => output.prompt_id === prompt.id && output.profile_id === id),
      )
      .find((output) => output !== undefined)
    if (row) values.set(prompt.key, knownValueOf(row))
  }
  return values
}
