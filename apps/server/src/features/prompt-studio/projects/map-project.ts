import { projectFields } from '@recto/contract/prompt-studio/project-fields'
import type {
  ListedProject,
  Project,
  ProjectChanges,
  ProjectFields,
  ProjectQuery,
} from '@recto/contract/prompt-studio/prompt-studio'
import type { CoveredPrompt } from '@recto/contract/prompt-studio/prompts'
import { fromWire, newFromWire, wireNamesOf } from '@recto/contract/wire/fields'
import { omitUndefined } from '@recto/omit-undefined'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { presentFields } from '../../../platform/db/field-columns.ts'
import { parseListQuery } from '../../../platform/list-query.ts'
import { rethrowWithWireFields } from '../../../platform/rethrow-with-wire-fields.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import {
  findOwnership,
  ownersOf,
  sharedGroupsOf,
  userEmails,
  userNames,
} from '../../organizations/organizations.port.ts'
import { presentPrompt } from '../prompts/map-prompt.ts'
import { createUnchangedAssertion } from '../rows/assert-unchanged.ts'
import { createCoverageLookup, listCoverage } from '../rows/outputs.store.ts'
import { type LlmProfileRow, listProfilesOfProjects } from '../rows/profiles.store.ts'
import {
  listProjectShares,
  type ProjectListQuery,
  type ProjectRow,
} from '../rows/projects.store.ts'
import { countPrompts, listPromptsOfProjects } from '../rows/prompts.store.ts'
import { listPublicShares } from '../rows/public-shares.store.ts'

export const rethrowProjectError = rethrowWithWireFields({
  ...wireNamesOf(projectFields),
  summarizerId: 'summarize_llm_profile',
})

export const toNewProject = (body: ProjectFields) => ({
  values: newFromWire(projectFields, body),
  sharedWith: body.shared_users,
})

export const toProjectChanges = (body: ProjectChanges) => ({
  changes: fromWire(projectFields, body),
  sharedWith: body.shared_users,
  summarizerId: body.summarize_llm_profile,
  assertUnchanged: createUnchangedAssertion('project', body.expected, presentProjectSettings),
})

async function presentProjectSettings(tenant: Tenant, project: ProjectRow) {
  const getDetails = await loadDetails(tenant, [project])
  // Clients do not distinguish no grammar from an empty one.
  return { ...presentFacts(project, getDetails(project)), prompt_grammer: project.grammar ?? {} }
}

type ProjectDetails = {
  readonly sharedWith: readonly number[]
  readonly profiles: readonly LlmProfileRow[]
  readonly email: string | undefined
  /** The id under which the project is shared publicly. */
  readonly shareId: string | undefined
}

type PresentProjectsOptions = {
  /** If false, only the number of prompts is included. */
  readonly hasPrompts: boolean
}

export async function presentProjects(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  projects: readonly ProjectRow[],
  { hasPrompts }: PresentProjectsOptions,
): Promise<ListedProject[]> {
  const tenant = tenantOf(ctx, actor)
  const ids = projects.map(({ id }) => id)
  const [getDetails, counts, getPrompts, ownership] = await Promise.all([
    loadDetails(tenant, projects),
    countPrompts(tenant, ids),
    hasPrompts ? loadCoveredPrompts(tenant, ids) : undefined,
    findOwnership(tenant, actor, 'project', projects),
  ])
  return projects.map((project) => {
    const details = getDetails(project)
    return {
      ...presentFacts(project, details),
      ...omitUndefined({ prompts: getPrompts?.(project, details) }),
      prompt_count: counts.get(project.id) ?? 0,
      ...ownership(project),
    }
  })
}

export async function presentProject(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  project: ProjectRow,
): Promise<Project> {
  return presentProjectOfTenant(tenantOf(ctx, actor), project)
}

/** Does not check whether the caller may see the project. */
export async function presentProjectOfTenant(
  tenant: Tenant,
  project: ProjectRow,
): Promise<Project> {
  const [getDetails, getPrompts] = await Promise.all([
    loadDetails(tenant, [project]),
    loadCoveredPrompts(tenant, [project.id]),
  ])
  const details = getDetails(project)
  return { ...presentFacts(project, details), prompts: getPrompts(project, details) }
}

