import { randomUUID } from 'node:crypto'
import { minExpectedValues } from '@recto/contract/tools/improvements'
import { badRequest, conflict, invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import type { AnsweringDependencies } from '../../answering/answering.port.ts'
import { assertMayRun } from '../../billing/billing.port.ts'
import type { ProjectParts } from '../../prompt-studio/prompt-studio.port.ts'
import { isExported } from '../assert-exportable.ts'
import { loadComparison } from '../regression-tests/comparison.ts'
import { loadTestCases, type TestCases } from '../regression-tests/test-cases.ts'
import { OutputOfProfile, type ToolMetadata, withFieldsOfProfile } from '../tool-metadata.ts'
import { assertCostsBounded } from './assert-costs-bounded.ts'
import { improvePromptsJob, toImprovementJobKey } from './improvements.jobs.ts'
import {
  type ImprovementRow,
  insertImprovement,
  type NewImprovement,
} from './improvements.store.ts'

type Prompt = ProjectParts['prompts'][number]

type PromptsToMeasure = {
  readonly projectId: string
  readonly promptIds: readonly string[]
  /** Verb that a refusal names. */
  readonly verb: 'improved' | 'compared'
}

/** Finds the prompts. Refuses them if none has enough expected values. */
export async function findMeasurablePrompts(
  tenant: Tenant,
  parts: ProjectParts,
  { projectId, promptIds, verb }: PromptsToMeasure,
): Promise<readonly Prompt[]> {
  const prompts = [...new Set(promptIds)].map((id) => {
    const prompt = parts.prompts.find((one) => one.id === id)
    if (!prompt || !isExported(prompt)) {
      throw invalid('promptIds', 'The project has no such active prompt.', 'does_not_exist')
    }
    return prompt
  })
  const counts = countValues(
    await loadTestCases(tenant, projectId, {
      outputs: parts.prompts.map(({ key }) => ({ name: key })),
    }),
  )
  if (prompts.every(({ key }) => (counts.get(key) ?? 0) < minExpectedValues)) {
    throw badRequest(
      `A field needs at least ${minExpectedValues} expected values to be ${verb}. ${describeCounts(
        prompts.map(({ key }) => key),
        counts,
      )}`,
    )
  }
  return prompts
}

export const countValues = ({
  documents,
}: Pick<TestCases, 'documents'>): ReadonlyMap<string, number> => {
  const keys = documents.flatMap(({ expectedValues }) => expectedValues.map(({ key }) => key))
  return new Map([...Map.groupBy(keys, (key) => key)].map(([key, { length }]) => [key, length]))
}

const maxDescribed = 5

function describeCounts(keys: readonly string[], counts: ReadonlyMap<string, number>): string {
  const parts = keys.slice(0, maxDescribed).map((key) => `“${key}” has ${counts.get(key) ?? 0}`)
  return `${parts.join(', ')}.`
}

type RunToQueue = Omit<NewImprovement, 'id' | 'metadata' | 'promptKeys' | 'userId'> & {
  readonly actor: Actor
  readonly parts: ProjectParts
  readonly prompts: readonly Prompt[]
}

/** Queues a run with the project as it is now. Refuses it while another one of the project is open. */
export async function queueRun(
  ctx: AnsweringDependencies & Pick<Context, 'config' | 'db' | 'jobs'>,
  { actor, parts, prompts, ...settings }: RunToQueue,
): Promise<ImprovementRow> {
  const { projectId } = settings
  const tenant = tenantOf(ctx, actor)
  const { candidate: metadata } = await loadComparison(ctx, { actor, projectId }, parts)
  if (settings.budgetDollars !== null) {
    const keys = prompts.map(({ key }) => key)
    for (const variant of [metadata, ...listVariants(metadata, keys, settings)]) {
      await assertCostsBounded(ctx, tenant, { metadata: variant, keys, llmId: settings.llmId })
    }
  }
  await assertMayRun(ctx.config, tenant)
  return inTransaction(tenant, async (transaction) => {
    const id = randomUUID()
    const row = await insertImprovement(transaction, {
      id,
      metadata,
      promptKeys: prompts.map(({ key, id: promptId }) => ({ key, promptId })),
      userId: actor.userId,
      ...settings,
    })
    if (!row) {
      throw conflict('Prompts of this project are already being improved, or profiles compared.')
    }
    const { organizationId, db } = transaction
    const payload = { organizationId, improvementId: id }
    await ctx.jobs.enqueue(improvePromptsJob, payload, {
      key: toImprovementJobKey(id),
      organizationId,
      db,
    })
    return row
  })
}

/** Lists the project as each compared profile would answer it. */
const listVariants = (
  metadata: ToolMetadata,
  keys: readonly string[],
  { comparison }: Pick<NewImprovement, 'comparison'>,
): readonly ToolMetadata[] =>
  (comparison?.profiles ?? []).map(({ settings }) => {
    const fields = OutputOfProfile.parse(settings)
    return keys.reduce((variant, key) => withFieldsOfProfile(variant, key, fields), metadata)
  })
