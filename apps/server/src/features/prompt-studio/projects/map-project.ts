import type {
  ListedProject,
  Project,
  ProjectChanges,
  ProjectFields,
} from '@recto/contract/prompt-studio'
import type { CoveredPrompt } from '@recto/contract/prompts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { presentTime } from '../../../platform/present-time.ts'
import { toWireFields } from '../../../platform/wire-fields.ts'
import {
  findOwnership,
  ownersOf,
  sharedGroupsOf,
  userEmails,
  userNames,
} from '../../organizations/organizations.port.ts'
import { presentPrompt } from '../prompts/map-prompt.ts'
import { assertExpected } from '../rows/assert-expected.ts'
import { coverageBy, listCoverage } from '../rows/outputs.store.ts'
import { type LlmProfileRow, listProfilesOfProjects } from '../rows/profiles.store.ts'
import { type EditableProject, listProjectShares, type ProjectRow } from '../rows/projects.store.ts'
import { countPrompts, listPromptsOfProjects } from '../rows/prompts.store.ts'
import { listPublicShares } from '../rows/public-shares.store.ts'

export const toProjectRefusal = toWireFields({
  name: 'tool_name',
  challengeLlmId: 'challenge_llm',
  monitorLlmId: 'monitor_llm',
})

/** A text that is null is an empty one. */
function editable(fields: ProjectChanges): EditableProject {
  return {
    name: fields.tool_name,
    description: fields.description,
    author: fields.author,
    icon: textOf(fields.icon),
    selectedDocument: textOf(fields.output),
    summarizeContext: fields.summarize_context,
    summarizeAsSource: fields.summarize_as_source,
    summarizePrompt: textOf(fields.summarize_prompt),
    preamble: textOf(fields.preamble),
    postamble: textOf(fields.postamble),
    grammar: fields.prompt_grammer,
    monitorLlmId: fields.monitor_llm,
    excludeFailed: fields.exclude_failed,
    singlePass: fields.single_pass_extraction_mode,
    challengeLlmId: fields.challenge_llm,
    enableChallenge: fields.enable_challenge,
    enableHighlight: fields.enable_highlight,
    enableEmbeddedData: fields.enable_embedded_data,
    masking: fields.masking,
    hiddenTextPolicy: fields.hidden_text_policy,
    checks: fields.checks,
    customData: fields.custom_data,
    sharedToOrg: fields.shared_to_org,
  }
}

const presentMasking = ({ masking: { kinds, words, countries, prompts } }: ProjectRow) => ({
  ...{ kinds: [...kinds], words: [...words], countries: [...countries], prompts: [...prompts] },
})

const copyOfChecks = ({ checks }: ProjectRow) => checks.map((check) => ({ ...check }))

const textOf = (text: string | null | undefined) => (text === null ? '' : text)

export const newProject = (fields: ProjectFields) => ({
  values: {
    ...editable(fields),
    name: fields.tool_name,
    description: fields.description,
    author: fields.author,
  },
  sharedWith: fields.shared_users,
})

export const projectChanges = (fields: ProjectChanges) => ({
  changes: editable(fields),
  sharedWith: fields.shared_users,
  summarizerId: fields.summarize_llm_profile,
  assertExpected: assertExpected('project', fields.expected, presentSettings),
})

async function presentSettings(tenant: Tenant, project: ProjectRow) {
  const detailsOf = await findDetails(tenant, [project])
  // Pages know no difference between none and an empty one.
  return { ...present(project, detailsOf(project)), prompt_grammer: project.grammar ?? {} }
}

type Details = {
  readonly sharedWith: readonly number[]
  readonly profiles: readonly LlmProfileRow[]
  readonly email: string | undefined
  /** Under which it is shared publicly. */
  readonly shareId: string | undefined
}

type How = {
  /** Else only their number is there. */
  readonly hasPrompts: boolean
}