/**
 * Loads prompts, each with the documents on which it has an output in the project's current mode.
 */
async function loadCoveredPrompts(
  tenant: Tenant,
  ids: readonly string[],
): Promise<(project: ProjectRow, details: ProjectDetails) => CoveredPrompt[]> {
  const [prompts, coverage] = await Promise.all([
    listPromptsOfProjects(tenant, ids),
    listCoverage(tenant, ids),
  ])
  const promptsByProject = Map.groupBy(prompts, ({ project_id }) => project_id)
  const findCoverage = createCoverageLookup(coverage)
  return ({ id, single_pass }, details) => {
    const defaultId = findDefaultProfile(details)?.id
    return (promptsByProject.get(id) ?? []).map((prompt) => {
      const profileId = single_pass ? defaultId : (prompt.profile_id ?? defaultId)
      const coverageKey = {
        prompt_id: prompt.id,
        profile_id: profileId ?? '',
        is_single_pass: single_pass,
      }
      return { ...presentPrompt(prompt, details.profiles), coverage: findCoverage(coverageKey) }
    })
  }
}

async function loadDetails(
  tenant: Tenant,
  projects: readonly ProjectRow[],
): Promise<(project: ProjectRow) => ProjectDetails> {
  const ids = projects.map(({ id }) => id)
  const [shares, profiles, emails, publicShares] = await Promise.all([
    listProjectShares(tenant, ids),
    listProfilesOfProjects(tenant, ids),
    userEmails(
      tenant,
      projects.map(({ created_by }) => created_by),
    ),
    listPublicShares(tenant, ids),
  ])
  const profilesByProject = Map.groupBy(profiles, ({ project_id }) => project_id)
  return ({ id, created_by }) => ({
    sharedWith: shares.get(id) ?? [],
    profiles: profilesByProject.get(id) ?? [],
    email: emails.get(created_by ?? 0),
    shareId: publicShares.get(id),
  })
}

const findDefaultProfile = ({ profiles }: ProjectDetails) =>
  profiles.find(({ is_default }) => is_default)

function presentFacts(project: ProjectRow, details: ProjectDetails): Omit<Project, 'prompts'> {
  const defaultProfile = findDefaultProfile(details)
  const summarizer = details.profiles.find(({ is_summarizer }) => is_summarizer)
  return {
    tool_id: project.id,
    log_id: project.log_id,
    ...presentFields(projectFields, project),
    shared_users: [...details.sharedWith],
    organization: project.organization_id,
    created_by: project.created_by,
    modified_by: project.modified_by,
    created_at: presentTime(project.created_at),
    modified_at: presentTime(project.modified_at),
    ...omitUndefined({
      default_profile: defaultProfile?.id,
      summarize_llm_profile: summarizer?.id,
      share_id: details.shareId || undefined,
      created_by_email: details.email || undefined,
    }),
  }
}

export async function presentProjectUsers(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  project: ProjectRow,
) {
  const tenant = tenantOf(ctx, actor)
  const sharedUserIds = (await listProjectShares(tenant, [project.id])).get(project.id) ?? []
  const users = await userNames(tenant, [project.created_by ?? 0, ...sharedUserIds])
  const toUserReply = (id: number) => {
    const user = users.get(id)
    return user ? [{ id, username: user.username }] : []
  }
  return {
    tool_id: project.id,
    tool_name: project.name,
    created_by: toUserReply(project.created_by ?? 0)[0] ?? null,
    shared_users: sharedUserIds.flatMap(toUserReply),
    co_owners: await ownersOf(tenant, 'project', project),
    shared_to_org: project.shared_to_org,
    shared_groups: await sharedGroupsOf(tenant, 'project', project.id),
  }
}

const sortColumns: ReadonlyMap<string, ProjectListQuery['order']['by']> = new Map([
  ['tool_name', 'name'],
  ['created_at', 'created_at'],
  ['modified_at', 'modified_at'],
])

export const parseProjectListQuery = (query: ProjectQuery): ProjectListQuery => ({
  ...parseListQuery(query, {
    columns: sortColumns,
    defaultOrder: { by: 'modified_at', direction: 'desc' },
  }),
  name: query.tool_name,
})
