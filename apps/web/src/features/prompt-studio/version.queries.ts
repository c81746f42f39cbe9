import * as api from '@recto/contract/tools/tool-versions'
import { listRegistry } from '@recto/contract/tools/tools'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { omitUndefined } from '@recto/omit-undefined'
import { readAs, useChange } from '../../shared/api/requests.ts'

/** A version of the tool, created by one export. */
export type Version = {
  readonly number: number
  readonly prompts: number
  readonly restoredFrom: number | null
  readonly author: string | null
  readonly at: string
}

type Wire = EndpointReply<typeof api.listToolVersions>[number]

const versionFromWire = (wire: Wire): Version => ({
  number: wire.version,
  prompts: wire.prompt_count,
  restoredFrom: wire.restored_from,
  author: wire.created_by,
  at: wire.created_at,
})

/** Newest first. */
export const versionList = (projectId: string) =>
  readAs(api.listToolVersions, { params: { tool_id: projectId } }, (rows) =>
    rows.map(versionFromWire),
  )

export type VersionField = {
  /** Key of the prompt; null for a setting of the tool. */
  readonly key: string | null
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

/** The changes between two versions; without `to`, between a version and the current project. */
export const versionChanges = (projectId: string, from: number, to?: number) =>
  readAs(
    api.compareToolVersions,
    { params: { tool_id: projectId }, query: omitUndefined({ from, to }) },
    ({ changes }): readonly VersionField[] =>
      changes.map(({ prompt_key: key, ...change }) => ({ key, ...change })),
  )

type VersionRef = { readonly projectId: string; readonly version: number }

export const useRestoreVersion = () =>
  useChange(api.restoreToolVersion, {
    invalidates: [api.listToolVersions, api.compareToolVersions, listRegistry],
    toWire: ({ projectId, version }: VersionRef) => ({
      params: { tool_id: projectId, version },
    }),
    fromWire: versionFromWire,
  })
