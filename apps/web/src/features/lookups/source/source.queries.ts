import * as api from '@recto/contract/lookups/lookup-sources'
import {
  getLookupTable,
  listLookupRows,
  listLookupTables,
  listLookupTableVersions,
} from '@recto/contract/lookups/lookup-tables'
import { omitUndefined } from '@recto/omit-undefined'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keyOf, readAs, useChange } from '../../../shared/api/requests.ts'
import { tableFromWire } from '../lookup-table.ts'
import { isRunning, type SourceForm, sourceToWire, stateFromWire } from './source.ts'

/** Time between two looks at a refresh that is running. */
const LOOK_MS = 2000

const rowsOfTable = [listLookupTables, getLookupTable, listLookupRows, listLookupTableVersions]

const sourceState = (id: string) => readAs(api.getLookupSource, { params: { id } }, stateFromWire)

/** The source of a table, which is looked at until its refresh has ended; then its rows are loaded again. */
export function useSourceState(id: string) {
  const client = useQueryClient()
  const query = useQuery({
    ...sourceState(id),
    refetchInterval: ({ state }) => (isRunning(state.data?.lastRefresh ?? null) ? LOOK_MS : false),
  })
  const version = query.data?.lastRefresh?.version
  useEffect(() => {
    if (version === undefined || version === null) return
    for (const endpoint of rowsOfTable) {
      void client.invalidateQueries({ queryKey: keyOf(endpoint) })
    }
  }, [client, version])
  return query
}

const wireNames: Readonly<Record<string, string>> = { cron_string: 'cron', time_zone: 'timeZone' }
const fieldOf = (attr: string) => wireNames[attr] ?? attr

type Preview = { readonly source: SourceForm; readonly tableId: string | undefined }

/** Reads the first rows of a source that need not be saved. */
export const useSourcePreview = () =>
  useChange(api.previewLookupSource, {
    invalidates: [],
    toWire: ({ source, tableId }: Preview) => ({
      body: { source: sourceToWire(source), lookup_table_id: tableId ?? null },
    }),
  })

type ScheduledSource = {
  readonly source: SourceForm
  readonly cron: string | null
  readonly timeZone: string
}

const scheduleToWire = ({ source, cron, timeZone }: ScheduledSource) => ({
  source: sourceToWire(source),
  cron_string: cron,
  time_zone: timeZone,
})

export const useCreateFromSource = () =>
  useChange(api.createLookupTableFromSource, {
    invalidates: rowsOfTable,
    toWire: ({ name, key, ...sourceFields }: ScheduledSource & { name: string; key: string }) => ({
      body: { name, ...omitUndefined({ key: key || undefined }), ...scheduleToWire(sourceFields) },
    }),
    fromWire: tableFromWire,
    fieldOf,
  })

export const useSetSource = (id: string) =>
  useChange(api.setLookupSource, {
    invalidates: [api.getLookupSource],
    toWire: (sourceFields: ScheduledSource) => ({
      params: { id },
      body: scheduleToWire(sourceFields),
    }),
    fieldOf,
  })

/** Leaves the table with the given id to uploads. */
export const useDeleteSource = () =>
  useChange(api.deleteLookupSource, {
    invalidates: [api.getLookupSource],
    toWire: (id: string) => ({ params: { id } }),
  })

/** Starts a refresh of the table with the given id. */
export const useStartRefresh = () =>
  useChange(api.startLookupRefresh, {
    invalidates: [api.getLookupSource],
    toWire: (id: string) => ({ params: { id }, body: {} }),
  })
