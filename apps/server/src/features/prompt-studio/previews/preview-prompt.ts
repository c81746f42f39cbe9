import { randomUUID } from 'node:crypto'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import {
  type AnsweringDependencies,
  assertNoCircularReference,
  previewQuestion,
  type QuestionPreview,
  rethrowExplained,
} from '../../answering/answering.port.ts'
import { ensureIndexed } from '../indexing/ensure-indexed.ts'
import { listProfileAdapterIds } from '../profiles/answer-settings.ts'
import { getDocument, getProject } from '../rows/access.ts'
import { loadMaskingRules } from '../rows/masking-rules.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'
import { createStudioCallContext } from '../rows/studio-calls.ts'
import { buildQuestion } from '../runs/build-question.ts'
import { findReferencedOutputs } from '../runs/find-referenced-outputs.ts'
import { chooseRunProfiles } from '../runs/prepare-runs.ts'
import { assertRunSettings, getRunSettings } from '../runs/run-settings.ts'

type PreviewPromptRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly promptId: string
  readonly documentId: string
  readonly profileId?: string | undefined
}

/**
 * Shows what a run of the prompt would send to the model, without saving an output or calling a
 * paid model.
 */
export async function previewPrompt(
  ctx: AnsweringDependencies,
  { actor, projectId, promptId, documentId, profileId }: PreviewPromptRequest,
): Promise<QuestionPreview & { readonly profileId: string }> {
  const tenant = tenantOf(ctx, actor)
  const project = await getProject(ctx, { actor, projectId })
  const prompts = await listPromptsOfProjects(tenant, [projectId])
  const prompt = prompts.find(({ id }) => id === promptId)
  if (!prompt) throw notFound('prompt')
  const document = await getDocument(ctx, { actor, projectId, documentId })
  const { answering: profile, storing: storageProfile } = chooseRunProfiles(
    await listProfilesOfProjects(tenant, [projectId]),
    { requestedId: profileId, promptProfileId: prompt.profile_id },
  )
  const rules = await loadMaskingRules(tenant, project, documentId)
  const question = buildQuestion(project, prompt, { profile, rules })
  assertNoCircularReference(question, prompts)
  await assertAdaptersUsable(ctx, actor, listProfileAdapterIds(profile))
  const referencedOutputs = await findReferencedOutputs(tenant, {
    projectId,
    documentId,
    profileId: storageProfile.id,
    texts: [prompt.prompt],
  })
  await assertRunSettings(ctx, tenant, { project, document })
  const replacementText = await getRunSettings(tenant, project, document).loadReplacementText?.()
  const runId = randomUUID()
  const indexTarget = { document, profile, userId: actor.userId }
  const preview = await previewQuestion(ctx, tenant, {
    question,
    document,
    knownValues: referencedOutputs,
    customData: project.custom_data,
    replacementText,
    scope: document.id,
    calls: createStudioCallContext(ctx, {
      runId,
      document,
      rules,
      claim: { id: runId, isFirst: true },
    }),
    ensureIndexed: ensureIndexed(ctx, tenant, indexTarget, false),
  }).catch(rethrowExplained)
  return { ...preview, profileId: profile.id }
}
