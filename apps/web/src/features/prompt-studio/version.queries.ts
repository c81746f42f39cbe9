import type { EndpointReply } from '@recto/contract/endpoint'
import * as api from '@recto/contract/tool-versions'
import { listRegistry } from '@recto/contract/tools'
import { readAs, useChange } from '../../shared/api/ask.ts'

/** What one export made. */
export type Version = {
  readonly number: number
  readonly prompts: number
  readonly restoredFrom: number | null
  readonly by: string | null
  readonly at: string
}

type Wire = EndpointReply<typeof api.listToolVersions>[number]

const versionFromWire = (wire: Wire): Version => ({
  number: wire.version,
  prompts: wire.prompt_count,
  restoredFrom: wire.restored_from,
  by: wire.created_by,
  at: wire.created_at,
})

/** Newest first. */
export const versionList = (projectId: string) =>
  readAs(api.listToolVersions, { params: { tool_id: projectId } }, (rows) =>
    rows.map(versionFromWire),
  )

export type VersionField = {
  /** Null: a setting of the tool. */
  readonly key: string | null
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

/** Without `to`, compared with the project as it is. */
export const versionChanges = (projectId: string, from: number, to?: number) =>
  readAs(
    api.compareToolVersions,
    { params: { tool_id: projectId }, query: { from, ...(to !== undefined && { to }) } },
    ({ changes }): readonly VersionField[] =>
      changes.map(({ prompt_key: key, ...change }) => ({ key, ...change })),
  )

type Restored = { readonly projectId: string; readonly version: number }

export const useRestoreVersion = () =>
  useChange(api.restoreToolVersion, {
    makesStale: [api.listToolVersions, api.compareToolVersions, listRegistry],
    toWire: ({ projectId, version }: Restored) => ({
      params: { tool_id: projectId, version },
    }),
    fromWire: versionFromWire,
  })
