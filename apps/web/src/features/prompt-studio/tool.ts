import type { RegisteredTool } from '@recto/contract/tools'

/** A project as workflows use it: what it was when it was exported. */
export type ExportedTool = {
  readonly exportedAt: string
  readonly outputs: readonly {
    readonly name: string
    readonly prompt: string
    readonly type: string
  }[]
}

export const toolFromWire = ({ tool_metadata, modified_at }: RegisteredTool): ExportedTool => ({
  exportedAt: modified_at,
  outputs: tool_metadata.outputs.map(({ name, prompt, type }) => ({ name, prompt, type })),
})

type Export = {
  readonly projectId: string
  /** Even though prompts were not run. */
  readonly isForced: boolean
}

export const exportToWire = ({ projectId, isForced }: Export) => ({
  params: { tool_id: projectId },
  body: { is_shared_with_org: false, user_id: [], force_export: isForced },
})
