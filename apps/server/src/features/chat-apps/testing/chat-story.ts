import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChatAnswer } from '@recto/contract/chat-apps/chat-apps'
import { omitUndefined } from '@recto/omit-undefined'
import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { vi } from 'vitest'
import { makeFlow, makeFolderConnector } from '../../../testing/make-pipeline.ts'
import { makeTool } from '../../../testing/make-tool.ts'
import type { Person } from '../../../testing/people.ts'
import { startServer } from '../../../testing/start-server.ts'

type Files = Readonly<Record<string, string | Uint8Array>>

type AppOptions = {
  readonly name: string
  readonly files: Files
  /** The built-in extractor unless stated. */
  readonly llmId?: string
  /** Settings of the profile; the default one takes whole texts. */
  readonly profile?: Readonly<Record<string, unknown>>
}

/** A server with a canned model, and what people do until there is an app to ask. */
export async function openChatStory() {
  const folder = await mkdtemp(join(tmpdir(), 'recto-chat-'))
  const model = await startCannedModelServer()
  const server = await startServer({ worker: true, env: { RECTO_CONNECTOR_FOLDERS: folder } })
  const ada = server.as('admin')
  const { body: cannedAdapter } = await ada.post('adapter/', {
    adapter_id: 'openai|502ecf49-e47c-445c-9907-6d4b90c5cd17',
    adapter_name: 'Canned',
    adapter_type: 'LLM',
    adapter_metadata: {
      adapter_name: 'Canned',
      api_key: 'k',
      model: 'canned-model',
      api_base: `${model.url}/v1`,
      max_retries: 0,
    },
  })

  async function makeApp({ name, files, llmId, profile }: AppOptions) {
    const fields = [{ key: 'total', prompt: 'What is the total?' }]
    const sample = { name: 'sample.txt', content: 'Total 1.00' }
    const createdTool = await makeTool(ada, {
      name,
      fields,
      sample,
      ...omitUndefined({ llmId: llmId || undefined }),
    })
    if (profile) {
      await ada.patch(`prompt-studio/profile-manager/${createdTool.profileId}/`, profile)
      await ada.post(`prompt-studio/export/${createdTool.projectId}`, {
        is_shared_with_org: true,
        force_export: true,
      })
    }
    const path = join(folder, name)
    const connector_instance = await makeFolderConnector(ada, name, folder)
    const workflow = await makeFlow(ada, name, {
      toolId: createdTool.toolId,
      source: {
        connection_type: 'FILESYSTEM',
        connector_instance,
        configuration: { folders: [`/${name}`] },
      },
      destination: { connection_type: 'APPDEPLOYMENT' },
    })
    const { body: app } = await ada.post('app/', {
      app_name: name,
      app_display_name: name,
      description: '',
      workflow,
    })
    const hand = async (files: Files) => {
      await mkdir(path, { recursive: true })
      for (const [file, content] of Object.entries(files))
        await writeFile(join(path, file), content)
      const { body } = await ada.post('workflow/execute/', { workflow_id: workflow })
      const { execution_id } = body
      await ada.post('workflow/execute/', { workflow_id: workflow, execution_id })
      const look = async () => (await ada.get(`execution/${execution_id}/`)).body
      const isEnded = async () => /COMPLETED|ERROR|STOPPED/.test((await look()).status)
      await vi.waitUntil(isEnded, { timeout: 45_000 })
      return look()
    }
    const execution = Object.keys(files).length > 0 ? await hand(files) : undefined
    return { id: app.id as string, workflow, hand, execution, ...createdTool }
  }

  async function converse(appId: string, person: Person = ada) {
    const { body: history } = await person.post('chat_history/', {
      label: 'A conversation',
      app_id: appId,
    })
    const ask = (message: string, otherFields: object = {}) =>
      person.post('chat/', {
        message,
        chat_history_id: history.id,
        session_id: '',
        ...otherFields,
      }) as Promise<{ status: number; body: ChatAnswer & { session_id: string } }>
    const messages = async () => (await person.get(`chat_history/${history.id}/`)).body
    return { history, ask, messages }
  }

  return {
    server,
    model,
    ada,
    makeApp,
    converse,
    cannedId: cannedAdapter.id as string,
    async close() {
      await server.close()
      await model.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The people, servers and apps of a test of conversations. */
export type ChatStory = Awaited<ReturnType<typeof openChatStory>>
