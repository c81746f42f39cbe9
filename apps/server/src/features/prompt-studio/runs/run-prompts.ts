import { randomUUID } from 'node:crypto'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import { assertAdaptersUsable, openLlm } from '../../adapters/adapters.port.ts'
import {
  type AnsweringNeeds,
  assertNoCircle,
  inOrderOfReferences,
  variablesOf,
} from '../../answering/answering.port.ts'
import { adaptersOf } from '../profiles/answer-settings-of.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { getDocument } from '../rows/get-document.ts'
import { getProject } from '../rows/get-project.ts'
import type { OutputRow } from '../rows/outputs.store.ts'
import { type LlmProfileRow, listProfilesOfProjects } from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'
import { answerPrompt, answerPrompts, openKeeping, type PreparedRun } from './answer-prompt.ts'
import { checkSettings } from './check-settings.ts'
import { chooseRunProfiles } from './choose-run-profiles.ts'
import { findKnownValues, knownValueOf } from './find-known-values.ts'
import { questionOf } from './question-of.ts'
import { sideBySide } from './side-by-side.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly promptIds: readonly string[]
  readonly documentId: string
  readonly profileId?: string | undefined
  /** Of all outputs; without it each has one of its own. */
  readonly runId?: string | undefined
}

export type SettledPrompt =
  | { readonly promptId: string; readonly row: OutputRow }
  | { readonly promptId: string; readonly error: unknown }

/** Starts the runs; resolves when every prompt has settled. */
type StartRuns = (onSettled: (settled: SettledPrompt) => Promise<void>) => Promise<void>

const maxAtOnce = 8
const maxTogether = 25

/** Throws what refuses the whole request; what concerns one prompt only is said when it settles. */
export async function preparePromptRuns(ctx: AnsweringNeeds, input: Input): Promise<StartRuns> {
  const prepared = await prepare(ctx, input)
  const { prompts, known, keys } = prepared
  const refersToOthers = ({ prompt }: PromptRow) => variablesOf(prompt, keys).length > 0

  return async (onSettled) => {
    const checks = openChecks(ctx, input.actor)
    const keep = openKeeping(ctx)
    const settle = async ({ id, key }: PromptRow, outcome: Promise<OutputRow>) => {
      const settled = await outcome.then(
        (row) => {
          known.set(key, knownValueOf(row))
          return { promptId: id, row }
        },
        (error: unknown) => ({ promptId: id, error }),
      )
      await onSettled(settled)
    }
    const runs: PreparedRun[] = []
    for (const prompt of prompts.filter((one) => !refersToOthers(one))) {
      try {
        runs.push(await prepareOne(prepared, prompt, checks))
      } catch (error) {
        await settle(prompt, Promise.reject(error))
      }
    }
    await sideBySide(await portionsOf(runs, checks), {
      maxAtOnce,
      async run(portion) {
        const [first] = portion
        const outputs =
          portion.length === 1 && first
            ? [answerPrompt(ctx, first)]
            : answerPrompts(ctx, portion, keep)
        await Promise.all(portion.map(({ prompt }, i) => settle(prompt, outputs[i]!)))
      },
    })
    // One after the other, so that each may refer to those before it.
    for (const prompt of inOrderOfReferences(prompts).filter(refersToOthers)) {
      const output = prepareOne(prepared, prompt, checks).then((run) => answerPrompt(ctx, run))
      await settle(prompt, output)
    }
  }
}

/** An adapter that answers by itself is asked for many at once; a model for one, whose usage is its own. */
async function portionsOf(
  runs: readonly PreparedRun[],
  { answersItself }: Checks,
): Promise<readonly (readonly PreparedRun[])[]> {
  const portions: PreparedRun[][] = []
  const open = new Map<string, PreparedRun[]>()
  for (const run of runs) {
    const { answering } = run.profiles
    const last = open.get(answering.id)
    if (last && last.length < maxTogether) last.push(run)
    else {
      const portion = [run]
      portions.push(portion)
      if (await answersItself(answering)) open.set(answering.id, portion)
    }
  }
  return portions
}

type Prepared = {
  readonly input: Input
  readonly project: ProjectRow
  readonly document: DocumentRow
  readonly profiles: readonly LlmProfileRow[]
  readonly prompts: readonly PromptRow[]
  readonly all: readonly PromptRow[]
  /** The keys of all prompts of the project. */
  readonly keys: readonly string[]
  readonly known: Map<string, string>
}

async function prepare(ctx: AnsweringNeeds, input: Input): Promise<Prepared> {
  const { actor, projectId, promptIds, profileId } = input
  const tenant = tenantOf(ctx, actor)
  const project = await getProject(ctx, { actor, projectId })
  const all = await listPromptsOfProjects(tenant, [projectId])
  const asked = new Set(promptIds)
  const found = all.filter(({ id }) => asked.has(id))
  if (found.length < asked.size) throw notFound('prompt')
  const prompts = found.filter(({ prompt_type }) => prompt_type === 'PROMPT')
  const document = await getDocument(ctx, input)
  const profiles = await listProfilesOfProjects(tenant, [projectId])
  const { storing } = chooseRunProfiles(profiles, { requestedId: profileId, promptProfileId: null })
  await checkSettings(ctx, tenant, project, document)
  const known = await findKnownValues(tenant, {
    projectId,
    documentId: document.id,
    profileId: storing.id,
    texts: prompts.map(({ prompt }) => prompt),
  })
  const keys = all.map(({ key }) => key)
  return { input, project, document, profiles, prompts, all, keys, known: new Map(known) }
}

async function prepareOne(
  { input, project, document, profiles, all, keys, known }: Prepared,
  prompt: PromptRow,
  { assertUsable }: Checks,
): Promise<PreparedRun> {
  const chosen = chooseRunProfiles(profiles, {
    requestedId: input.profileId,
    promptProfileId: prompt.profile_id,
  })
  const question = questionOf(project, prompt, chosen.answering)
  assertNoCircle(question, all)
  await assertUsable(chosen.answering)
  const referred = variablesOf(prompt.prompt, keys)
  return {
    actor: input.actor,
    project,
    prompt,
    document,
    profiles: chosen,
    question,
    known: new Map([...known].filter(([key]) => referred.includes(key))),
    runId: input.runId ?? randomUUID(),
  }
}

type Checks = {
  readonly assertUsable: (profile: LlmProfileRow) => Promise<void>
  /** Whether its adapter needs no model. */
  readonly answersItself: (profile: LlmProfileRow) => Promise<boolean>
}

/** Each profile is looked at once. */
function openChecks(ctx: AnsweringNeeds, actor: Actor): Checks {
  return {
    assertUsable: once(async (profile) => {
      await assertAdaptersUsable(ctx, actor, adaptersOf(profile))
    }),
    answersItself: once(async ({ llm_id }) => {
      const { llm } = await openLlm(ctx, tenantOf(ctx, actor), llm_id)
      return llm.answer !== undefined
    }),
  }
}

function once<T>(look: (profile: LlmProfileRow) => Promise<T>) {
  const looks = new Map<string, Promise<T>>()
  return (profile: LlmProfileRow): Promise<T> => {
    const known = looks.get(profile.id) ?? look(profile)
    looks.set(profile.id, known)
    return known
  }
}
