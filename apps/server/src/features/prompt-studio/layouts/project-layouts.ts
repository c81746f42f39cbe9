import type { CompiledLayout, FieldRule } from '@recto/extraction/compiled-layout'
import { describeRule } from '@recto/extraction/describe-layout-rule'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import {
  countExamples,
  countLayoutAnswers,
  findLayoutFailure,
  findLayoutSettings,
  type LayoutFailure,
  type LayoutSettings,
  listLayoutRows,
  saveLayoutSettings,
} from '../../answering/answering.port.ts'
import { computeAverageCallCost } from '../../usage/usage.port.ts'
import { getProject } from '../rows/access.ts'
import { listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'
import { enqueueLayoutCompilation } from './enqueue-layout-compilation.ts'

type ProjectRequest = { readonly actor: Actor; readonly projectId: string }

type ProjectLayout = {
  readonly id: string
  readonly name: string
  readonly documents: number
  readonly compiledAt: Date
  readonly fields: readonly {
    readonly key: string
    readonly rule: string
    readonly documents: number
    readonly isSuspended: boolean
  }[]
  /** The keys of prompts that the model answers. */
  readonly withoutRule: readonly string[]
  readonly recognized: number
  readonly answered: number
  readonly missed: number
  readonly savedInDollars: number | null
}

export type ProjectLayouts = LayoutSettings & {
  readonly approvedDocuments: number
  /** The reason for which the layouts could not be compiled; undefined when they are. */
  readonly failure: LayoutFailure | undefined
  readonly layouts: readonly ProjectLayout[]
}

/**
 * Lists the layouts of a project, with the number of answers their rules gave and the model cost
 * they saved.
 */
export async function listProjectLayouts(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: ProjectRequest,
): Promise<ProjectLayouts> {
  const project = await getProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const [settings, rows, counts, approvedDocuments, averageCallCost, prompts, failure] =
    await Promise.all([
      findLayoutSettings(tenant, projectId),
      listLayoutRows(tenant, projectId),
      countLayoutAnswers(tenant, projectId),
      countExamples(tenant, projectId),
      computeAverageCallCost(tenant, projectId),
      listPromptsOfProjects(tenant, [projectId]),
      findLayoutFailure(tenant, projectId),
    ])
  // One call of a single pass answers all prompts.
  const promptsPerCall = project.single_pass ? Math.max(1, prompts.length) : 1
  const dollarsPerField = averageCallCost === null ? null : averageCallCost / promptsPerCall
  const activePrompts = prompts.filter(
    ({ prompt_type, active }) => prompt_type === 'PROMPT' && active,
  )
  const countsById = new Map(counts.map((count) => [count.layoutId, count]))
  return {
    ...settings,
    approvedDocuments,
    failure,
    layouts: rows.map(({ id, layout, suspended: suspendedKeys, compiled_at }) => {
      // The layout was compiled by this server.
      const { documents, name = '', ...compiledLayout } = layout as CompiledLayout
      // A rule whose prompt was reworded or deleted answers nothing.
      const rules = compiledLayout.rules.filter((rule) =>
        activePrompts.some((prompt) => answersPrompt(rule, prompt)),
      )
      const ruleKeys = new Set(rules.map(({ key }) => key))
      const layoutCounts = countsById.get(id)
      const answeredFields = layoutCounts?.answered ?? 0
      return {
        id,
        name,
        documents,
        compiledAt: compiled_at,
        recognized: layoutCounts?.documents ?? 0,
        answered: answeredFields,
        missed: layoutCounts?.missed ?? 0,
        savedInDollars: dollarsPerField === null ? null : answeredFields * dollarsPerField,
        withoutRule: activePrompts.map(({ key }) => key).filter((key) => !ruleKeys.has(key)),
        fields: rules.map((rule) => ({
          key: rule.key,
          rule: describeRule(rule),
          documents: rule.documents,
          isSuspended: suspendedKeys.includes(rule.key),
        })),
      }
    }),
  }
}

const answersPrompt = (rule: FieldRule, { key, enforce_type, prompt }: PromptRow): boolean =>
  rule.key === key && rule.type === enforce_type && rule.prompt === prompt

/**
 * Saves the settings and recompiles the layouts, because the minimum number of documents may have
 * changed.
 */
export async function changeLayoutSettings(
  ctx: Pick<Context, 'db' | 'jobs'>,
  { actor, projectId, ...settings }: ProjectRequest & LayoutSettings,
): Promise<ProjectLayouts> {
  await getProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  await saveLayoutSettings(tenant, projectId, settings)
  await enqueueLayoutCompilation(ctx, tenant, { projectId })
  return listProjectLayouts(ctx, { actor, projectId })
}
