import { maxRuns } from '@recto/contract/prompt-studio/studio-runs'
import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { computeCallCost, type OpenedLlm, openLlm } from '../../adapters/adapters.port.ts'
import {
  type AnsweringDependencies,
  type AnswerSettings,
  assumedImageTokens,
} from '../../answering/answering.port.ts'
import { listPages } from '../documents/list-pages.ts'
import { getProfileSettings } from '../profiles/answer-settings.ts'
import { getProject } from '../rows/access.ts'
import { listOutputUsage, type OutputUsage } from '../rows/outputs.store.ts'
import { type LlmProfileRow, listProfilesOfProjects } from '../rows/profiles.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'

type EstimateRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly promptIds: readonly string[]
  readonly documentIds: readonly string[]
  readonly profileIds: readonly string[]
}

type ValueCost = Pick<OutputUsage, 'inputTokens' | 'outputTokens' | 'dollars'>

/** The expected cost of the values of one profile. */
export type Estimate = {
  readonly profileId: string
  readonly values: number
  readonly tokens: number
  /** Null if the price of the model is unknown. */
  readonly dollars: number | null
  /** Number of values whose cost is taken from an earlier run on the same document. */
  readonly measuredValues: number
}

/**
 * Estimates the cost of runs before they are started: from earlier runs of the same prompts,
 * documents and profiles, or else from the settings and the current price of the model. Calls no
 * model.
 */
export async function estimateRuns(
  ctx: AnsweringDependencies,
  { actor, projectId, promptIds, documentIds, profileIds }: EstimateRequest,
): Promise<readonly Estimate[]> {
  if (promptIds.length * documentIds.length * profileIds.length > maxRuns) {
    throw badRequest(`At most ${maxRuns} values can be requested at once.`)
  }
  const project = await getProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const outputUsage = await listOutputUsage(tenant, {
    projectId,
    isSinglePass: project.single_pass,
  })
  const prompts = await listPromptsOfProjects(tenant, [projectId])
  const requestedIds = new Set(promptIds)
  const requestedPrompts = prompts.filter(
    ({ id, prompt_type }) => prompt_type === 'PROMPT' && requestedIds.has(id),
  )
  const profiles = await listProfilesOfProjects(tenant, [projectId])
  const estimateSize = createSizeEstimator(ctx, { actor, projectId })
  const estimates: Estimate[] = []
  for (const profile of profiles.filter(({ id }) => profileIds.includes(id))) {
    const pastCosts = createPastCosts(
      outputUsage.filter(({ profileId }) => profileId === profile.id),
    )
    const estimateCost = await createCostEstimator(ctx, tenant, profile)
    let sum: Omit<Estimate, 'profileId'> = { values: 0, tokens: 0, dollars: 0, measuredValues: 0 }
    for (const documentId of new Set(documentIds)) {
      const measuredCosts = requestedPrompts.flatMap(
        ({ id }) => pastCosts.find(id, documentId) ?? [],
      )
      const newPrompts = requestedPrompts.filter(({ id }) => !pastCosts.find(id, documentId))
      for (const cost of measuredCosts) sum = addCost(sum, cost, { values: 1, measuredValues: 1 })
      if (newPrompts.length === 0) continue
      const cost = await estimateCost(
        countCharacters(newPrompts) / newPrompts.length,
        await estimateSize(documentId),
      )
      sum = addCost(sum, cost, { values: newPrompts.length, measuredValues: 0 })
    }
    estimates.push({ profileId: profile.id, ...sum })
  }
  return estimates
}

/** Adds the cost of `values` equally expensive values. */
function addCost(
  sum: Omit<Estimate, 'profileId'>,
  { inputTokens, outputTokens, dollars }: ValueCost,
  { values, measuredValues }: Pick<Estimate, 'values' | 'measuredValues'>,
): Omit<Estimate, 'profileId'> {
  return {
    values: sum.values + values,
    tokens: sum.tokens + (inputTokens + outputTokens) * values,
    dollars: sum.dollars === null || dollars === null ? null : sum.dollars + dollars * values,
    measuredValues: sum.measuredValues + measuredValues,
  }
}

