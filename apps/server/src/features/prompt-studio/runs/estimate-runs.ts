import { mostRuns } from '@recto/contract/studio-runs'
import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { costOf, openLlm } from '../../adapters/adapters.port.ts'
import type { AnsweringNeeds } from '../../answering/answering.port.ts'
import { listPages } from '../documents/list-pages.ts'
import { profileSettings } from '../profiles/answer-settings-of.ts'
import { getProject } from '../rows/get-project.ts'
import { type LlmProfileRow, listProfilesOfProjects } from '../rows/profiles.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'
import { listUsedByOutputs, type UsedByOutput } from '../rows/used-by-outputs.store.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly promptIds: readonly string[]
  readonly documentIds: readonly string[]
  readonly profileIds: readonly string[]
}

type Used = Pick<UsedByOutput, 'inputTokens' | 'outputTokens' | 'dollars'>

/** What the values of one profile are expected to take. */
export type Estimate = {
  readonly profileId: string
  readonly values: number
  readonly tokens: number
  /** Null where the price of the model is not known. */
  readonly dollars: number | null
  /** Of how many values an earlier one of the same document says so. */
  readonly known: number
}

/**
 * What runs will probably take, before they are asked for: what earlier ones of the same prompts, documents and
 * profiles took, and where there are none what the settings let a model be given, at its present price. Calls
 * no model.
 */
export async function estimateRuns(
  ctx: AnsweringNeeds,
  { actor, projectId, promptIds, documentIds, profileIds }: Input,
): Promise<readonly Estimate[]> {
  if (promptIds.length * documentIds.length * profileIds.length > mostRuns) {
    throw badRequest(`No more than ${mostRuns} values can be asked for at once.`)
  }
  const project = await getProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const used = await listUsedByOutputs(tenant, { projectId, isSinglePass: project.single_pass })
  const prompts = await listPromptsOfProjects(tenant, [projectId])
  const wanted = new Set(promptIds)
  const asked = prompts.filter(({ id, prompt_type }) => prompt_type === 'PROMPT' && wanted.has(id))
  const profiles = await listProfilesOfProjects(tenant, [projectId])
  const sizeOf = openSizes(ctx, { actor, projectId })
  const estimates: Estimate[] = []
  for (const profile of profiles.filter(({ id }) => profileIds.includes(id))) {
    const past = openPast(used.filter(({ profileId }) => profileId === profile.id))
    const price = await openPrice(ctx, tenant, profile)
    let sum: Omit<Estimate, 'profileId'> = { values: 0, tokens: 0, dollars: 0, known: 0 }
    for (const documentId of new Set(documentIds)) {
      const known = asked.flatMap(({ id }) => past.of(id, documentId) ?? [])
      const fresh = asked.filter(({ id }) => !past.of(id, documentId))
      for (const one of known) sum = add(sum, one, { values: 1, known: 1 })
      if (fresh.length === 0) continue
      const one = await price(lettersOf(fresh) / fresh.length, await sizeOf(documentId))
      sum = add(sum, one, { values: fresh.length, known: 0 })
    }
    estimates.push({ profileId: profile.id, ...sum })
  }
  return estimates
}

/** So many values that take the same. */
function add(
  sum: Omit<Estimate, 'profileId'>,
  { inputTokens, outputTokens, dollars }: Used,
  { values, known }: Pick<Estimate, 'values' | 'known'>,
): Omit<Estimate, 'profileId'> {
  return {
    values: sum.values + values,
    tokens: sum.tokens + (inputTokens + outputTokens) * values,
    dollars: sum.dollars === null || dollars === null ? null : sum.dollars + dollars * values,
    known: sum.known + known,
  }
}

const lettersOf = (prompts: readonly { readonly prompt: string }[]) =>
  prompts.reduce((sum, { prompt }) => sum + prompt.length, 0)

/** What the same value took, else what others of its document did under the profile. */
function openPast(used: readonly UsedByOutput[]) {
  const exact = new Map(used.map((one) => [`${one.promptId}/${one.documentId}`, one]))
  const byDocument = new Map(
    [...Map.groupBy(used, ({ documentId }) => documentId)].map(
      ([documentId, those]) => [documentId, meanOf(those)] as const,
    ),
  )
  return {
    of: (promptId: string, documentId: string): Used | undefined =>
      exact.get(`${promptId}/${documentId}`) ?? byDocument.get(documentId),
  }
}

function meanOf(used: readonly Used[]): Used {
  const mean = (of: (one: Used) => number) =>
    used.reduce((sum, one) => sum + of(one), 0) / used.length
  const isPriced = used.every(({ dollars }) => dollars !== null)
  return {
    inputTokens: mean(({ inputTokens }) => inputTokens),
    outputTokens: mean(({ outputTokens }) => outputTokens),
    dollars: isPriced ? mean(({ dollars }) => dollars ?? 0) : null,
  }
}

const tokensOfPage = 700
/** Instructions, the schema of the answer, and an answer as it usually is. */
const tokensAround = 400
const tokensOfAnswer = 60
const lettersPerToken = 4

/** How many tokens the pages of a document make about; one that cannot be opened is taken for one page. */
function openSizes(ctx: AnsweringNeeds, of: Pick<Input, 'actor' | 'projectId'>) {
  const sizes = new Map<string, number>()
  return async (documentId: string): Promise<number> => {
    const known = sizes.get(documentId)
    if (known !== undefined) return known
    const pages = await listPages(ctx, { ...of, documentId }).catch(() => [undefined])
    const tokens = pages.length * tokensOfPage
    sizes.set(documentId, tokens)
    return tokens
  }
}

/** What a value takes under a profile of which nothing is known yet. */
async function openPrice(ctx: AnsweringNeeds, tenant: Tenant, profile: LlmProfileRow) {
  const { llmId, chunkSize, topK } = profileSettings(profile)
  // One that is broken refuses the runs themselves.
  const opened = await openLlm(ctx, tenant, llmId).catch(() => undefined)
  return async (letters: number, documentTokens: number): Promise<Used> => {
    const isFree = opened !== undefined && !opened.llm.complete
    if (isFree) return { inputTokens: 0, outputTokens: 0, dollars: 0 }
    const context = chunkSize > 0 ? Math.min(chunkSize * topK, documentTokens) : documentTokens
    const inputTokens = context + tokensAround + letters / lettersPerToken
    const tokens = { input: inputTokens, output: tokensOfAnswer, embedding: 0 }
    const dollars = opened
      ? await costOf(opened.pricing, { model: opened.llm.model, tokens })
      : null
    return { inputTokens, outputTokens: tokensOfAnswer, dollars }
  }
}
