import type { UsageReport } from '@recto/contract/usage/used'
import { csvLine } from '../../platform/csv.ts'
import type { UsedInDays, UsedLines } from './read-used.ts'
import type { UsedAmounts, UsedLine, UsedOf } from './used.reads.ts'

export function presentUsed({ firstDay, lastDay, rows, averageCost }: UsedInDays): UsageReport {
  const rowsBy = (dimension: UsedOf['by']) => rows.filter((row) => row.by === dimension)
  const presentRow = (row: UsedOf) => ({
    id: row.key,
    name: row.name,
    ...presentCounts(row, averageCost),
    ...presentFiles(row),
  })
  return {
    start_date: firstDay,
    end_date: lastDay,
    average_question_cost: averageCost,
    days: rowsBy('day').map((row) => ({
      date: row.key ?? '',
      ...presentCounts(row, averageCost),
      ...presentFiles(row),
    })),
    // Rows without a model count files.
    models: rowsBy('model')
      .map((row) =>
        row.key === null ? undefined : { model: row.key, ...presentCounts(row, averageCost) },
      )
      .filter((value) => value !== undefined),
    projects: rowsBy('project').map(presentRow),
    deployments: rowsBy('deployment').map(presentRow),
  }
}

/** The counts by their names on the wire. */
const counts = {
  calls: 'calls',
  unpriced_calls: 'unpricedCalls',
  total_tokens: 'tokens',
  input_tokens: 'inputTokens',
  cached_tokens: 'cachedTokens',
  output_tokens: 'outputTokens',
  reasoning_tokens: 'reasoningTokens',
  cost_in_dollars: 'dollars',
  saved_by_cache: 'savedByCache',
  saved_by_single_pass: 'savedBySinglePass',
  saved_by_batch: 'savedByBatch',
  embedded_data_answers: 'embeddedAnswers',
  layout_answers: 'layoutAnswers',
  built_in_extractor_answers: 'builtInAnswers',
} as const satisfies Readonly<Record<string, keyof UsedAmounts>>

type CountName = keyof typeof counts

const presentCounts = (row: UsedAmounts, averageCost: number | null) => ({
  ...(Object.fromEntries(Object.entries(counts).map(([name, key]) => [name, row[key]])) as Readonly<
    Record<CountName, number>
  >),
  saved_by_embedded_data: estimateSaving(row.embeddedAnswers, averageCost),
  saved_by_layouts: estimateSaving(row.layoutAnswers, averageCost),
  saved_by_built_in_extractor: estimateSaving(row.builtInAnswers, averageCost),
})

/** Where nothing was answered so, nothing was saved, whatever it would have cost. */
const estimateSaving = (answers: number, averageCost: number | null) =>
  answers === 0 ? 0 : averageCost && answers * averageCost

const presentFiles = ({ pages, filesCompleted, filesFailed, filesStopped }: UsedOf) => ({
  pages,
  files_completed: filesCompleted,
  files_failed: filesFailed,
  files_stopped: filesStopped,
})

/** Later columns come last, so that programs which read the file by position still can. */
const addedColumns = [
  'input_tokens',
  'cached_tokens',
  'output_tokens',
  'reasoning_tokens',
  'saved_by_cache',
  'saved_by_single_pass',
  'embedded_data_answers',
  'layout_answers',
  'built_in_extractor_answers',
  'saved_by_embedded_data',
  'saved_by_layouts',
  'saved_by_built_in_extractor',
  'saved_by_batch',
] as const

type CsvLine = ReturnType<typeof presentCounts> & UsedLine

const columns: readonly (readonly [string, (line: CsvLine) => string | number | null])[] = [
  ['date', ({ day }) => day],
  ['model', ({ model }) => model],
  ['project_id', ({ project }) => project],
  ['project', ({ projectName }) => projectName],
  ['deployment_id', ({ deployment }) => deployment],
  ['deployment', ({ deploymentName }) => deploymentName],
  ['calls', ({ calls }) => calls],
  ['unpriced_calls', ({ unpricedCalls }) => unpricedCalls],
  ['total_tokens', ({ tokens }) => tokens],
  ['cost_in_dollars', ({ dollars }) => dollars],
  ['pages', ({ pages }) => pages],
  ['files_completed', ({ filesCompleted }) => filesCompleted],
  ['files_failed', ({ filesFailed }) => filesFailed],
  ['files_stopped', ({ filesStopped }) => filesStopped],
  ...addedColumns.map((name) => [name, (line: CsvLine) => line[name]] as const),
]

export function csvOfUsed({ lines, averageCost }: UsedLines): string {
  const head = csvLine(columns.map(([name]) => name))
  const cells = (usedLine: UsedLine) => {
    const line = { ...usedLine, ...presentCounts(usedLine, averageCost) }
    return columns.map(([, cell]) => String(cell(line) ?? ''))
  }
  return head + lines.map((line) => csvLine(cells(line))).join('')
}
