import type { Tenant } from '../../../platform/db/database.ts'
import { variablesOf } from '../../answering/answering.port.ts'
import { listOutputRows, type OutputRow } from '../rows/outputs.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'

/** How a model is told that the document does not say. */
const notSaid = 'NA'

/** An output as other prompts see it. */
const knownValueOf = ({ output }: Pick<OutputRow, 'output'>): string => output ?? notSaid

/** Every way to name another prompt has one of these. */
const mayRefer = (text: string): boolean => text.includes('{{') || text.includes('%')

type Input = {
  readonly projectId: string
  readonly documentId: string
  /** The profile of the run: its outputs come before those of a prompt's own profile. */
  readonly profileId: string
  /** Only the outputs that these prompts refer to. */
  readonly texts: readonly string[]
}

/** The outputs that a document has already, for prompts that refer to others. */
export async function findKnownValues(
  tenant: Tenant,
  { projectId, documentId, profileId, texts }: Input,
): Promise<ReadonlyMap<string, string>> {
  if (!texts.some(mayRefer)) return new Map()
  const projectIds = [projectId]
  const [prompts, profiles, outputs] = await Promise.all([
    listPromptsOfProjects(tenant, projectIds),
    listProfilesOfProjects(tenant, projectIds),
    listOutputRows(tenant, { projectIds, documentId, isSinglePass: false }),
  ])
  const defaultId = profiles.find(({ is_default }) => is_default)?.id
  const keys = prompts.map(({ key }) => key)
  const referred = new Set(texts.flatMap((text) => variablesOf(text, keys)))
  const values = new Map<string, string>()
  for (const prompt of prompts.filter(({ key }) => referred.has(key))) {
    const wanted = [profileId, prompt.profile_id, defaultId]
    const row = wanted
      .map((id) => outputs.find((one) => one.prompt_id === prompt.id && one.profile_id === id))
      .find((found) => found !== undefined)
    if (row) values.set(prompt.key, knownValueOf(row))
  }
  return values
}
