import type { Project, ProjectChanges, ProjectFields } from '@recto/contract/prompt-studio'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { presentTime } from '../../../platform/present-time.ts'
import { toWireFields } from '../../../platform/wire-fields.ts'
import { userEmails, userNames } from '../../organizations/organizations.port.ts'
import { presentPrompt } from '../prompts/map-prompt.ts'
import { type Coverage, listCoverage } from '../rows/outputs.store.ts'
import { type LlmProfileRow, listProfilesOfProjects } from '../rows/profiles.store.ts'
import { type EditableProject, listProjectShares, type ProjectRow } from '../rows/projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'

export const toProjectRefusal = toWireFields({ name: 'tool_name' })

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
    sharedToOrg: fields.shared_to_org,
  }
}

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
})

type Details = {
  readonly sharedWith: readonly number[]
  readonly profiles: readonly LlmProfileRow[]
  readonly prompts: readonly PromptRow[]
  readonly coverage: readonly Coverage[]
  readonly email: string | undefined
}

export async function presentProjects(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  projects: readonly ProjectRow[],
): Promise<Project[]> {
  const tenant = tenantOf(ctx, actor)
  const ids = projects.map(({ id }) => id)
  const [shares, profiles, prompts, coverage, emails] = await Promise.all([
    listProjectShares(tenant, ids),
    listProfilesOfProjects(tenant, ids),
    listPromptsOfProjects(tenant, ids),
    listCoverage(tenant, ids),
    userEmails(
      tenant,
      projects.map(({ created_by }) => created_by),
    ),
  ])
  const of = <Row extends { project_id: string }>(rows: readonly Row[], id: string) =>
    rows.filter(({ project_id }) => project_id === id)
  return projects.map((project) =>
    present(project, {
      sharedWith: shares.get(project.id) ?? [],
      profiles: of(profiles, project.id),
      prompts: of(prompts, project.id),
      coverage: of(coverage, project.id),
      email: emails.get(project.created_by ?? 0),
    }),
  )
}

export async function presentProject(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  project: ProjectRow,
): Promise<Project> {
  const [presented] = await presentProjects(ctx, actor, [project])
  return presented!
}

function present(project: ProjectRow, details: Details): Project {
  const byDefault = details.profiles.find(({ is_default }) => is_default)
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
    shared_users: [...details.sharedWith],
    shared_to_org: project.shared_to_org,
    organization: project.organization_id,
    created_by: project.created_by,
    modified_by: project.modified_by,
    created_at: presentTime(project.created_at),
    modified_at: presentTime(project.modified_at),
    ...(byDefault && { default_profile: byDefault.id }),
    ...(summarizer && { summarize_llm_profile: summarizer.id }),
    ...(details.email && { created_by_email: details.email }),
    prompts: details.prompts.map((prompt) => ({
      ...presentPrompt(prompt),
      coverage: coverageOf(prompt, project.single_pass, byDefault?.id, details.coverage),
    })),
  }
}

/** The documents on which the prompt was run the way the project runs it now. */
function coverageOf(
  prompt: PromptRow,
  isSinglePass: boolean,
  defaultProfileId: string | undefined,
  coverage: readonly Coverage[],
): string[] {
  const profileId = isSinglePass ? defaultProfileId : (prompt.profile_id ?? defaultProfileId)
  return coverage
    .filter(
      (row) =>
        row.prompt_id === prompt.id &&
        row.profile_id === profileId &&
        row.is_single_pass === isSinglePass,
    )
    .map(({ document_id }) => document_id)
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
    shared_to_org: project.shared_to_org,
  }
}
