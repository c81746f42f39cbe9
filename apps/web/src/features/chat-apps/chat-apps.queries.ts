import * as api from '@recto/contract/chat-apps/chat-apps'
import { listEndpoints } from '@recto/contract/workflows/workflows'
import { readAs, useChange } from '../../shared/api/requests.ts'
import { fieldIn } from '../../shared/api/wire-names.ts'
import { chatAppChangeToWire, chatAppFromWire, chatAppNames, newChatAppToWire } from './chat-app.ts'

export const chatAppList = readAs(api.listChatApps, {}, (apps) => apps.map(chatAppFromWire))

/** Workflows that deliver to a chat app. */
export const workflowsForApps = readAs(
  listEndpoints,
  { query: { endpoint_type: 'DESTINATION', connection_type: 'APPDEPLOYMENT' } },
  (endpoints) => endpoints.map((end) => ({ id: end.workflow, name: end.workflow_name })),
)

const invalidates = [api.listChatApps]
const fieldOf = fieldIn(chatAppNames)

export const useCreateChatApp = () =>
  useChange(api.createChatApp, { invalidates, toWire: newChatAppToWire, fieldOf })

export const useUpdateChatApp = () =>
  useChange(api.updateChatApp, { invalidates, toWire: chatAppChangeToWire, fieldOf })

/** Deletes the app with the given id. */
export const useDeleteChatApp = () =>
  useChange(api.deleteChatApp, { invalidates, toWire: (id: string) => ({ params: { id } }) })
