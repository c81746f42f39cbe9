import { createHash } from 'node:crypto'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import {
  type AnsweringDependencies,
  assertNoCircularReference,
  type ConfiguredQuestion,
  listReferencedKeys,
} from '../../answering/answering.port.ts'
import { listProfileAdapterIds } from '../profiles/answer-settings.ts'
import { getDocument, getProject } from '../rows/access.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { loadMaskingRules } from '../rows/masking-rules.ts'
import { type LlmProfileRow, listProfilesOfProjects } from '../rows/profiles.store.ts'
import { findDefaultProfile } from '../rows/project-profiles.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'
import { buildQuestion } from './build-question.ts'
import { findReferencedOutputs } from './find-referenced-outputs.ts'
import { assertRunSettings, listHashedSettings } from './run-settings.ts'

/** One prompt with everything that its run needs, validated and authorized. */
export type PreparedRun = {
  readonly actor: Actor
  readonly project: ProjectRow
  readonly prompt: PromptRow
  readonly document: DocumentRow
  readonly profiles: RunProfiles
  readonly question: ConfiguredQuestion
  readonly referencedOutputs: ReadonlyMap<string, string>
}

type PromptsRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly promptIds: readonly string[]
}

/** Prompts of a project that are about to run. */
export type ProjectPrompts = {
  readonly project: ProjectRow
  /** Excludes notes, which cannot be run. */
  readonly prompts: readonly PromptRow[]
  /** Whether a prompt needs the output of another prompt: to ask it, or to mask it. */
  refersToOthers(prompt: PromptRow): boolean
  /** Throws if every run on the document under the profile is refused. */
  prepareDocument(documentId: string, profileId: string | undefined): Promise<DocumentPrompts>
}

/** The prompts on one document under one profile. */
export type DocumentPrompts = {
  readonly document: DocumentRow
  chooseProfiles(prompt: PromptRow): RunProfiles
  /** Throws if the run of this prompt is refused. */
  prepareRun(prompt: PromptRow): Promise<PreparedRun>
}

/** Throws 404 if the project or one of the prompts does not exist. */
export async function findProjectPrompts(
  ctx: AnsweringDependencies,
  { actor, projectId, promptIds }: PromptsRequest,
): Promise<ProjectPrompts> {
  const tenant = tenantOf(ctx, actor)
  const project = await getProject(ctx, { actor, projectId })
  const allPrompts = await listPromptsOfProjects(tenant, [projectId])
  const requestedIds = new Set(promptIds)
  const requestedPrompts = allPrompts.filter(({ id }) => requestedIds.has(id))
  if (requestedPrompts.length < requestedIds.size) throw notFound('prompt')
  const prompts = requestedPrompts.filter(({ prompt_type }) => prompt_type === 'PROMPT')
  const allProfiles = await listProfilesOfProjects(tenant, [projectId])
  const keys = allPrompts.map(({ key }) => key)
  const maskedKeys = project.masking.prompts
  const isMasking = prompts.some(({ key }) => maskedKeys.includes(key))
  const assertAdaptersUsableOnce = memoizePerProfile((profile) =>
    assertAdaptersUsable(ctx, actor, listProfileAdapterIds(profile)),
  )

  return {
    project,
    prompts,
    refersToOthers: ({ key, prompt }) =>
      listReferencedKeys(prompt, keys).length > 0 || (isMasking && !maskedKeys.includes(key)),
    async prepareDocument(documentId, requestedId) {
      const document = await getDocument(ctx, { actor, projectId, documentId })
      const chooseProfiles = ({ profile_id: promptProfileId }: Pick<PromptRow, 'profile_id'>) =>
        chooseRunProfiles(allProfiles, { requestedId, promptProfileId })
      const { storing: storageProfile } = chooseProfiles({ profile_id: null })
      await assertRunSettings(ctx, tenant, { project, document })
      const rules = await loadMaskingRules(tenant, project, documentId)
      const referencedOutputs = await findReferencedOutputs(tenant, {
        projectId,
        documentId,
        profileId: storageProfile.id,
        texts: prompts.map(({ prompt }) => prompt),
      })
      return {
        document,
        chooseProfiles,
        async prepareRun(prompt) {
          const profiles = chooseProfiles(prompt)
          const question = buildQuestion(project, prompt, { profile: profiles.answering, rules })
          assertNoCircularReference(question, allPrompts)
          await assertAdaptersUsableOnce(profiles.answering)
          const referencedKeys = listReferencedKeys(prompt.prompt, keys)
          const ownReferences = new Map(
            [...referencedOutputs].filter(([key]) => referencedKeys.includes(key)),
          )
          return {
            actor,
            project,
            prompt,
            document,
            profiles,
            question,
            referencedOutputs: ownReferences,
          }
        },
      }
    },
  }
}

/** Hashes everything that would make this another run. */
export function hashRun({
  question,
  prompt,
  document,
  project,
  profiles,
  referencedOutputs,
}: PreparedRun) {
  return hashFacts({
    promptId: prompt.id,
    document: document.hash,
    profileIds: [profiles.answering.id, profiles.storing.id],
    isHighlighted: project.enable_highlight,
    settings: listHashedSettings(project),
    question,
    known: [...referencedOutputs],
    customData: project.custom_data,
  })
}

export const hashFacts = (facts: unknown): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('hex')

function memoizePerProfile<T>(load: (profile: LlmProfileRow) => Promise<T>) {
  const resultsByProfile = new Map<string, Promise<T>>()
  return (profile: LlmProfileRow): Promise<T> => {
    const result = resultsByProfile.get(profile.id) ?? load(profile)
    resultsByProfile.set(profile.id, result)
    return result
  }
}

export type RunProfiles = {
  /** Answers the prompt. */
  readonly answering: LlmProfileRow
  /** The output is stored under this profile. */
  readonly storing: LlmProfileRow
}

type ProfileChoice = {
  readonly requestedId: string | undefined
  readonly promptProfileId: string | null
}

/**
 * The requested profile answers, else the prompt's own, else the project's default. The output is
 * stored under the requested or the default profile, never under the prompt's own. A project
 * without a default profile runs nothing.
 */
export function chooseRunProfiles(
  profiles: readonly LlmProfileRow[],
  { requestedId, promptProfileId }: ProfileChoice,
): RunProfiles {
  const defaultProfile = findDefaultProfile(profiles)
  if (requestedId) {
    const requestedProfile = profiles.find(({ id }) => id === requestedId)
    if (!requestedProfile) throw notFound('profile')
    return { answering: requestedProfile, storing: requestedProfile }
  }
  return {
    answering: profiles.find(({ id }) => id === promptProfileId) ?? defaultProfile,
    storing: defaultProfile,
  }
}
