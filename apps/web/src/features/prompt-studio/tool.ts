import type { getExport, RegisteredTool } from '@recto/contract/tools/tools'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { omitUndefined } from '@recto/omit-undefined'

/** The tool that workflows use: the project as it was when it was exported. */
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
  /** Exports even if prompts were not run. */
  readonly isForced: boolean
  readonly share: ExportShare
  /** Reason for exporting although expected values would get worse. */
  readonly reason?: string
}

/** Users who may use the tool, in addition to those who work on the project. */
export type ExportShare = { readonly isForAll: boolean; readonly userIds: readonly number[] }

export type MemberName = { readonly id: number; readonly email: string }

export const exportToWire = ({ projectId, isForced, share, reason }: Export) => ({
  params: { tool_id: projectId },
  body: {
    is_shared_with_org: share.isForAll,
    user_id: share.isForAll ? [] : [...share.userIds],
    force_export: isForced,
    ...omitUndefined({ override_reason: reason || undefined }),
  },
})

type ExportInfo = NonNullable<EndpointReply<typeof getExport>>

/** Returns how the tool is shared, and who works on the project. */
export const sharesFromWire = (info: ExportInfo) => ({
  share: { isForAll: info.shared_to_org, userIds: info.shared_users.map(({ id }) => id) },
  projectUserIds: info.prompt_studio_users.map(({ id }) => id),
})
