import type { CompiledLayout, LayoutRule } from '@recto/extraction/compiled-layout'
import { sayRule } from '@recto/extraction/say-layout-rule'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import {
  countExamples,
  countLayoutAnswers,
  findLayoutSettings,
  type LayoutSettings,
  listLayoutRows,
  saveLayoutSettings,
} from '../../answering/answering.port.ts'
import { averageCallOfProject } from '../../usage/usage.port.ts'
import { getProject } from '../rows/get-project.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'
import { noteApproved } from './note-approved.ts'

type Of = { readonly actor: Actor; readonly projectId: string }

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
  /** The keys of prompts that are asked of the model. */
  readonly withoutRule: readonly string[]
  readonly recognised: number
  readonly answered: number
  readonly missed: number
  readonly savedInDollars: number | null
}

export type ProjectLayouts = LayoutSettings & {
  readonly approvedDocuments: number
  readonly layouts: readonly ProjectLayout[]
}

/** The layouts of a project, with what their rules have answered and what models would have been paid for that. */
export async function listProjectLayouts(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: Of,
): Promise<ProjectLayouts> {
  const project = await getProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const [settings, rows, counts, approvedDocuments, call, prompts] = await Promise.all([
    findLayoutSettings(tenant, projectId),
    listLayoutRows(tenant, projectId),
    countLayoutAnswers(tenant, projectId),
    countExamples(tenant, projectId),
    averageCallOfProject(tenant, projectId),
    listPromptsOfProjects(tenant, [projectId]),
  ])
  // One call of a single pass answers all of them.
  const together = project.single_pass ? Math.max(1, prompts.length) : 1
  const dollarsOfField = call === null ? null : call / together
  const asked = prompts.filter(({ prompt_type, active }) => prompt_type === 'PROMPT' && active)
  const countOf = new Map(counts.map((count) => [count.layoutId, count]))
  return {
    ...settings,
    approvedDocuments,
    layouts: rows.map(({ id, layout, suspended, compiled_at }) => {
      // What was compiled is ours.
      const { documents, name = '', ...compiled } = layout as CompiledLayout
      // One whose question is worded anew, or gone, answers nothing.
      const rules = compiled.rules.filter((rule) => asked.some(isAskedAs(rule)))
      const { documents: recognised = 0, answered = 0, missed = 0 } = countOf.get(id) ?? {}
      return {
        ...{ id, name, documents, compiledAt: compiled_at, recognised, answered, missed },
        savedInDollars: dollarsOfField === null ? null : answered * dollarsOfField,
        withoutRule: asked.flatMap(({ key }) =>
          rules.some((rule) => rule.key === key) ? [] : [key],
        ),
        fields: rules.map((rule) => ({
          key: rule.key,
          rule: sayRule(rule),
          documents: rule.documents,
          isSuspended: suspended.includes(rule.key),
        })),
      }
    }),
  }
}

type Asked = Awaited<ReturnType<typeof listPromptsOfProjects>>[number]

const isAskedAs =
  ({ key, type, prompt }: LayoutRule) =>
  (one: Asked) =>
    one.key === key && one.enforce_type === type && one.prompt === prompt

/** With another number of documents the layouts are compiled anew. */
export async function changeLayoutSettings(
  ctx: Pick<Context, 'db' | 'jobs'>,
  { actor, projectId, ...settings }: Of & LayoutSettings,
): Promise<ProjectLayouts> {
  await getProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  await saveLayoutSettings(tenant, projectId, settings)
  await noteApproved(ctx, tenant, { projectId })
  return listProjectLayouts(ctx, { actor, projectId })
}
