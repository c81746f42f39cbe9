import { randomUUID } from 'node:crypto'
import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import type { Tenant } from '../../../platform/db/database.ts'
import type { TestFile } from '../../../testing/people.ts'
import { startServer } from '../../../testing/start-server.ts'
import { studioOf } from '../../../testing/studio.ts'
import { storeBytes } from '../../documents/documents.port.ts'
import type { ToolRun } from '../tool-run.ts'
import { findTool, type Tool } from '../tools.port.ts'

export type Body = Readonly<Record<string, unknown>>

/** Starts a server with a canned model, and returns helpers that make and run tools in it. */
export async function openToolStory() {
  const model = await startCannedModelServer()
  const server = await startServer({ worker: true })
  const ada = studioOf(server.as('admin'))
  const llmId = await ada.cannedLlm(model, 'Canned model')
  const { organization } = await ada.project()
  const tenant: Tenant = { db: server.ctx.db, organizationId: organization }
  const [sample] = await sampleInvoices()
  if (!sample) throw new Error('There is no sample invoice.')
  const invoice: TestFile = { name: sample.name, content: sample.file }

  const exportProject = (projectId: string, body: Body = { user_id: [] }, person = ada.person) =>
    person.post(`prompt-studio/export/${projectId}`, body)
  const listRegistry = async (query: string, person = ada.person) =>
    (await person.get(`prompt-studio/registry/${query}`)).body

  /** A project with a single prompt for the canned model. */
  async function createNumberProject(fields: Body = {}) {
    const project = await ada.project(fields)
    const { profile_id } = await ada.profile(project.tool_id, { llm: llmId })
    const prompt = await ada.prompt(project.tool_id, {
      prompt_key: 'number',
      prompt: 'Which number?',
      profile_manager: profile_id,
      required: 'all',
    })
    return { ...project, profile_id, prompt_id: prompt.prompt_id }
  }

  async function createExportedTool(projectId: string): Promise<Tool> {
    const { status } = await exportProject(projectId, { force_export: true })
    if (status !== 200) throw new Error(`The export was refused with ${status}.`)
    const [row] = await listRegistry(`?custom_tool=${projectId}`)
    const tool = await findTool(server.ctx, tenant, row.prompt_registry_id)
    if (!tool) throw new Error('The exported tool is not there.')
    return tool
  }

  async function createToolRun(tool: Tool, overrides: Partial<ToolRun> = {}): Promise<ToolRun> {
    const bytes = Buffer.from(invoice.content)
    const { hash } = await storeBytes(server.ctx, tenant, { bytes, mimeType: 'application/pdf' })
    return {
      tool,
      settings: {},
      document: { hash, name: invoice.name },
      runId: randomUUID(),
      callKeyPrefix: randomUUID(),
      claims: server.ctx.claims,
      masking: undefined,
      step: (_name, run) => run(),
      ...overrides,
    }
  }

  const close = async () => {
    await server.close()
    await model.close()
  }
  const { expected: expectedValues } = sample
  return {
    server,
    model,
    ada,
    canned: llmId,
    tenant,
    invoice,
    truth: expectedValues,
    close,
    exportOf: exportProject,
    registry: listRegistry,
    numberProject: createNumberProject,
    exportedTool: createExportedTool,
    runOf: createToolRun,
  }
}
