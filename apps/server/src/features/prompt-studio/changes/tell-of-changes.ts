import { permits } from '@recto/contract/permits'
import { getProject } from '@recto/contract/prompt-studio'
import { type ProjectNews, type ProjectPart, projectEvent } from '@recto/contract/sockets'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { lineOf } from '../../../platform/policy/line-of.ts'
import type { Sockets } from '../../../platform/sockets/sockets.ts'
import { memberRoles } from '../../organizations/organizations.port.ts'
import { listProjectShares, listProjectsById } from '../rows/projects.store.ts'
import { projectChanged } from './project-changed.ts'

type Needs = Pick<Context, 'db' | 'events' | 'log'>

/** By project, what of it has changed. */
type Parts = Map<string, Set<ProjectPart>>

/**
 * Tells the browsers that are connected to this process of changes to the projects that their people may
 * read at that moment. What changes while it tells is told together.
 */
export function tellOfChanges(ctx: Needs, sockets: Sockets): () => void {
  let waiting = new Map<number, Parts>()
  let isUnderWay = false
  const tellAll = async () => {
    isUnderWay = true
    while (waiting.size > 0) {
      const news = waiting
      waiting = new Map()
      for (const [organizationId, parts] of news) {
        await tell({ db: ctx.db, organizationId }, sockets, parts).catch((error: unknown) => {
          // Pages ask again whenever they are looked at.
          ctx.log.warn({ reason: describeFailure(error) }, 'changes of projects could not be told')
        })
      }
    }
    isUnderWay = false
  }
  return ctx.events.subscribe(projectChanged, ({ organizationId, projectId, part }) => {
    if (!sockets.hasOrganization(organizationId)) return
    const parts: Parts = waiting.get(organizationId) ?? new Map()
    waiting.set(organizationId, parts.set(projectId, (parts.get(projectId) ?? new Set()).add(part)))
    if (!isUnderWay) void tellAll()
  })
}

async function tell(tenant: Tenant, sockets: Sockets, parts: Parts): Promise<void> {
  const { organizationId } = tenant
  const ids = [...parts.keys()]
  const [projects, shares, roles] = await Promise.all([
    listProjectsById(tenant, ids),
    listProjectShares(tenant, ids),
    memberRoles(tenant, sockets.peopleOf(organizationId)),
  ])
  for (const project of projects) {
    const facts = { ...project, sharedWith: shares.get(project.id) ?? [] }
    const news: ProjectNews['data'] = {
      tool_id: project.id,
      parts: [...(parts.get(project.id) ?? [])],
    }
    for (const [userId, role] of roles) {
      const mayRead = readers.includes(role) && permits({ userId, role }, 'project/see', facts)
      if (mayRead) sockets.tellPerson({ organizationId, userId }, projectEvent, news)
    }
  }
}

const line = lineOf(getProject)
const readers = line.who === 'member' ? line.roles : []