const countCharacters = (prompts: readonly { readonly prompt: string }[]) =>
  prompts.reduce((sum, { prompt }) => sum + prompt.length, 0)

/**
 * Finds what the same value cost before, or else the average cost of its document's values under
 * the profile.
 */
function createPastCosts(usage: readonly OutputUsage[]) {
  const byValue = new Map(usage.map((value) => [`${value.promptId}/${value.documentId}`, value]))
  const byDocument = new Map(
    [...Map.groupBy(usage, ({ documentId }) => documentId)].map(
      ([documentId, values]) => [documentId, averageCost(values)] as const,
    ),
  )
  return {
    find: (promptId: string, documentId: string): ValueCost | undefined =>
      byValue.get(`${promptId}/${documentId}`) ?? byDocument.get(documentId),
  }
}

function averageCost(costs: readonly ValueCost[]): ValueCost {
  const mean = (getNumber: (cost: ValueCost) => number) =>
    costs.reduce((sum, one) => sum + getNumber(one), 0) / costs.length
  const isPriced = costs.every(({ dollars }) => dollars !== null)
  return {
    inputTokens: mean(({ inputTokens }) => inputTokens),
    outputTokens: mean(({ outputTokens }) => outputTokens),
    dollars: isPriced ? mean(({ dollars }) => dollars ?? 0) : null,
  }
}

const tokensPerPage = 700
/** Instructions, the schema of the answer, and a typical answer. */
const overheadTokens = 400
const tokensPerAnswer = 60
const charactersPerToken = 4

type DocumentSize = { readonly pages: number }

/**
 * Finds the number of pages, by which the tokens of a document are estimated. A document that cannot be opened
 * counts as one page.
 */
function createSizeEstimator(
  ctx: AnsweringDependencies,
  project: Pick<EstimateRequest, 'actor' | 'projectId'>,
) {
  const sizes = new Map<string, DocumentSize>()
  return async (documentId: string): Promise<DocumentSize> => {
    const knownSize = sizes.get(documentId)
    if (knownSize !== undefined) return knownSize
    const pages = await listPages(ctx, { ...project, documentId }).catch(() => [undefined])
    const size = { pages: pages.length }
    sizes.set(documentId, size)
    return size
  }
}

/** Estimates the tokens of the images of pages that come with each prompt. */
function estimateImageTokens(
  llm: OpenedLlm | undefined,
  seenPages: AnswerSettings['seenPages'],
  pages: number,
): number {
  if (!seenPages) return 0
  const side = llm?.sight?.limits.maxSide ?? 0
  const tokens = llm?.sight?.countTokens({ width: side, height: side }) ?? assumedImageTokens
  return tokens * Math.min(pages, seenPages.maxPages)
}

/** Estimates the cost of a value under a profile without earlier runs. */
async function createCostEstimator(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  profile: LlmProfileRow,
) {
  const { llmId, chunkSize, topK, seenPages } = getProfileSettings(profile)
  // A broken adapter refuses the runs themselves.
  const openedLlm = await openLlm(ctx, tenant, llmId).catch(() => undefined)
  return async (promptCharacters: number, { pages }: DocumentSize): Promise<ValueCost> => {
    const documentTokens = pages * tokensPerPage
    const isFree = openedLlm !== undefined && !openedLlm.connection.complete
    if (isFree) return { inputTokens: 0, outputTokens: 0, dollars: 0 }
    const textTokens = chunkSize > 0 ? Math.min(chunkSize * topK, documentTokens) : documentTokens
    const inputTokens =
      (seenPages?.isTextLeftOut ? 0 : textTokens) +
      estimateImageTokens(openedLlm, seenPages, pages) +
      overheadTokens +
      promptCharacters / charactersPerToken
    const tokens = { input: inputTokens, output: tokensPerAnswer, embedding: 0 }
    const dollars = openedLlm
      ? await computeCallCost(openedLlm.pricing, { model: openedLlm.connection.model, tokens })
      : null
    return { inputTokens, outputTokens: tokensPerAnswer, dollars }
  }
}
