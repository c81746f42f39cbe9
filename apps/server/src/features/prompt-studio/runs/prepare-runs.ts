import { createHash } from 'node:crypto'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import {
  type AnsweringNeeds,
  assertNoCircle,
  type ConfiguredQuestion,
  variablesOf,
} from '../../answering/answering.port.ts'
import { adaptersOf } from '../profiles/answer-settings-of.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { getDocument } from '../rows/get-document.ts'
import { getProject } from '../rows/get-project.ts'
import { maskingRules } from '../rows/masking-rules.ts'
import { type LlmProfileRow, listProfilesOfProjects } from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'
import { checkSettings, settingsInFacts } from './check-settings.ts'
import { chooseRunProfiles, type RunProfiles } from './choose-run-profiles.ts'
import { findKnownValues } from './find-known-values.ts'
import { questionOf } from './question-of.ts'

/** One prompt with everything that its run needs, found and allowed. */
export type PreparedRun = {
  readonly actor: Actor
  readonly project: ProjectRow
  readonly prompt: PromptRow
  readonly document: DocumentRow
  readonly profiles: RunProfiles
  readonly question: ConfiguredQuestion
  readonly known: ReadonlyMap<string, string>
}

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly promptIds: readonly string[]
}

/** Prompts of a project that are to be run. */
export type AskedPrompts = {
  readonly project: ProjectRow
  /** Without notes, which nobody can answer. */
  readonly prompts: readonly PromptRow[]
  /** Whether a prompt needs what another prompt has given: to ask it, or to mask it. */
  refersToOthers(prompt: PromptRow): boolean
  /** Throws what refuses every run on the document under the profile. */
  on(documentId: string, profileId: string | undefined): Promise<PromptsOn>
}

/** The same on one document under one profile. */
export type PromptsOn = {
  readonly document: DocumentRow
  profilesOf(prompt: PromptRow): RunProfiles
  /** Throws what refuses the run of this prompt. */
  prepare(prompt: PromptRow): Promise<PreparedRun>
}

/** Throws 404 where the project or one of the prompts does not exist. */
export async function findPrompts(
  ctx: AnsweringNeeds,
  { actor, projectId, promptIds }: Input,
): Promise<AskedPrompts> {
  const tenant = tenantOf(ctx, actor)
  const project = await getProject(ctx, { actor, projectId })
  const all = await listPromptsOfProjects(tenant, [projectId])
  const asked = new Set(promptIds)
  const found = all.filter(({ id }) => asked.has(id))
  if (found.length < asked.size) throw notFound('prompt')
  const prompts = found.filter(({ prompt_type }) => prompt_type === 'PROMPT')
  const allProfiles = await listProfilesOfProjects(tenant, [projectId])
  const keys = all.map(({ key }) => key)
  const masked = project.masking.prompts
  const isMasking = prompts.some(({ key }) => masked.includes(key))
  const assertUsable = oncePerProfile((profile) =>
    assertAdaptersUsable(ctx, actor, adaptersOf(profile)),
  )

  return {
    project,
    prompts,
    refersToOthers: ({ key, prompt }) =>
      variablesOf(prompt, keys).length > 0 || (isMasking && !masked.includes(key)),
    async on(documentId, requestedId) {
      const document = await getDocument(ctx, { actor, projectId, documentId })
      const profilesOf = ({ profile_id: promptProfileId }: Pick<PromptRow, 'profile_id'>) =>
        chooseRunProfiles(allProfiles, { requestedId, promptProfileId })
      const { storing } = profilesOf({ profile_id: null })
      await checkSettings(ctx, tenant, { project, document })
      const rules = await maskingRules(tenant, project, documentId)
      const known = await findKnownValues(tenant, {
        projectId,
        documentId,
        profileId: storing.id,
        texts: prompts.map(({ prompt }) => prompt),
      })
      return {
        document,
        profilesOf,
        async prepare(prompt) {
          const profiles = profilesOf(prompt)
          const question = questionOf(project, prompt, { profile: profiles.answering, rules })
          assertNoCircle(question, all)
          await assertUsable(profiles.answering)
          const referred = variablesOf(prompt.prompt, keys)
          const own = new Map([...known].filter(([key]) => referred.includes(key)))
          return { actor, project, prompt, document, profiles, question, known: own }
        },
      }
    },
  }
}

/** Of all that would make it another run. */
export function digestOfRun({ question, prompt, document, project, profiles, known }: PreparedRun) {
  return digestOf({
    promptId: prompt.id,
    document: document.hash,
    profileIds: [profiles.answering.id, profiles.storing.id],
    isHighlighted: project.enable_highlight,
    settings: settingsInFacts(project),
    question,
    known: [...known],
    customData: project.custom_data,
  })
}

export const digestOf = (facts: unknown): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('hex')

/** Each profile is looked at once. */
function oncePerProfile<T>(look: (profile: LlmProfileRow) => Promise<T>) {
  const looks = new Map<string, Promise<T>>()
  return (profile: LlmProfileRow): Promise<T> => {
    const known = looks.get(profile.id) ?? look(profile)
    looks.set(profile.id, known)
    return known
  }
}
