import { legacyRefusal } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { isUuid } from '../../../platform/is-uuid.ts'
import { getProject } from '../rows/get-project.ts'
import { listOutputRows, type OutputRow } from '../rows/outputs.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { listVisibleProjectIds } from '../rows/projects.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'

type Filter = {
  readonly projectId?: string | undefined
  readonly promptId?: string | undefined
  readonly documentId?: string | undefined
  readonly profileId?: string | undefined
  readonly isSinglePass: boolean
}

/** How many rows are given to who asks for no document and no prompt. */
export const maxWide = 1_000

/** Whether a request may meet everything that its caller can see, with every document's text. */
export const isWide = ({
  promptId,
  documentId,
}: Pick<Filter, 'promptId' | 'documentId'>): boolean =>
  promptId === undefined && documentId === undefined

/** What the actor may see of what was asked for; an id that is none matches nothing. */
export async function listOutputs(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  { projectId, ...filter }: Filter,
): Promise<readonly OutputRow[]> {
  const { promptId, documentId, profileId } = filter
  const given = [projectId, promptId, documentId, profileId].filter((id) => id !== undefined)
  if (!given.every(isUuid)) return []
  const tenant = tenantOf(ctx, actor)
  const visible = await listVisibleProjectIds(tenant, actor)
  const projectIds = projectId ? visible.filter((id) => id === projectId) : visible
  const limit = isWide(filter) ? maxWide : undefined
  return listOutputRows(tenant, { ...filter, projectIds, limit })
}

type Wanted = {
  readonly projectId: string
  readonly documentId: string | undefined
  /** Whether what the document does not say is told from what was never asked. */
  readonly tellsNulls: boolean
  /** Whether it is what single passes gave, which is always under the default profile. */
  readonly isSinglePass?: boolean
}

/** One text for each prompt, by its own profile or else the default one; empty where there is none. */
export async function listDefaultOutputs(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  wanted: Wanted,
): Promise<Readonly<Record<string, string | null>>> {
  await getProject(ctx, { actor, projectId: wanted.projectId })
  return defaultOutputsOf(tenantOf(ctx, actor), wanted)
}

/** Of a project that whoever asks may see. */
export async function defaultOutputsOf(
  tenant: Tenant,
  { projectId, documentId, tellsNulls, isSinglePass = false }: Wanted,
): Promise<Readonly<Record<string, string | null>>> {
  const prompts = await listPromptsOfProjects(tenant, [projectId])
  const asked = prompts.filter(({ prompt_type }) => prompt_type === 'PROMPT')
  const profiles = await listProfilesOfProjects(tenant, [projectId])
  const defaultId = profiles.find(({ is_default }) => is_default)?.id
  if (!defaultId && asked.some(({ profile_id }) => profile_id === null)) {
    throw legacyRefusal('The project has no default LLM profile. Choose one first.')
  }
  const rows = isUuid(documentId)
    ? await listOutputRows(tenant, { projectIds: [projectId], documentId, isSinglePass })
    : []
  const outputOf = (promptId: string, profileId: string | undefined) => {
    const found = rows.find((row) => row.prompt_id === promptId && row.profile_id === profileId)
    return found && tellsNulls ? found.output : (found?.output ?? '')
  }
  return Object.fromEntries(
    asked.map(({ id, key, profile_id }) => [
      key,
      outputOf(id, isSinglePass ? defaultId : (profile_id ?? defaultId)),
    ]),
  )
}
