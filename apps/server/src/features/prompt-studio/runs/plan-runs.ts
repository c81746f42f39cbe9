import { maxRuns } from '@recto/contract/prompt-studio/studio-runs'
import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import { type AnsweringDependencies, sortByReferences } from '../../answering/answering.port.ts'
import { getProfileSettings, listProfileAdapterIds } from '../profiles/answer-settings.ts'
import { getDocument } from '../rows/access.ts'
import { getDefaultProfile } from '../rows/project-profiles.ts'
import { assertNotEmpty } from './build-question.ts'
import {
  type DocumentPrompts,
  findProjectPrompts,
  hashFacts,
  hashRun,
  type ProjectPrompts,
} from './prepare-runs.ts'
import { hashSinglePass, type PreparedSinglePass, prepareSinglePass } from './single-pass.ts'
import type { RunRequest } from './start-runs.ts'

type ProjectRequest = { readonly actor: Actor; readonly projectId: string }
type DocumentRequest = ProjectRequest & { readonly documentId: string }

type PromptRunRequest = DocumentRequest & {
  readonly promptId: string
  readonly profileId: string | undefined
}

/** Plans the run of one prompt; a note plans none. Throws if the run is refused. */
export async function planPromptRun(
  ctx: AnsweringDependencies,
  { actor, projectId, documentId, promptId, profileId }: PromptRunRequest,
): Promise<readonly RunRequest[]> {
  const projectPrompts = await findProjectPrompts(ctx, { actor, projectId, promptIds: [promptId] })
  const documentPrompts = await projectPrompts.prepareDocument(documentId, profileId)
  const requests = await planRunsOnDocument(projectPrompts, documentPrompts, {
    documentId,
    profileId,
  })
  for (const request of requests) if ('refusal' in request) throw request.refusal
  return requests
}

type PromptRunsRequest = ProjectRequest & {
  readonly promptIds: readonly string[]
  readonly documentIds: readonly string[]
  /** `undefined` means the profile of each prompt. */
  readonly profileIds: readonly (string | undefined)[]
}

/**
 * Plans runs for all combinations of prompts, documents and profiles. If only one of them is
 * refused, its run fails.
 */
export async function planPromptRuns(
  ctx: AnsweringDependencies,
  { actor, projectId, promptIds, documentIds, profileIds }: PromptRunsRequest,
): Promise<readonly RunRequest[]> {
  if (promptIds.length * documentIds.length * profileIds.length > maxRuns) {
    throw badRequest(`At most ${maxRuns} values can be requested at once.`)
  }
  const projectPrompts = await findProjectPrompts(ctx, { actor, projectId, promptIds })
  const requests: RunRequest[] = []
  for (const documentId of new Set(documentIds)) {
    for (const profileId of new Set(profileIds)) {
      const documentPrompts = await projectPrompts.prepareDocument(documentId, profileId)
      requests.push(
        ...(await planRunsOnDocument(projectPrompts, documentPrompts, { documentId, profileId })),
      )
    }
  }
  return requests
}

type RunTarget = { readonly documentId: string; readonly profileId: string | undefined }

/** Prompts that refer to others come last. */
async function planRunsOnDocument(
  { prompts, refersToOthers }: ProjectPrompts,
  documentPrompts: DocumentPrompts,
  { documentId, profileId }: RunTarget,
): Promise<readonly RunRequest[]> {
  const dependentPrompts = sortByReferences(prompts).filter(refersToOthers)
  const independentPrompts = prompts.filter((prompt) => !refersToOthers(prompt))
  const requests: RunRequest[] = []
  for (const prompt of [...independentPrompts, ...dependentPrompts]) {
    const run = {
      kind: 'prompt' as const,
      documentId,
      promptId: prompt.id,
      storageProfileId: documentPrompts.chooseProfiles(prompt).storing.id,
      requestedProfileId: profileId,
      isAfterOthers: refersToOthers(prompt),
    }
    requests.push({ ...run, ...(await hashOrRefuse(documentPrompts, prompt)) })
  }
  return requests
}

async function hashOrRefuse(
  documentPrompts: DocumentPrompts,
  prompt: Parameters<DocumentPrompts['prepareRun']>[0],
) {
  try {
    return { digest: hashRun(await documentPrompts.prepareRun(prompt)) }
  } catch (refusal) {
    return { refusal }
  }
}

/**
 * Plans the single pass of all active prompts with the default profile. Throws if one of them is
 * empty, as other clients expect.
 */
export async function planSinglePass(
  ctx: AnsweringDependencies,
  request: DocumentRequest,
): Promise<readonly RunRequest[]> {
  const singlePass = await prepareSinglePass(ctx, request)
  singlePass.emptyPrompts.forEach(assertNotEmpty)
  return listSinglePassRuns(singlePass)
}

function listSinglePassRuns(singlePass: PreparedSinglePass): readonly RunRequest[] {
  const { document, profile } = singlePass
  const digest = hashSinglePass(singlePass)
  return [{ kind: 'all', documentId: document.id, storageProfileId: profile.id, digest }]
}

type DocumentsRequest = ProjectRequest & { readonly documentIds: readonly string[] }

/**
 * Plans a single pass on each document. If only one of them is refused, its run fails. An empty
 * prompt fails alone.
 */
export async function planSinglePasses(
  ctx: AnsweringDependencies,
  { documentIds, ...projectRequest }: DocumentsRequest,
): Promise<readonly RunRequest[]> {
  const { actor, projectId } = projectRequest
  const requests: RunRequest[] = []
  for (const documentId of new Set(documentIds)) {
    await getDocument(ctx, { ...projectRequest, documentId })
    const profileId = (await getDefaultProfile(tenantOf(ctx, actor), projectId)).id
    try {
      const singlePass = await prepareSinglePass(ctx, { ...projectRequest, documentId })
      requests.push(...listSinglePassRuns(singlePass))
    } catch (refusal) {
      requests.push({ kind: 'all', documentId, storageProfileId: profileId, refusal })
    }
  }
  return requests
}

/** Plans the reading of a document, and its indexing if the default profile chunks documents. */
export async function planIndexing(
  ctx: AnsweringDependencies,
  request: DocumentRequest,
): Promise<readonly RunRequest[]> {
  const { actor, projectId } = request
  const document = await getDocument(ctx, request)
  const profile = await getDefaultProfile(tenantOf(ctx, actor), projectId)
  await assertAdaptersUsable(ctx, actor, listProfileAdapterIds(profile))
  const digest = hashFacts({ document: document.hash, settings: getProfileSettings(profile) })
  return [{ kind: 'index', documentId: document.id, storageProfileId: profile.id, digest }]
}
