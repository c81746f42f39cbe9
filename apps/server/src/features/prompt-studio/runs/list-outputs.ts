import { refusalWith500 } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { isUuid } from '../../../platform/strings.ts'
import { getProject } from '../rows/access.ts'
import { listNewestOutputs, listOutputRows, type OutputRow } from '../rows/outputs.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { listVisibleProjectIds } from '../rows/projects.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'

type OutputListFilter = {
  readonly projectId?: string | undefined
  readonly promptId?: string | undefined
  readonly documentId?: string | undefined
  readonly profileId?: string | undefined
  readonly isSinglePass: boolean
}

/** Maximum number of rows if the request names no document and no prompt. */
export const maxUnfilteredRows = 1_000

/** Whether a request may match everything the caller can see, with the text of every document. */
export const isUnfiltered = ({
  promptId,
  documentId,
}: Pick<OutputListFilter, 'promptId' | 'documentId'>): boolean =>
  promptId === undefined && documentId === undefined

/** Lists the matching outputs that the actor may see. An invalid id matches nothing. */
export async function listOutputs(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  { projectId, ...filter }: OutputListFilter,
): Promise<readonly OutputRow[]> {
  const { promptId, documentId, profileId } = filter
  const ids = [projectId, promptId, documentId, profileId].filter((id) => id !== undefined)
  if (!ids.every(isUuid)) return []
  const tenant = tenantOf(ctx, actor)
  const visible = await listVisibleProjectIds(tenant, actor)
  const projectIds = projectId ? visible.filter((id) => id === projectId) : visible
  const limit = isUnfiltered(filter) ? maxUnfilteredRows : undefined
  return listOutputRows(tenant, { ...filter, projectIds, limit })
}

type DefaultOutputsRequest = {
  readonly projectId: string
  readonly documentId: string | undefined
  /** Whether null (no value in the document) is distinguished from a missing output. */
  readonly includesNulls: boolean
  /** Selects the outputs of single passes, which always use the default profile. */
  readonly isSinglePass?: boolean
}

/**
 * Returns one text per prompt, from its own profile or else the default one; empty if there is no
 * output.
 */
export async function listDefaultOutputs(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  request: DefaultOutputsRequest,
): Promise<Readonly<Record<string, string | null>>> {
  await getProject(ctx, { actor, projectId: request.projectId })
  return loadDefaultOutputs(tenantOf(ctx, actor), request)
}

/** Returns the newest text of each prompt key that was ever run; only of these keys, if any are named. */
export async function listLatestOutputs(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  {
    projectId,
    keys,
  }: { readonly projectId: string; readonly keys?: readonly string[] | undefined },
): Promise<Readonly<Record<string, string | null>>> {
  await getProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const prompts = await listPromptsOfProjects(tenant, [projectId])
  const outputs = await listNewestOutputs(tenant, projectId)
  const outputsById = new Map(outputs.map(({ prompt_id, output }) => [prompt_id, output]))
  const latestOutputs: Record<string, string | null> = {}
  for (const { id, key } of prompts) {
    const output = outputsById.get(id)
    if (output !== undefined && (!keys || keys.includes(key))) latestOutputs[key] = output
  }
  return latestOutputs
}

/** Does not check whether the caller may see the project. */
export async function loadDefaultOutputs(
  tenant: Tenant,
  { projectId, documentId, includesNulls, isSinglePass = false }: DefaultOutputsRequest,
): Promise<Readonly<Record<string, string | null>>> {
  const prompts = await listPromptsOfProjects(tenant, [projectId])
  const answerablePrompts = prompts.filter(({ prompt_type }) => prompt_type === 'PROMPT')
  const profiles = await listProfilesOfProjects(tenant, [projectId])
  const defaultId = profiles.find(({ is_default }) => is_default)?.id
  if (!defaultId && answerablePrompts.some(({ profile_id }) => profile_id === null)) {
    throw refusalWith500('The project has no default LLM profile. Choose one first.')
  }
  const rows = isUuid(documentId)
    ? await listOutputRows(tenant, { projectIds: [projectId], documentId, isSinglePass })
    : []
  const findOutput = (promptId: string, profileId: string | undefined) => {
    const row = rows.find((row) => row.prompt_id === promptId && row.profile_id === profileId)
    return row && includesNulls ? row.output : (row?.output ?? '')
  }
  return Object.fromEntries(
    answerablePrompts.map(({ id, key, profile_id }) => [
      key,
      findOutput(id, isSinglePass ? defaultId : (profile_id ?? defaultId)),
    ]),
  )
}
