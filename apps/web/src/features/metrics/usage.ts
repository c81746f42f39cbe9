import type { UsageReport } from '@recto/contract/usage/used'
import { shortId } from '../../shared/table/DataTable.tsx'

/** Usage on a day, of a model, for a project, or by a deployment. */
export type UsageAmounts = {
  readonly calls: number
  /** Calls of models without a known price; the cost does not include them. */
  readonly unpricedCalls: number
  readonly tokens: number
  readonly cost: number
  readonly pages: number
  readonly completed: number
  readonly failed: number
  readonly stopped: number
}

export type UsagePart = UsageAmounts & { readonly key: string; readonly name: string }

export type PeriodUsage = {
  readonly from: string
  readonly until: string
  readonly total: UsageAmounts
  readonly days: readonly UsagePart[]
  readonly models: readonly UsagePart[]
  readonly projects: readonly UsagePart[]
  readonly deployments: readonly UsagePart[]
}

type Counts = UsageReport['models'][number]
type WithFiles = Omit<Counts, 'model'> &
  Partial<Omit<UsageReport['days'][number], keyof Counts | 'date'>>

const amountsFromWire = (wire: WithFiles): UsageAmounts => ({
  calls: wire.calls,
  unpricedCalls: wire.unpriced_calls,
  tokens: wire.total_tokens,
  cost: wire.cost_in_dollars,
  pages: wire.pages ?? 0,
  completed: wire.files_completed ?? 0,
  failed: wire.files_failed ?? 0,
  stopped: wire.files_stopped ?? 0,
})

const zeroAmounts: UsageAmounts = {
  calls: 0,
  unpricedCalls: 0,
  tokens: 0,
  cost: 0,
  pages: 0,
  completed: 0,
  failed: 0,
  stopped: 0,
}

const addAmounts = (a: UsageAmounts, b: UsageAmounts): UsageAmounts => ({
  calls: a.calls + b.calls,
  unpricedCalls: a.unpricedCalls + b.unpricedCalls,
  tokens: a.tokens + b.tokens,
  cost: a.cost + b.cost,
  pages: a.pages + b.pages,
  completed: a.completed + b.completed,
  failed: a.failed + b.failed,
  stopped: a.stopped + b.stopped,
})

type NamedUsage = UsageReport['projects'][number]

const namedFromWire =
  (emptyName: string) =>
  (wire: NamedUsage): UsagePart => ({
    key: wire.id ?? '',
    name: wire.name ?? (wire.id === null ? emptyName : `Deleted (${shortId(wire.id)})`),
    ...amountsFromWire(wire),
  })

export function periodUsageFromWire(wire: UsageReport): PeriodUsage {
  const days = wire.days.map((day) => ({
    key: day.date,
    name: day.date,
    ...amountsFromWire(day),
  }))
  return {
    from: wire.start_date,
    until: wire.end_date,
    total: days.reduce<UsageAmounts>(addAmounts, zeroAmounts),
    days,
    models: wire.models.map((model) => ({
      key: model.model,
      name: model.model,
      ...amountsFromWire(model),
    })),
    projects: wire.projects.map(namedFromWire('No project')),
    deployments: wire.deployments.map(namedFromWire('Prompt Studio')),
  }
}

/** Maximum number of models with a separate bar; the tables list all. */
const barsOfModels = 8

/** Returns the most expensive models, and the sum of all others. */
export function modelsForChart(models: readonly UsagePart[]): readonly UsagePart[] {
  if (models.length <= barsOfModels) return models
  const otherModels = models.slice(barsOfModels - 1).reduce<UsageAmounts>(addAmounts, zeroAmounts)
  return [...models.slice(0, barsOfModels - 1), { key: 'others', name: 'Other', ...otherModels }]
}

const dayMs = 24 * 60 * 60 * 1000

/** Lists the days of the period, oldest first. */
export function daysBetween(from: string, until: string): readonly string[] {
  const count = Math.round((Date.parse(until) - Date.parse(from)) / dayMs) + 1
  return Array.from({ length: Math.max(count, 0) }, (_, i) =>
    new Date(Date.parse(from) + i * dayMs).toISOString().slice(0, 10),
  )
}

const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined

export type UsageSearch = { readonly from: string | undefined; readonly until: string | undefined }

export const readUsageSearch = (search: Readonly<Record<string, unknown>>): UsageSearch => ({
  from: dayIn(search.from),
  until: dayIn(search.until),
})
