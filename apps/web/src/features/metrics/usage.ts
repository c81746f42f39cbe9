import type { UsageReport } from '@recto/contract/usage/used'
import { textIn } from '../../shared/navigation/address-search.ts'
import { shortId } from '../../shared/table/DataTable.tsx'

/** Amounts that calls would have cost without what is named; estimates are 0 where they are unknown. */
type SavedAmounts = {
  readonly savedByCache: number
  readonly savedBySinglePass: number
  readonly savedByBatch: number
  readonly savedByEmbedded: number
  readonly savedByLayouts: number
  readonly savedByBuiltIn: number
}

/** Usage on a day, of a model, for a project, or by a deployment. */
export type UsageAmounts = SavedAmounts & {
  readonly calls: number
  /** Calls of models without a known price; the cost does not include them. */
  readonly unpricedCalls: number
  readonly tokens: number
  /** The input that was not read from a cache. */
  readonly input: number
  readonly cached: number
  /** The output without what was used to reason. */
  readonly output: number
  readonly reasoning: number
  readonly cost: number
  /** Questions answered without a call, by what answered them. */
  readonly embeddedAnswers: number
  readonly layoutAnswers: number
  readonly builtInAnswers: number
  readonly pages: number
  readonly completed: number
  readonly failed: number
  readonly stopped: number
}

export type UsagePart = UsageAmounts & { readonly key: string; readonly name: string }

export type PeriodUsage = {
  readonly from: string
  readonly until: string
  /** Says what a question has cost on average; null if nobody knows. */
  readonly averageCost: number | null
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
  input: wire.input_tokens - wire.cached_tokens,
  cached: wire.cached_tokens,
  output: wire.output_tokens - wire.reasoning_tokens,
  reasoning: wire.reasoning_tokens,
  cost: wire.cost_in_dollars,
  savedByCache: wire.saved_by_cache,
  savedBySinglePass: wire.saved_by_single_pass,
  savedByBatch: wire.saved_by_batch,
  embeddedAnswers: wire.embedded_data_answers,
  layoutAnswers: wire.layout_answers,
  builtInAnswers: wire.built_in_extractor_answers,
  savedByEmbedded: wire.saved_by_embedded_data ?? 0,
  savedByLayouts: wire.saved_by_layouts ?? 0,
  savedByBuiltIn: wire.saved_by_built_in_extractor ?? 0,
  pages: wire.pages ?? 0,
  completed: wire.files_completed ?? 0,
  failed: wire.files_failed ?? 0,
  stopped: wire.files_stopped ?? 0,
})

const amountKeys = [
  'calls',
  'unpricedCalls',
  'tokens',
  'input',
  'cached',
  'output',
  'reasoning',
  'cost',
  'savedByCache',
  'savedBySinglePass',
  'savedByBatch',
  'embeddedAnswers',
  'layoutAnswers',
  'builtInAnswers',
  'savedByEmbedded',
  'savedByLayouts',
  'savedByBuiltIn',
  'pages',
  'completed',
  'failed',
  'stopped',
] as const satisfies readonly (keyof UsageAmounts)[]

/** Builds amounts from one number for each; the list of keys has all of them. */
const buildAmounts = (amountOfKey: (key: keyof UsageAmounts) => number) =>
  Object.fromEntries(amountKeys.map((key) => [key, amountOfKey(key)])) as {
    [Key in (typeof amountKeys)[number]]: number
  } satisfies UsageAmounts

const zeroAmounts: UsageAmounts = buildAmounts(() => 0)

const addAmounts = (a: UsageAmounts, b: UsageAmounts): UsageAmounts =>
  buildAmounts((key) => a[key] + b[key])

type NamedUsage = UsageReport['projects'][number]

type NameTexts = {
  /** Stands for usage that belongs to nothing. */
  readonly noneText: string
  /** Says why something has no name. */
  readonly namelessText: string
}

const namedFromWire =
  ({ noneText, namelessText }: NameTexts) =>
  (wire: NamedUsage): UsagePart => ({
    key: wire.id ?? '',
    name: wire.name ?? (wire.id === null ? noneText : `${namelessText} (${shortId(wire.id)})`),
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
    averageCost: wire.average_question_cost,
    total: days.reduce<UsageAmounts>(addAmounts, zeroAmounts),
    days,
    models: wire.models.map((model) => ({
      key: model.model,
      name: model.model,
      ...amountsFromWire(model),
    })),
    projects: wire.projects.map(namedFromWire({ noneText: 'No project', namelessText: 'Deleted' })),
    deployments: wire.deployments.map(
      namedFromWire({ noneText: 'Prompt Studio', namelessText: 'Deleted or not shared with you' }),
    ),
  }
}

/** Maximum number of models or deployments with a separate bar; the tables list all. */
const maxBars = 8

/** Returns the first models or deployments, and the sum of all others. */
export function partsForChart(parts: readonly UsagePart[]): readonly UsagePart[] {
  if (parts.length <= maxBars) return parts
  const otherParts = parts.slice(maxBars - 1).reduce<UsageAmounts>(addAmounts, zeroAmounts)
  return [...parts.slice(0, maxBars - 1), { key: 'others', name: 'Other', ...otherParts }]
}

const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined

/** Stands for usage without a project, or without a deployment. */
export const noneKey = 'none'

export type UsageSearch = {
  readonly from: string | undefined
  readonly until: string | undefined
  readonly model: string | undefined
  readonly project: string | undefined
  readonly deployment: string | undefined
}

export const readUsageSearch = (search: Readonly<Record<string, unknown>>): UsageSearch => ({
  from: dayIn(search.from),
  until: dayIn(search.until),
  model: textIn(search.model),
  project: textIn(search.project),
  deployment: textIn(search.deployment),
})

/** Whether only a part of the usage is wanted. */
export const isNarrowed = ({ model, project, deployment }: UsageSearch): boolean =>
  (model ?? project ?? deployment) !== undefined

/** Money that was saved, and how much of it is an estimate. */
export const savedOf = (amounts: UsageAmounts): number =>
  amounts.savedByCache +
  amounts.savedBySinglePass +
  amounts.savedByBatch +
  savedWithoutCallOf(amounts)

/** An estimate of the money that answers without a call have saved. */
export const savedWithoutCallOf = (amounts: UsageAmounts): number =>
  amounts.savedByEmbedded + amounts.savedByLayouts + amounts.savedByBuiltIn
