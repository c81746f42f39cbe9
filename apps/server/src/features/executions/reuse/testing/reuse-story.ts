import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { omitUndefined } from '@recto/omit-undefined'
import type { CannedModelServer } from '@recto/testkit/canned-model-server'
import {
  makeFlow,
  makeFolderConnector,
  makeTableConnector,
} from '../../../../testing/make-pipeline.ts'
import { makeTool } from '../../../../testing/make-tool.ts'
import type { Person } from '../../../../testing/people.ts'

const compatible = 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09'

type StoryOptions = {
  /** The name of the workflow is unique, and also that of its folder and its table. */
  readonly name: string
  readonly person: Person
  readonly models: CannedModelServer
  /** A folder that the server may open. */
  readonly folder: string
  /** A URL of the database for connectors. */
  readonly databaseUrl: string
}

export type ReuseStory = Awaited<ReturnType<typeof makeReuseStory>>

/**
 * A workflow that reads one file of a folder with a model and writes it into the table of its own
 * name.
 */
export async function makeReuseStory(options: StoryOptions) {
  const { name, person, models, folder, databaseUrl } = options
  const addAdapter = async (model: string) => {
    const { body } = await person.post('adapter/', {
      adapter_id: compatible,
      adapter_name: `Model ${model} of ${name}`,
      adapter_type: 'LLM',
      adapter_metadata: { api_base: `${models.url}/v1`, model, api_key: 'right' },
    })
    return body.id as string
  }
  const adapterId = await addAdapter('canned')
  const source = join(folder, name)
  await mkdir(join(source, 'more'), { recursive: true })
  const putFile = (text: string, fileName = 'order.txt') => writeFile(join(source, fileName), text)
  await putFile('Order 7\n')
  const tool = await makeTool(person, {
    name,
    llmId: adapterId,
    fields: [
      { key: 'order', prompt: 'What is the order number?' },
      { key: 'buyer', prompt: 'Who is the buyer?' },
    ],
    sample: { name: 'sample.txt', content: 'Order 1\n' },
  })
  const folderId = await makeFolderConnector(person, `Folder of ${name}`, folder)
  const workflowId = await makeFlow(person, name, {
    toolId: tool.toolId,
    source: {
      connection_type: 'FILESYSTEM',
      connector_instance: folderId,
      configuration: { folders: [`/${name}`] },
    },
    destination: {
      connection_type: 'DATABASE',
      connector_instance: await makeTableConnector(person, `Tables of ${name}`, databaseUrl),
      configuration: { table: name },
    },
  })
  const create = async (extraFields: Readonly<Record<string, unknown>> = {}) => {
    const reply = await person.post('workflow/execute/', {
      workflow_id: workflowId,
      ...extraFields,
    })
    return reply.body.execution_id as string
  }
  const proceed = (executionId: string, action?: string) =>
    person.post('workflow/execute/', {
      workflow_id: workflowId,
      execution_id: executionId,
      ...omitUndefined({ execution_action: action }),
    })
  const load = async (executionId: string) => (await person.get(`execution/${executionId}/`)).body

  const changeEndpoint = async (type: string, configuration: Readonly<Record<string, unknown>>) => {
    const { body } = await person.get(`workflow/${workflowId}/endpoint/`)
    const endpoint = body.find((end: { endpoint_type: string }) => end.endpoint_type === type)
    await person.patch(`workflow/endpoint/${endpoint.id}/`, { configuration })
  }

  return {
    ...tool,
    name,
    adapterId,
    addAdapter,
    folderId,
    person,
    workflowId,
    load,
    putFile,
    /** Moves or renames the file within the source. */
    moveFile: (path: string) => rename(join(source, 'order.txt'), join(source, path)),
    /** Puts a copy of the file under another name beside it. */
    copyFile: (copyName: string) => copyFile(join(source, 'order.txt'), join(source, copyName)),
    /** Runs the workflow to its end. */
    async run(extraFields?: Readonly<Record<string, unknown>>) {
      const executionId = await create(extraFields)
      await proceed(executionId)
      return load(executionId)
    },
    /** Starts a run whose files have not been read. */
    async listFiles() {
      const executionId = await create()
      await proceed(executionId, 'START')
      return executionId
    },
    /** Reads and delivers the files of such a run. */
    async readAndDeliver(executionId: string) {
      await proceed(executionId, 'CONTINUE')
      return load(executionId)
    },
    /** Runs the workflow step by step, and stops it when the file has been read. */
    async stopAfterReading() {
      const executionId = await create()
      for (const action of ['START', 'NEXT', 'STOP']) await proceed(executionId, action)
      return load(executionId)
    },
    async changeAdapter(settings: Readonly<Record<string, unknown>>) {
      const { body } = await person.get(`adapter/${adapterId}/`)
      const adapter_metadata = { ...body.adapter_metadata, ...settings }
      await person.patch(`adapter/${adapterId}/`, { adapter_metadata })
    },
    async findPromptId(key: string): Promise<string> {
      const { body } = await person.get(`prompt-studio/${tool.projectId}/`)
      const isPrompt = (prompt: { prompt_key: string }) => prompt.prompt_key === key
      return body.prompts.find(isPrompt).prompt_id
    },
    exportAgain: () =>
      person.post(`prompt-studio/export/${tool.projectId}`, {
        is_shared_with_org: true,
        force_export: true,
      }),
    /** Adds a folder, which is empty, to the source. */
    addFolder: () => changeEndpoint('SOURCE', { folders: [`/${name}`, `/${name}/more`] }),
    chooseTable: (table: string, settings: Readonly<Record<string, unknown>> = {}) =>
      changeEndpoint('DESTINATION', { ...settings, table }),
    async changeToolSettings(settings: Readonly<Record<string, unknown>>) {
      const { body } = await person.get(`tool_instance/?workflow=${workflowId}`)
      const metadata = { ...body[0].metadata, ...settings }
      return person.patch(`tool_instance/${body[0].id}/`, { metadata })
    },
  }
}
