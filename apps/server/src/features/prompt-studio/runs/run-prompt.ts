import { randomUUID } from 'node:crypto'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import { type AnsweringNeeds, assertNoCircle } from '../../answering/answering.port.ts'
import { adaptersOf } from '../profiles/answer-settings-of.ts'
import { getDocument } from '../rows/get-document.ts'
import { getProject } from '../rows/get-project.ts'
import type { OutputRow } from '../rows/outputs.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { findPrompt, listPromptsOfProjects } from '../rows/prompts.store.ts'
import { answerPrompt, type PreparedRun } from './answer-prompt.ts'
import { checkSettings } from './check-settings.ts'
import { chooseRunProfiles } from './choose-run-profiles.ts'
import { findKnownValues } from './find-known-values.ts'
import { questionOf } from './question-of.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly promptId: string
  readonly documentId: string
  readonly profileId?: string | undefined
  readonly runId?: string | undefined
}

/** Runs one prompt and returns its output when that is stored. */
export async function runPrompt(ctx: AnsweringNeeds, input: Input): Promise<OutputRow> {
  return answerPrompt(ctx, await prepare(ctx, tenantOf(ctx, input.actor), input))
}

async function prepare(ctx: AnsweringNeeds, tenant: Tenant, input: Input): Promise<PreparedRun> {
  const { actor, projectId, promptId, runId = randomUUID() } = input
  const project = await getProject(ctx, { actor, projectId })
  const prompt = await findPrompt(tenant, promptId)
  if (prompt?.project_id !== projectId) throw notFound('prompt')
  const document = await getDocument(ctx, input)
  const profiles = chooseRunProfiles(await listProfilesOfProjects(tenant, [projectId]), {
    requestedId: input.profileId,
    promptProfileId: prompt.profile_id,
  })
  const { answering, storing } = profiles
  const question = questionOf(project, prompt, answering)
  assertNoCircle(question, await listPromptsOfProjects(tenant, [projectId]))
  await assertAdaptersUsable(ctx, actor, adaptersOf(answering))
  await checkSettings(ctx, tenant, project, document)
  const known = await findKnownValues(tenant, {
    projectId,
    documentId: document.id,
    profileId: storing.id,
    texts: [prompt.prompt],
  })
  return { actor, project, prompt, document, profiles, question, known, runId }
}
