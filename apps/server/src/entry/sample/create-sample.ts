import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createDeployment } from '../../features/deployments/deployments.port.ts'
import {
  createProject,
  createPrompt,
  listProjects,
  runPrompt,
  uploadDocuments,
} from '../../features/prompt-studio/prompt-studio.port.ts'
import { exportTool } from '../../features/tools/tools.port.ts'
import {
  addToolInstance,
  createWorkflow,
  listEndpointsOfWorkflow,
  updateEndpoint,
} from '../../features/workflows/workflows.port.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { sampleFields } from './fields.ts'
import { apiName, displayName, sampleFiles } from './sample-files.ts'

/**
 * Creates a complete example for newcomers, from two invoices to an API that reads such invoices:
 * project, prompts with values, tool, workflow and deployment. All or nothing is created.
 */
export async function createSample(ctx: Context, admin: Actor): Promise<void> {
  if (!ctx.config.hasSample) return
  await inTransaction(tenantOf(ctx, admin), async ({ db }) => {
    const ctxInTransaction = { ...ctx, db }
    const projects = await listProjects(ctxInTransaction, admin)
    // The sample may exist from a start that was interrupted right after its commit.
    if (projects.some(({ name }) => name === displayName)) return
    const projectId = await createSampleProject(ctxInTransaction, admin)
    const tool = await exportTool(ctxInTransaction, {
      actor: admin,
      projectId,
      isSharedToOrg: true,
      userIds: [],
      allowsPromptsNotRun: false,
    })
    await deploySample(ctxInTransaction, admin, tool.id)
  })
}

async function createSampleProject(ctx: Context, actor: Actor): Promise<string> {
  const { id: projectId } = await createProject(ctx, {
    actor,
    values: {
      name: displayName,
      description: 'Ten values from two invoices, each with its location on the page.',
      author: 'Recto',
      sharedToOrg: true,
    },
  })
  const prompts = []
  for (const { key, prompt, type } of sampleFields) {
    const values = { key, prompt, enforceType: type }
    prompts.push(await createPrompt(ctx, { actor, projectId, values }))
  }
  for (const document of await uploadSampleFiles(ctx, actor, projectId)) {
    for (const { id: promptId } of prompts) {
      await runPrompt(ctx, { actor, projectId, promptId, documentId: document.id })
    }
  }
  return projectId
}

async function uploadSampleFiles(ctx: Context, actor: Actor, projectId: string) {
  const uploads = sampleFiles.map(async ({ name, url }) => {
    const bytes = await readFile(url)
    const hash = createHash('sha256').update(bytes).digest('hex')
    return { name, content: { bytes }, hash, size: bytes.length, mimeType: 'application/pdf' }
  })
  const files = await Promise.all(uploads)
  return uploadDocuments(ctx, { actor, projectId, files })
}

async function deploySample(ctx: Context, actor: Actor, toolId: string): Promise<void> {
  const { id: workflowId } = await createWorkflow(ctx, {
    actor,
    name: displayName,
    description: 'Runs the sample project on files that are sent to its API.',
  })
  for (const { id } of await listEndpointsOfWorkflow(ctx, { actor, workflowId })) {
    await updateEndpoint(ctx, { actor, id, connectionType: 'API' })
  }
  await addToolInstance(ctx, { actor, workflowId, toolId })
  await createDeployment(ctx, {
    actor,
    workflowId,
    displayName,
    apiName,
    description: 'Extracts values from invoices like the two in the sample project.',
    isActive: true,
  })
}
