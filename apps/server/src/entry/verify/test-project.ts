import { randomUUID } from 'node:crypto'
import { runStep } from '../../features/model-calls/model-calls.port.ts'
import { listProjects } from '../../features/prompt-studio/prompt-studio.port.ts'
import { loadComparison, runTestCase, type TestedValue } from '../../features/tools/tools.port.ts'
import { StartupError } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'

export type TestedProject = {
  readonly name: string
  /** The published version it was compared with; null before the first export. */
  readonly version: number | null
  readonly values: readonly TestedValue[]
  readonly contradicted: number
  readonly unavailable: number
}

type TestProjectOptions = {
  readonly organization: Actor['organization']
  /** Id or name of the project. */
  readonly project: string
}

/**
 * Runs the regression test of a project: its published version and its next one answer the same
 * documents.
 */
export async function testProject(
  ctx: Context,
  { organization, project: idOrName }: TestProjectOptions,
): Promise<TestedProject> {
  // The operator of the server may see everything.
  const service = { permission: 'full_access' } as const
  const actor: Actor = {
    userId: 0,
    email: 'npm run verify',
    organization,
    role: 'admin',
    service,
  }
  const projects = await listProjects(ctx, actor)
  const project = projects.find(({ id, name }) => id === idOrName || name === idOrName)
  if (!project) throw new StartupError(`There is no project ${idOrName}.`)
  const projectKey = { actor, projectId: project.id }
  const {
    candidate,
    exportedMetadata: publishedVersion,
    exportedVersion,
    testCases,
  } = await loadComparison(ctx, projectKey)
  const runId = randomUUID()
  const values: TestedValue[] = []
  for (const document of testCases.documents) {
    const testedValues = await runTestCase(ctx, tenantOf(ctx, actor), {
      candidate,
      exportedMetadata: publishedVersion,
      testCase: document,
      calls: {
        runId,
        callKeyPrefix: `verification/${runId}/${document.hash}`,
        masking: undefined,
        projectId: project.id,
        step: runStep,
        claims: ctx.claims,
        groupCommits: ctx.groupCommits,
      },
    })
    values.push(...testedValues.map((value) => ({ ...value, documentName: document.name })))
  }
  const { disputedCount: contradictedCount, unavailable } = testCases
  return {
    name: project.name,
    version: exportedVersion,
    values,
    contradicted: contradictedCount,
    unavailable,
  }
}
