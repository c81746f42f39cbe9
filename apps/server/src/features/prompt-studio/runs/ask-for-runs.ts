import { mostRuns } from '@recto/contract/studio-runs'
import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import { type AnsweringNeeds, inOrderOfReferences } from '../../answering/answering.port.ts'
import { adaptersOf, profileSettings } from '../profiles/answer-settings-of.ts'
import { getDefaultProfile } from '../rows/get-default-profile.ts'
import { getDocument } from '../rows/get-document.ts'
import { digestOfAll, prepareAll } from './all-prompts.ts'
import {
  type AskedPrompts,
  digestOf,
  digestOfRun,
  findPrompts,
  type PromptsOn,
} from './prepare-runs.ts'
import type { WantedRun } from './start-runs.ts'

type InProject = { readonly actor: Actor; readonly projectId: string }
type OnDocument = InProject & { readonly documentId: string }

type OnePrompt = OnDocument & {
  readonly promptId: string
  readonly profileId: string | undefined
}

/** The run of one prompt, and none for a note. Throws what refuses it. */
export async function askForPrompt(
  ctx: AnsweringNeeds,
  { actor, projectId, documentId, promptId, profileId }: OnePrompt,
): Promise<readonly WantedRun[]> {
  const asked = await findPrompts(ctx, { actor, projectId, promptIds: [promptId] })
  const on = await asked.on(documentId, profileId)
  const wanted = await wantedOn(asked, on, { documentId, profileId })
  for (const run of wanted) if ('refusal' in run) throw run.refusal
  return wanted
}

type Prompts = InProject & {
  readonly promptIds: readonly string[]
  readonly documentIds: readonly string[]
  /** `undefined` stands for each prompt's own. */
  readonly profileIds: readonly (string | undefined)[]
}

/** Runs of prompts, documents and profiles. What refuses only one of them is said by its run. */
export async function askForPrompts(
  ctx: AnsweringNeeds,
  { actor, projectId, promptIds, documentIds, profileIds }: Prompts,
): Promise<readonly WantedRun[]> {
  if (promptIds.length * documentIds.length * profileIds.length > mostRuns) {
    throw badRequest(`No more than ${mostRuns} values can be asked for at once.`)
  }
  const asked = await findPrompts(ctx, { actor, projectId, promptIds })
  const wanted: WantedRun[] = []
  for (const documentId of new Set(documentIds)) {
    for (const profileId of new Set(profileIds)) {
      const on = await asked.on(documentId, profileId)
      wanted.push(...(await wantedOn(asked, on, { documentId, profileId })))
    }
  }
  return wanted
}

type On = { readonly documentId: string; readonly profileId: string | undefined }

/** Those that refer to others last. */
async function wantedOn(
  { prompts, refersToOthers }: AskedPrompts,
  on: PromptsOn,
  { documentId, profileId }: On,
): Promise<readonly WantedRun[]> {
  const others = inOrderOfReferences(prompts).filter(refersToOthers)
  const first = prompts.filter((prompt) => !refersToOthers(prompt))
  const wanted: WantedRun[] = []
  for (const prompt of [...first, ...others]) {
    const run = {
      kind: 'prompt' as const,
      documentId,
      promptId: prompt.id,
      profileId: on.profilesOf(prompt).storing.id,
      requestedProfileId: profileId,
      isAfterOthers: refersToOthers(prompt),
    }
    wanted.push({ ...run, ...(await digestOrRefusal(on, prompt)) })
  }
  return wanted
}

async function digestOrRefusal(on: PromptsOn, prompt: Parameters<PromptsOn['prepare']>[0]) {
  try {
    return { digest: digestOfRun(await on.prepare(prompt)) }
  } catch (refusal) {
    return { refusal }
  }
}

/** The run of all active prompts with the default profile. */
export async function askForAll(
  ctx: AnsweringNeeds,
  input: OnDocument,
): Promise<readonly WantedRun[]> {
  const pass = await prepareAll(ctx, input)
  const { document, profile } = pass
  const digest = digestOfAll(pass)
  return [{ kind: 'all', documentId: document.id, profileId: profile.id, digest }]
}

type OnDocuments = InProject & { readonly documentIds: readonly string[] }

/** The same on each document. What refuses only one of them is said by its run. */
export async function askForPasses(
  ctx: AnsweringNeeds,
  { documentIds, ...inProject }: OnDocuments,
): Promise<readonly WantedRun[]> {
  const { actor, projectId } = inProject
  const wanted: WantedRun[] = []
  for (const documentId of new Set(documentIds)) {
    await getDocument(ctx, { ...inProject, documentId })
    const profileId = (await getDefaultProfile(tenantOf(ctx, actor), projectId)).id
    try {
      wanted.push(...(await askForAll(ctx, { ...inProject, documentId })))
    } catch (refusal) {
      wanted.push({ kind: 'all', documentId, profileId, refusal })
    }
  }
  return wanted
}

/** The reading, and where the default profile cuts documents the indexing, of one. */
export async function askForIndex(
  ctx: AnsweringNeeds,
  input: OnDocument,
): Promise<readonly WantedRun[]> {
  const { actor, projectId } = input
  const document = await getDocument(ctx, input)
  const profile = await getDefaultProfile(tenantOf(ctx, actor), projectId)
  await assertAdaptersUsable(ctx, actor, adaptersOf(profile))
  const digest = digestOf({ document: document.hash, settings: profileSettings(profile) })
  return [{ kind: 'index', documentId: document.id, profileId: profile.id, digest }]
}
