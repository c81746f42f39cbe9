import type pg from 'pg'

/** The kinds of work, each with the states in which it can be. A cell of the table is a kind in a state. */
const statesByKind = {
  'awaited file': ['waiting', 'running', 'suspended'],
  'asynchronous file': ['waiting', 'running', 'suspended'],
  'file of a pipeline': ['waiting', 'running', 'suspended'],
  'file of a preview': ['waiting', 'running'],
  'studio run': ['waiting', 'running'],
  'regression test': ['waiting', 'running'],
  'text job': ['waiting', 'running', 'suspended'],
  'webhook delivery': ['waiting', 'running', 'suspended'],
  'message of a notification': ['waiting', 'running', 'suspended'],
  mail: ['waiting', 'running', 'suspended'],
  'listing of a source': ['waiting', 'running', 'suspended'],
  'listing of a preview': ['waiting', 'running', 'suspended'],
  'compilation of layouts': ['waiting', 'running'],
  'scheduled job': ['waiting', 'running', 'suspended'],
  'file that waits for people': ['suspended'],
  'file that waits for its destination': ['suspended'],
} as const satisfies Readonly<Record<string, readonly State[]>>

export type State = 'waiting' | 'running' | 'suspended'
type Kind = keyof typeof statesByKind

/** `kind, state` */
export type Cell = string

/** Number of items in each cell that is not empty. */
export type CellCounts = Readonly<Record<Cell, number>>

export const cellOf = (kind: Kind, state: State): Cell => `${kind}, ${state}`

export const allCells: readonly Cell[] = Object.entries(statesByKind).flatMap(([kind, states]) =>
  states.map((state) => cellOf(kind as Kind, state)),
)

/** Every item that has not ended, with its kind and state. Executions that were never started have none. */
const countQuery = `
  with open_file as (
    select f.*, e.is_preview, e.entity,
      case when f.worker_id is not null then 'running'
        when f.waits_until is null then 'waiting' else 'suspended' end as state
    from file_execution f join execution e on e.id = f.execution_id
    where f.status in ('PENDING', 'EXECUTING')
  ), open_job as (
    select key, kind, case when state = 'running' then 'running'
      when waits_until is null then 'waiting' else 'suspended' end as state
    from work_item where state in ('waiting', 'running')
  ), item as (
    select case when is_preview then 'file of a preview' when entity = 'ETL'
      then 'file of a pipeline' when is_awaited then 'awaited file' else 'asynchronous file' end
      as kind, state from open_file
    union all select 'file that waits for people', state from open_file
      where state = 'suspended' and is_in_review
    union all select 'file that waits for its destination', state from open_file
      where state = 'suspended' and not is_in_review
    union all select 'studio run', state from studio_run where state in ('waiting', 'running')
    union all select 'regression test', state from verification where state in ('waiting', 'running')
    union all select case when key ~ '@\\d{4}-' then 'scheduled job'
      when kind = 'text-service/extract-text' then 'text job'
      when kind = 'text-service/deliver-webhook' then 'webhook delivery'
      when kind = 'executions/list-source' then 'listing of a source'
      when kind = 'executions/list-preview' then 'listing of a preview'
      when kind = 'prompt-studio/compile-layouts' then 'compilation of layouts' else kind end, state
      from open_job
    union all select 'message of a notification', case when worker_id is not null then 'running'
      when next_try_at is null then 'waiting' else 'suspended' end
      from notification_delivery where state = 'WAITING'
    union all select 'mail', case when worker_id is not null then 'running'
      when next_try_at is null then 'waiting' else 'suspended' end
      from outgoing_mail where sealed is not null
  )
  select kind || ', ' || state as cell, count(*)::integer as count from item group by 1`

type CellRow = { readonly cell: Cell; readonly count: number }

export async function countCells(client: pg.ClientBase): Promise<CellCounts> {
  const { rows } = await client.query<CellRow>(countQuery)
  return Object.fromEntries(rows.map(({ cell, count }) => [cell, count]))
}

/** In how many of these moments each cell had an item. */
export function countMoments(moments: readonly CellCounts[]): Map<Cell, number> {
  return new Map(
    allCells.map((cell) => [cell, moments.filter((counts) => (counts[cell] ?? 0) > 0).length]),
  )
}
