import type { EndpointReply } from '@recto/contract/endpoint'
import type { getExport, RegisteredTool } from '@recto/contract/tools'

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
  readonly share: ExportShare
  /** Why it is published although known values would get worse. */
  readonly reason?: string
}

/** Who may use the tool besides those who work on the project. */
export type ExportShare = { readonly isForAll: boolean; readonly userIds: readonly number[] }

export type MemberName = { readonly id: number; readonly email: string }

export const exportToWire = ({ projectId, isForced, share, reason }: Export) => ({
  params: { tool_id: projectId },
  body: {
    is_shared_with_org: share.isForAll,
    user_id: share.isForAll ? [] : [...share.userIds],
    force_export: isForced,
    ...(reason && { override_reason: reason }),
  },
})

type ExportInfo = NonNullable<EndpointReply<typeof getExport>>

/** How the tool is shared now, and who works on the project. */
export const sharesFromWire = (info: ExportInfo) => ({
  share: { isForAll: info.shared_to_org, userIds: info.shared_users.map(({ id }) => id) },
  projectUserIds: info.prompt_studio_users.map(({ id }) => id),
})
