import { randomUUID } from 'node:crypto'
import { runStep } from '../../features/model-calls/model-calls.port.ts'
import { listProjects } from '../../features/prompt-studio/prompt-studio.port.ts'
import {
  type ReportedValue,
  readComparison,
  verifyDocument,
} from '../../features/tools/tools.port.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { StartRefused } from '../../platform/start-refused.ts'

export type VerifiedProject = {
  readonly name: string
  /** The published version that it was compared with; null before the first export. */
  readonly version: number | null
  readonly values: readonly ReportedValue[]
  readonly contradicted: number
  readonly notKept: number
}

type Wanted = {
  readonly organization: Actor['organization']
  /** Its id, or its name. */
  readonly project: string
}

/** Answers the truths of a project as its published version does and as its next one would. */
export async function verifyProject(
  ctx: Context,
  { organization, project: wanted }: Wanted,
): Promise<VerifiedProject> {
  // Whoever runs a command on the server sees all of it.
  const service = { permission: 'full_access' } as const
  const actor: Actor = { userId: 0, email: 'npm run verify', organization, role: 'admin', service }
  const projects = await listProjects(ctx, actor)
  const project = projects.find(({ id, name }) => id === wanted || name === wanted)
  if (!project) throw new StartRefused(`There is no project ${wanted}.`)
  const of = { actor, projectId: project.id }
  const { candidate, published, version, cases } = await readComparison(ctx, of)
  const runId = randomUUID()
  const values: ReportedValue[] = []
  for (const document of cases.documents) {
    const verified = await verifyDocument(ctx, tenantOf(ctx, actor), {
      ...{ candidate, published, document },
      calls: {
        ...{ runId, callKeyPrefix: `verification/${runId}/${document.hash}` },
        masking: undefined,
        ...{ projectId: project.id, step: runStep, claims: ctx.claims, commits: ctx.commits },
      },
    })
    values.push(...verified.map((value) => ({ ...value, documentName: document.name })))
  }
  const { contradicted, notKept } = cases
  return { name: project.name, version, values, contradicted, notKept }
}
