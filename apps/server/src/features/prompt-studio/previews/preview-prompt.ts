import { randomUUID } from 'node:crypto'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import {
  type AnsweringNeeds,
  assertNoCircle,
  previewQuestion,
  type QuestionPreview,
  rethrowExplained,
} from '../../answering/answering.port.ts'
import { ensureIndexed } from '../indexing/ensure-indexed.ts'
import { adaptersOf } from '../profiles/answer-settings-of.ts'
import { getDocument } from '../rows/get-document.ts'
import { getProject } from '../rows/get-project.ts'
import { maskingRules } from '../rows/masking-rules.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'
import { studioCalls } from '../rows/studio-calls.ts'
import { checkSettings, settingsForRun } from '../runs/check-settings.ts'
import { chooseRunProfiles } from '../runs/choose-run-profiles.ts'
import { findKnownValues } from '../runs/find-known-values.ts'
import { questionOf } from '../runs/question-of.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly promptId: string
  readonly documentId: string
  readonly profileId?: string | undefined
}

/** Shows what a run of the prompt would ask; it stores no output and pays nobody. */
export async function previewPrompt(
  ctx: AnsweringNeeds,
  { actor, projectId, promptId, documentId, profileId }: Input,
): Promise<QuestionPreview & { readonly profileId: string }> {
  const tenant = tenantOf(ctx, actor)
  const project = await getProject(ctx, { actor, projectId })
  const prompts = await listPromptsOfProjects(tenant, [projectId])
  const prompt = prompts.find(({ id }) => id === promptId)
  if (!prompt) throw notFound('prompt')
  const document = await getDocument(ctx, { actor, projectId, documentId })
  const { answering, storing } = chooseRunProfiles(
    await listProfilesOfProjects(tenant, [projectId]),
    { requestedId: profileId, promptProfileId: prompt.profile_id },
  )
  const rules = await maskingRules(tenant, project, documentId)
  const question = questionOf(project, prompt, { profile: answering, rules })
  assertNoCircle(question, prompts)
  await assertAdaptersUsable(ctx, actor, adaptersOf(answering))
  const known = await findKnownValues(tenant, {
    ...{ projectId, documentId, profileId: storing.id },
    texts: [prompt.prompt],
  })
  await checkSettings(ctx, tenant, { project, document })
  const source = await settingsForRun(tenant, project, document).source?.()
  const runId = randomUUID()
  const given = { document, profile: answering, userId: actor.userId }
  const preview = await previewQuestion(ctx, tenant, {
    ...{ question, document, known, customData: project.custom_data, source, scope: document.id },
    calls: studioCalls(ctx, { runId, document, rules, claim: { id: runId, isFirst: true } }),
    ensureIndexed: ensureIndexed(ctx, tenant, given, false),
  }).catch(rethrowExplained)
  return { ...preview, profileId: answering.id }
}
