import {
  deleteLookupAlias,
  type LookupCandidate,
  type LookupMatch,
  listDocumentLookups,
  type RowMatch,
  saveLookupAlias,
} from '@recto/contract/lookups/lookup-matches'
import { queryOptions } from '@tanstack/react-query'
import { readAs, useChange } from '../../shared/api/requests.ts'
import type { DocumentRef } from './document.ts'
import type { PromptOutput } from './output.ts'

/** The row of a lookup table that the value of a prompt means. */
export type PromptLookup = {
  readonly promptId: string
  readonly tableName: string
  /** Undefined if there is no such table or the user may not use it. */
  readonly tableId: string | undefined
  /** Undefined if the document has no value. */
  readonly value: string | undefined
  readonly status: LookupMatch['status']
  readonly rowKey: string | undefined
  readonly score: number | undefined
  readonly isRemembered: boolean
  readonly reason: string
  /** The last refresh of the table failed at this time; undefined if it succeeded. */
  readonly refreshFailedAt: string | undefined
  readonly columns: LookupMatch['columns']
  readonly candidates: readonly LookupCandidate[]
  /** The matches of the rows, if the value is a list. */
  readonly rows: readonly RowMatch[] | undefined
}

/**
 * The matches of a document's values. The query key contains the values, so that they are matched again when a value
 * changes.
 */
export function documentLookups(
  { projectId, id }: DocumentRef,
  outputs: readonly Pick<PromptOutput, 'promptId' | 'value'>[],
) {
  const query = readAs(
    listDocumentLookups,
    { params: { tool_id: projectId }, query: { document_id: id } },
    ({ lookups }) =>
      lookups.map(
        (wire): PromptLookup => ({
          promptId: wire.prompt_id,
          tableName: wire.table,
          tableId: wire.table_id ?? undefined,
          value: wire.value ?? undefined,
          status: wire.status,
          rowKey: wire.row_key ?? undefined,
          score: wire.score ?? undefined,
          isRemembered: wire.by === 'alias',
          reason: wire.reason,
          refreshFailedAt: wire.refresh_failed_at,
          columns: wire.columns,
          candidates: wire.candidates,
          rows: wire.rows,
        }),
      ),
  )
  const valuesKey = JSON.stringify(outputs.map(({ promptId, value }) => [promptId, value]))
  return queryOptions({ ...query, queryKey: [...query.queryKey, valuesKey] as never })
}

const invalidates = [listDocumentLookups]

type Alias = {
  readonly tableId: string
  readonly value: string
  /** Null: the value is not in the table. */
  readonly rowKey: string | null
}

export const useSaveAlias = () =>
  useChange(saveLookupAlias, {
    invalidates,
    toWire: ({ tableId, value, rowKey }: Alias) => ({
      params: { id: tableId },
      body: { value, row_key: rowKey },
    }),
  })

export const useDeleteAlias = () =>
  useChange(deleteLookupAlias, {
    invalidates,
    toWire: ({ tableId, value }: Omit<Alias, 'rowKey'>) => ({
      params: { id: tableId },
      query: { value },
    }),
  })
