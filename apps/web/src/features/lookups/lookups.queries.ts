import * as api from '@recto/contract/lookups/lookup-tables'
import { omitUndefined } from '@recto/omit-undefined'
import { readAs, useChange, useUpload } from '../../shared/api/requests.ts'
import { tableFromWire, versionFromWire } from './lookup-table.ts'

/** Number of rows on a page of a table. */
export const rowsOnPage = 50
/** Number of versions that the page of a table lists. */
const shownVersions = 20

/** All lookup tables that the user may use. */
export const allLookupTables = readAs(api.listLookupTables, {}, (tables) =>
  tables.map(tableFromWire),
)

export const lookupTable = (id: string) =>
  readAs(api.getLookupTable, { params: { id } }, tableFromWire)

type RowsPage = { readonly id: string; readonly page: number; readonly search: string }

export const lookupRows = ({ id, page, search }: RowsPage) =>
  readAs(
    api.listLookupRows,
    {
      params: { id },
      query: { page, page_size: rowsOnPage, ...omitUndefined({ search: search || undefined }) },
    },
    ({ count, results }) => ({ count, rows: results }),
  )

export const lookupVersions = (id: string) =>
  readAs(
    api.listLookupTableVersions,
    { params: { id }, query: { page: 1, page_size: shownVersions } },
    ({ results }) => results.map(versionFromWire),
  )

const invalidates = [
  api.listLookupTables,
  api.getLookupTable,
  api.listLookupRows,
  api.listLookupTableVersions,
]

type FileToUpload = {
  readonly file: File
  readonly onProgress: (part: number) => void
}

function formOf(file: File, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  return form
}

export const useCreateLookupTable = () =>
  useUpload(api.createLookupTable, {
    invalidates,
    toWire: ({ file, onProgress, name, key }: FileToUpload & { name: string; key: string }) => ({
      form: formOf(file, { name, ...omitUndefined({ key: key || undefined }) }),
      onProgress,
    }),
    fromWire: tableFromWire,
  })

export const useAddLookupTableVersion = () =>
  useUpload(api.addLookupTableVersion, {
    invalidates,
    toWire: ({ id, file, onProgress }: FileToUpload & { readonly id: string }) => ({
      params: { id },
      form: formOf(file),
      onProgress,
    }),
    fromWire: versionFromWire,
  })

/** Deletes the table with the given id. */
export const useDeleteLookupTable = () =>
  useChange(api.deleteLookupTable, { invalidates, toWire: (id: string) => ({ params: { id } }) })