export async function presentProjects(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  projects: readonly ProjectRow[],
  { hasPrompts }: How,
): Promise<ListedProject[]> {
  const tenant = tenantOf(ctx, actor)
  const ids = projects.map(({ id }) => id)
  const [detailsOf, counts, promptsOf, ownership] = await Promise.all([
    findDetails(tenant, projects),
    countPrompts(tenant, ids),
    hasPrompts ? findPrompts(tenant, ids) : undefined,
    findOwnership(tenant, actor, 'project', projects),
  ])
  return projects.map((project) => {
    const details = detailsOf(project)
    return {
      ...present(project, details),
      ...(promptsOf && { prompts: promptsOf(project, details) }),
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
  return presentProjectOf(tenantOf(ctx, actor), project)
}

/** One that whoever asks may see. */
export async function presentProjectOf(tenant: Tenant, project: ProjectRow): Promise<Project> {
  const [detailsOf, promptsOf] = await Promise.all([
    findDetails(tenant, [project]),
    findPrompts(tenant, [project.id]),
  ])
  const details = detailsOf(project)
  return { ...present(project, details), prompts: promptsOf(project, details) }
}

/** Each with the documents on which it was run the way its project runs it now. */
async function findPrompts(
  tenant: Tenant,
  ids: readonly string[],
): Promise<(project: ProjectRow, details: Details) => CoveredPrompt[]> {
  const [prompts, coverage] = await Promise.all([
    listPromptsOfProjects(tenant, ids),
    listCoverage(tenant, ids),
  ])
  const byProject = Map.groupBy(prompts, ({ project_id }) => project_id)
  const coverageOf = coverageBy(coverage)
  return ({ id, single_pass }, details) => {
    const defaultId = defaultOf(details)?.id
    return (byProject.get(id) ?? []).map((prompt) => {
      const profileId = single_pass ? defaultId : (prompt.profile_id ?? defaultId)
      const covering = {
        prompt_id: prompt.id,
        profile_id: profileId ?? '',
        is_single_pass: single_pass,
      }
      return { ...presentPrompt(prompt, details.profiles), coverage: coverageOf(covering) }
    })
  }
}

async function findDetails(
  tenant: Tenant,
  projects: readonly ProjectRow[],
): Promise<(project: ProjectRow) => Details> {
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
  const byProject = Map.groupBy(profiles, ({ project_id }) => project_id)
  return ({ id, created_by }) => ({
    sharedWith: shares.get(id) ?? [],
    profiles: byProject.get(id) ?? [],
    email: emails.get(created_by ?? 0),
    shareId: publicShares.get(id),
  })
}

const defaultOf = ({ profiles }: Details) => profiles.find(({ is_default }) => is_default)

function present(project: ProjectRow, details: Details): Omit<Project, 'prompts'> {
  const byDefault = defaultOf(details)
  const summarizer = details.profiles.find(({ is_summarizer }) => is_summarizer)
  return {
    tool_id: project.id,
    tool_name: project.name,
    description: project.description,
    author: project.author,
    icon: project.icon,
    output: project.selected_document,
    log_id: project.log_id,
    summarize_context: project.summarize_context,
    summarize_as_source: project.summarize_as_source,
    summarize_prompt: project.summarize_prompt,
    preamble: project.preamble,
    postamble: project.postamble,
    prompt_grammer: project.grammar,
    monitor_llm: project.monitor_llm_id,
    exclude_failed: project.exclude_failed,
    single_pass_extraction_mode: project.single_pass,
    challenge_llm: project.challenge_llm_id,
    enable_challenge: project.enable_challenge,
    enable_highlight: project.enable_highlight,
    enable_embedded_data: project.enable_embedded_data,
    masking: presentMasking(project),
    hidden_text_policy: project.hidden_text_policy,
    checks: copyOfChecks(project),
    custom_data: project.custom_data,
    shared_users: [...details.sharedWith],
    shared_to_org: project.shared_to_org,
    organization: project.organization_id,
    created_by: project.created_by,
    modified_by: project.modified_by,
    created_at: presentTime(project.created_at),
    modified_at: presentTime(project.modified_at),
    ...(byDefault && { default_profile: byDefault.id }),
    ...(summarizer && { summarize_llm_profile: summarizer.id }),
    ...(details.shareId && { share_id: details.shareId }),
    ...(details.email && { created_by_email: details.email }),
  }
}

export async function presentProjectUsers(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  project: ProjectRow,
) {
  const tenant = tenantOf(ctx, actor)
  const shared = (await listProjectShares(tenant, [project.id])).get(project.id) ?? []
  const people = await userNames(tenant, [project.created_by ?? 0, ...shared])
  const person = (id: number) => {
    const found = people.get(id)
    return found ? [{ id, username: found.username }] : []
  }
  return {
    tool_id: project.id,
    tool_name: project.name,
    created_by: person(project.created_by ?? 0)[0] ?? null,
    shared_users: shared.flatMap(person),
    co_owners: await ownersOf(tenant, 'project', project),
    shared_to_org: project.shared_to_org,
    shared_groups: await sharedGroupsOf(tenant, 'project', project.id),
  }
}
