import type { UsageReport } from '@recto/contract/usage/used'
import { csvLine } from '../organizations/organizations.port.ts'
import type { UsedInDays } from './read-used.ts'
import type { UsedLine, UsedOf } from './used.reads.ts'

export function presentUsed({ firstDay, lastDay, rows }: UsedInDays): UsageReport {
  const rowsBy = (dimension: UsedOf['by']) => rows.filter((row) => row.by === dimension)
  const presentRow = (row: UsedOf) => ({
    id: row.key,
    name: row.name,
    ...presentCounts(row),
    ...presentFiles(row),
  })
  return {
    start_date: firstDay,
    end_date: lastDay,
    days: rowsBy('day').map((row) => ({
      date: row.key ?? '',
      ...presentCounts(row),
      ...presentFiles(row),
    })),
    // Rows without a model count files.
    models: rowsBy('model')
      .map((row) => (row.key === null ? undefined : { model: row.key, ...presentCounts(row) }))
      .filter((value) => value !== undefined),
    projects: rowsBy('project').map(presentRow),
    deployments: rowsBy('deployment').map(presentRow),
  }
}

const presentCounts = ({ calls, unpricedCalls, tokens, dollars }: UsedOf) => ({
  calls,
  unpriced_calls: unpricedCalls,
  total_tokens: tokens,
  cost_in_dollars: dollars,
})

const presentFiles = ({ pages, filesCompleted, filesFailed, filesStopped }: UsedOf) => ({
  pages,
  files_completed: filesCompleted,
  files_failed: filesFailed,
  files_stopped: filesStopped,
})

const columns: readonly (readonly [string, (line: UsedLine) => string | number | null])[] = [
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
]

export function csvOfUsed(lines: readonly UsedLine[]): string {
  const head = csvLine(columns.map(([name]) => name))
  const cells = (line: UsedLine) => columns.map(([, cell]) => String(cell(line) ?? ''))
  return head + lines.map((line) => csvLine(cells(line))).join('')
}
