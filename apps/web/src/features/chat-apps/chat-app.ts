import type { ChatApp as WireApp } from '@recto/contract/chat-apps/chat-apps'
import { toWireNames } from '../../shared/api/wire-names.ts'

/** A chat app: a named workflow whose documents users can ask about. */
export type ChatApp = {
  readonly id: string
  /** Used in its address. */
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly workflowId: string
  readonly workflowName: string
}

export type ChatAppValues = Omit<ChatApp, 'id' | 'workflowName'>

export const chatAppNames = {
  name: 'app_name',
  displayName: 'app_display_name',
  description: 'description',
  workflowId: 'workflow',
} as const

export const chatAppFromWire = (wire: WireApp): ChatApp => ({
  id: wire.id,
  name: wire.app_name,
  displayName: wire.app_display_name,
  description: wire.description,
  workflowId: wire.workflow,
  workflowName: wire.workflow_name,
})

export const newChatAppToWire = (values: ChatAppValues) => ({
  body: toWireNames(values, chatAppNames),
})

type Change = { readonly id: string; readonly values: ChatAppValues }

export const chatAppChangeToWire = ({ id, values }: Change) => ({
  params: { id },
  body: toWireNames(values, chatAppNames),
})

/** Actions on an app that open a dialog. */
export type AppAction = 'edit' | 'share' | 'delete'
