import * as api from '@recto/contract/tools'
import { readAs, useChange } from '../../shared/api/ask.ts'
import { exportToWire, toolFromWire } from './tool.ts'

/** The tool that was made of the project; null when there is none. */
export const exportedTool = (projectId: string) =>
  readAs(api.listRegistry, { query: { custom_tool: projectId } }, ([tool]) =>
    tool ? toolFromWire(tool) : null,
  )

export const useExportTool = () =>
  useChange(api.exportTool, { makesStale: [api.listRegistry], toWire: exportToWire })
