import { listMembers } from '@recto/contract/organizations/organizations'
import { listToolVersions } from '@recto/contract/tools/tool-versions'
import * as api from '@recto/contract/tools/tools'
import { listVerifications } from '@recto/contract/tools/verifications'
import { readAs, useChange } from '../../shared/api/requests.ts'
import { exportToWire, type MemberName, sharesFromWire, toolFromWire } from './tool.ts'

/** The tool exported from the project; null if there is none. */
export const exportedTool = (projectId: string) =>
  readAs(api.listRegistry, { query: { custom_tool: projectId } }, ([tool]) =>
    tool ? toolFromWire(tool) : null,
  )

/** Null before the first export. */
export const exportShares = (projectId: string) =>
  readAs(api.getExport, { params: { tool_id: projectId } }, (info) =>
    info ? sharesFromWire(info) : null,
  )

export const memberNames = readAs(
  listMembers,
  { query: {} },
  ({ members }): readonly MemberName[] =>
    members.map(({ id, email }) => ({ id: Number(id), email })),
)

export const useExportTool = () =>
  useChange(api.exportTool, {
    invalidates: [api.listRegistry, api.getExport, listToolVersions, listVerifications],
    toWire: exportToWire,
  })
