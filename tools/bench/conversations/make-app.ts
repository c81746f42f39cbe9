import { cp, mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { omitUndefined } from '@recto/omit-undefined'
import { makeFlow, makeFolderConnector } from '../../../apps/server/src/testing/make-pipeline.ts'
import { makeTool } from '../../../apps/server/src/testing/make-tool.ts'
import type { Person } from '../../../apps/server/src/testing/people.ts'

const compatibleModelId = 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09'

type AppOptions = {
  readonly name: string
  /** Folder that the product was started with as an allowed folder. */
  readonly folder: string
  /** Paths of the documents. */
  readonly files: readonly string[]
  /** URL of the model; without it the built-in extractor answers. */
  readonly modelUrl?: string | undefined
  /** Changes to the default profile, which uses whole texts. */
  readonly profile?: Readonly<Record<string, unknown>> | undefined
}

/** Creates an app on documents as a person would, and returns its id. */
export async function makeApp(admin: Person, options: AppOptions): Promise<string> {
  const { name, folder, files, profile } = options
  await mkdir(join(folder, name), { recursive: true })
  for (const file of files) await cp(file, join(folder, name, basename(file)))
  const llmId = options.modelUrl && (await addModel(admin, name, options.modelUrl))
  const tool = await makeTool(admin, {
    name,
    fields: [{ key: 'total', prompt: 'What is the total?' }],
    sample: { name: 'sample.txt', content: 'Total 1.00' },
    ...omitUndefined({ llmId: llmId || undefined }),
  })
  if (profile) {
    await admin.patch(`prompt-studio/profile-manager/${tool.profileId}/`, profile)
    const body = { is_shared_with_org: true, force_export: true }
    await admin.post(`prompt-studio/export/${tool.projectId}`, body)
  }
  const connector_instance = await makeFolderConnector(admin, name, folder)
  const workflow = await makeFlow(admin, name, {
    toolId: tool.toolId,
    source: {
      connection_type: 'FILESYSTEM',
      connector_instance,
      configuration: { folders: [`/${name}`] },
    },
    destination: { connection_type: 'APPDEPLOYMENT' },
  })
  await runOnce(admin, workflow)
  const { body: app } = await admin.post('app/', {
    app_name: name,
    app_display_name: name,
    description: '',
    workflow,
  })
  const { body: documents } = await admin.get(`app/documents/${app.id}/`)
  if (documents.length !== files.length) {
    throw new Error(`${name}: ${documents.length} of ${files.length} documents came.`)
  }
  return app.id
}

async function addModel(admin: Person, name: string, url: string): Promise<string> {
  const { body } = await admin.post('adapter/', {
    adapter_id: compatibleModelId,
    adapter_name: `Model of ${name}`,
    adapter_type: 'LLM',
    adapter_metadata: { api_base: `${url}/v1`, model: 'canned' },
  })
  return body.id
}

async function runOnce(admin: Person, workflow_id: string): Promise<void> {
  const { body } = await admin.post('workflow/execute/', { workflow_id })
  const { execution_id } = body
  await admin.post('workflow/execute/', { workflow_id, execution_id })
  for (;;) {
    const { body: execution } = await admin.get(`execution/${execution_id}/`)
    if (execution.status === 'COMPLETED') return
    if (/ERROR|STOPPED/.test(execution.status)) throw new Error('The documents were not read.')
    await sleep(200)
  }
}

/** Opens a conversation with an app. */
export async function converse(admin: Person, appId: string) {
  const { body } = await admin.post('chat_history/', { label: 'Measured', app_id: appId })
  const id: string = body.id
  const ask = (message: string) => admin.post('chat/', { message, chat_history_id: id })
  return { id, ask }
}
