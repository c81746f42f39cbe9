import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { expect } from 'vitest'
import {
  makeFlow,
  makeFolderConnector,
  makeTableConnector,
  untilEnded,
} from '../../../../testing/make-pipeline.ts'
import { makeDeployment, makeTool, makeWorkflow } from '../../../../testing/make-tool.ts'
import { openPort } from '../../../../testing/open-port.ts'
import { startServer } from '../../../../testing/start-server.ts'
import { studioOf } from '../../../../testing/studio.ts'

export type Body = Record<string, unknown>

export const note = 'Order 4711\nTotal 41.50\nNet 30.00\n'

/** Starts a server with models, folders and tables, and returns helpers that deploy workflows and edit them. */
export async function openDeployedStory() {
  const root = await mkdtemp(join(tmpdir(), 'recto-edits-'))
  for (const folder of ['first/in', 'first/more', 'other/in']) {
    await mkdir(join(root, folder), { recursive: true })
  }
  const model = await startCannedModelServer({
    reply: ({ prompt }) => (prompt.includes('net') ? '30.00' : '41.50'),
  })
  const judge = await startCannedModelServer({ reply: { score: 5, reason: 'Yes.' } })
  const otherJudge = await startCannedModelServer({ reply: { score: 5, reason: 'Yes.' } })
  const server = await startServer({
    worker: true,
    env: { RECTO_CONNECTOR_FOLDERS: root, RECTO_INNER_ADDRESSES: 'on' },
  })
  const ada = server.as('admin')
  const llmId = await studioOf(ada).cannedLlm(model, 'Reader')
  await studioOf(ada).cannedLlm(judge, 'Judge')
  await studioOf(ada).cannedLlm(otherJudge, 'Other judge')
  const port = await openPort(server.databaseUrl)
  const inbox = await makeFolderConnector(ada, 'Inbox', join(root, 'first'))
  const otherInbox = await makeFolderConnector(ada, 'Other inbox', join(root, 'other'))
  const tables = await makeTableConnector(ada, 'Books', port.url)

  const makeTotalTool = (name: string) =>
    makeTool(ada, {
      name,
      llmId,
      fields: [{ key: 'total', prompt: 'What is the total?' }],
      sample: { name: 'note.txt', content: note },
    })

  /** Changes the prompt of a project and exports it again. */
  async function exportPrompt(projectId: string, prompt: string): Promise<void> {
    const { body } = await ada.get(`prompt-studio/${projectId}`)
    await ada.patch(`prompt-studio/prompt/${body.prompts[0].prompt_id}/`, { prompt })
    const exportReply = await ada.post(`prompt-studio/export/${projectId}`, {
      is_shared_with_org: true,
      force_export: true,
    })
    expect(exportReply.status).toBe(200)
  }

  const files = (connector_instance: string, configuration: Body) => ({
    connection_type: 'FILESYSTEM',
    connector_instance,
    configuration,
  })

  /** A pipeline from a folder to a table or to files, with the calls that change it. */
  async function makePipeline(name: string, destination: Body & { connection_type: string }) {
    const tool = await makeTotalTool(name)
    const source = files(inbox, { folders: ['in'] })
    const workflowId = await makeFlow(ada, name, { toolId: tool.toolId, source, destination })
    const { body: pipeline } = await ada.post('pipeline/', {
      pipeline_name: name,
      workflow: workflowId,
      pipeline_type: destination.connection_type === 'DATABASE' ? 'ETL' : 'TASK',
    })
    const loadEnds = async () => (await ada.get(`workflow/${workflowId}/endpoint/`)).body
    const start = async () => {
      const { body } = await ada.post('pipeline/execute/', { pipeline_id: pipeline.id })
      return body.execution.execution_id as string
    }
    return {
      ...tool,
      workflowId,
      pipeline,
      loadEnds,
      start,
      run: async () => untilEnded(ada, await start()),
      putEnd: async (side: 'SOURCE' | 'DESTINATION', changes: Body) => {
        const ends = await loadEnds()
        const end = ends.find((one: Body) => one.endpoint_type === side)
        return ada.put(`workflow/endpoint/${end.id}/`, { ...end, ...changes })
      },
    }
  }

  /** An API deployment, with the calls that change it and what it returns. */
  async function makeApi(name: string) {
    const tool = await makeTotalTool(name)
    const workflowId = await makeWorkflow(ada, name, tool.toolId)
    const { path, key, id } = await makeDeployment(ada, name, workflowId)
    const loadStep = async () => (await ada.get(`tool_instance/?workflow=${workflowId}`)).body[0]
    return {
      ...tool,
      workflowId,
      deploymentId: id,
      loadStep,
      patchStep: async (settings: Body) => {
        const step = await loadStep()
        return ada.patch(`tool_instance/${step.id}/`, {
          metadata: { ...step.metadata, ...settings },
        })
      },
      patchWorkflow: (changes: Body) => ada.patch(`workflow/${workflowId}/`, changes),
      call: (host = server) =>
        host.anonymous.upload(
          path,
          {
            files: [{ name: 'note.txt', content: note, field: 'files' }],
            fields: { timeout: '60' },
          },
          { headers: { authorization: `Bearer ${key}` } },
        ),
    }
  }

  async function totalOf(
    api: Pick<Awaited<ReturnType<typeof makeApi>>, 'call'>,
    host = server,
  ): Promise<unknown> {
    const { body } = await api.call(host)
    return body.message.result[0].result.output.total
  }

  const listVersions = async (workflowId: string, person = ada) =>
    (await person.get(`workflow/${workflowId}/versions/`)).body.map((one: Body) => [
      one.version,
      one.is_live,
      one.restored_from,
    ])
  const listChanges = async (workflowId: string, person = ada) =>
    (await person.get(`workflow/${workflowId}/versions/compare/`)).body.changes
  const rollBack = (workflowId: string, version: number) =>
    ada.post(`workflow/${workflowId}/versions/${version}/restore/`)

  const close = async () => {
    await server.close()
    await port.close()
    for (const cannedModel of [model, judge, otherJudge]) await cannedModel.close()
    await rm(root, { recursive: true, force: true })
  }
  return {
    root,
    model,
    judge,
    otherJudge,
    server,
    ada,
    inbox,
    otherInbox,
    tables,
    makeTotalTool,
    exportPrompt,
    files,
    makePipeline,
    makeApi,
    totalOf,
    listVersions,
    listChanges,
    rollBack,
    close,
  }
}
