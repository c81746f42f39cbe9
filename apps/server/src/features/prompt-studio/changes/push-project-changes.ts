import { permits } from '@recto/contract/policy/permits'
import { getProject } from '@recto/contract/prompt-studio/prompt-studio'
import { type ProjectNews, ProjectPart, projectEvent } from '@recto/contract/server/sockets'
import { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { defineEvent } from '../../../platform/events/events.ts'
import { routePolicyOf } from '../../../platform/policy/route-policy-of.ts'
import type { Sockets } from '../../../platform/sockets/sockets.ts'
import { memberRoles } from '../../organizations/organizations.port.ts'
import { listProjectShares, listProjectsById } from '../rows/projects.store.ts'

/** A part of a project has changed. A database trigger publishes this event. */
const projectChanged = defineEvent({
  name: 'project.changed',
  payload: z.object({ organizationId: z.number(), projectId: z.string(), part: ProjectPart }),
})

const readPolicy = routePolicyOf(getProject)
const readerRoles = readPolicy.who === 'member' ? readPolicy.roles : []

type PushDependencies = Pick<Context, 'db' | 'events' | 'log'>

/** The changed parts of each project. */
type PartsByProject = Map<string, Set<ProjectPart>>

/**
 * Pushes changes of projects to the connected browsers of users who may read the project at that
 * moment. Changes during a push are combined into the next one.
 */
export function pushProjectChanges(ctx: PushDependencies, sockets: Sockets): () => void {
  let queue = new Map<number, PartsByProject>()
  let isPushing = false
  const pushAll = async () => {
    isPushing = true
    while (queue.size > 0) {
      const batch = queue
      queue = new Map()
      for (const [organizationId, parts] of batch) {
        await pushChanges({ db: ctx.db, organizationId }, sockets, parts).catch(
          (error: unknown) => {
            // Pages also refetch when they are focused.
            ctx.log.warn({ reason: describeFailure(error) }, 'failed to push project changes')
          },
        )
      }
    }
    isPushing = false
  }
  return ctx.events.subscribe(projectChanged, ({ organizationId, projectId, part }) => {
    if (!sockets.hasOrganization(organizationId)) return
    const parts: PartsByProject = queue.get(organizationId) ?? new Map()
    queue.set(organizationId, parts.set(projectId, (parts.get(projectId) ?? new Set()).add(part)))
    if (!isPushing) void pushAll()
  })
}

async function pushChanges(tenant: Tenant, sockets: Sockets, parts: PartsByProject): Promise<void> {
  const { organizationId } = tenant
  const ids = [...parts.keys()]
  const [projects, shares, roles] = await Promise.all([
    listProjectsById(tenant, ids),
    listProjectShares(tenant, ids),
    memberRoles(tenant, sockets.listConnectedUsers(organizationId)),
  ])
  for (const project of projects) {
    const facts = { ...project, sharedWith: shares.get(project.id) ?? [] }
    const update: ProjectNews['data'] = {
      tool_id: project.id,
      parts: [...(parts.get(project.id) ?? [])],
    }
    for (const [userId, role] of roles) {
      const mayRead = readerRoles.includes(role) && permits({ userId, role }, 'project/see', facts)
      if (mayRead) sockets.sendToPerson({ organizationId, userId }, projectEvent, update)
    }
  }
}
