import { AppError } from '../../../platform/app-error.ts'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { seedAdapters } from '../../adapters/adapters.port.ts'
import { createVisitorsOrganization } from '../../organizations/organizations.port.ts'
import { createProject, shareProject } from '../../prompt-studio/prompt-studio.port.ts'
import { takeOfAddress, takeProjectOfAll } from '../limits/limit-visitors.ts'
import type { OpenedProject } from '../rows/get-simple-project.ts'
import { insertSimpleRow } from '../rows/simple-projects.store.ts'

type CreateSimpleProjectRequest = { readonly name: string; readonly address: string }

/** Creates a studio project in its own organization, which starts with the built-in adapters. */
export async function createSimpleProject(
  ctx: Context,
  { name, address }: CreateSimpleProjectRequest,
): Promise<OpenedProject> {
  if (!ctx.config.simpleStudio.isOpen) throw notOpen()
  await takeOfAddress(ctx, address, 'projects')
  await takeProjectOfAll(ctx)
  return ctx.db.transaction().execute(async (db) => {
    const actor = await createVisitorsOrganization({ db })
    const tenant = tenantOf({ db }, actor)
    await seedAdapters(ctx, tenant, actor.userId)
    const values = { name, description: '', author: 'A visitor', enableHighlight: true }
    const project = await createProject({ ...ctx, db }, { actor, values })
    const share = await shareProject({ db }, { actor, projectId: project.id })
    const ids = { project_id: project.id, user_id: actor.userId, share_id: share.id }
    const row = await insertSimpleRow(tenant, ids)
    return { row, tenant: { ...tenant, db: ctx.db }, actor, projectId: project.id }
  })
}

const notOpen = () => {
  const detail =
    'The simple studio is not available in this installation. Ask an administrator for an account.'
  return new AppError('not-available', [{ code: 'error', detail, attr: null }])
}
