import { chatAppFields } from '@recto/contract/chat-apps/chat-app-fields'
import { type FieldEdits, type FieldValues, pickWay } from '@recto/contract/wire/fields'
import { omitUndefined } from '@recto/omit-undefined'
import { AppError, invalid, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import { presentFields } from '../../platform/db/field-columns.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import {
  assertMayDeploy,
  listEndpointsOfWorkflow,
  publishOnFirstDeployment,
  withdrawIfNotDeployed,
} from '../workflows/workflows.port.ts'
import {
  type ChatAppRow,
  changeChatApp,
  findChatApp,
  findChatApps,
  insertChatApp,
  isAppNameTaken,
  removeChatApp,
} from './chat-apps.store.ts'

type ManageChatAppsDependencies = Pick<Context, 'db'>
type ManageChatAppsTarget = { readonly actor: Actor; readonly id: string }

export const listChatApps = (
  ctx: ManageChatAppsDependencies,
  actor: Actor,
): Promise<ChatAppRow[]> => findChatApps(tenantOf(ctx, actor), actor)

export async function getChatApp(
  ctx: ManageChatAppsDependencies,
  { actor, id }: ManageChatAppsTarget,
): Promise<ChatAppRow> {
  const app = await findChatApp(tenantOf(ctx, actor), actor, id)
  if (!app) throw notFound('app')
  return app
}

/** Creates an app for a workflow whose destination is an app. */
export async function createChatApp(
  ctx: ManageChatAppsDependencies,
  { actor, ...fields }: FieldValues<typeof chatAppFields> & { readonly actor: Actor },
): Promise<ChatAppRow> {
  await assertForApps(ctx, actor, fields.workflowId)
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    if (await isAppNameTaken(tenant, { name: fields.appName })) throw appNameTaken()
    const app = await insertChatApp(tenant, fields)
    if (!app) throw appNameTaken()
    const { workflowId } = fields
    await publishOnFirstDeployment(tenant, { workflowId, userId: actor.userId })
    await record(tenant, actor, { done: 'created', app, after: app })
    return app
  })
}

type Changes = FieldEdits<typeof chatAppFields>

/** Updates an app; a new name changes its address. */
export async function updateChatApp(
  ctx: ManageChatAppsDependencies,
  { actor, id, ...changes }: ManageChatAppsTarget & Changes,
): Promise<ChatAppRow> {
  const previous = await getChatApp(ctx, { actor, id })
  const { workflowId } = changes
  const isMoved = workflowId !== undefined && workflowId !== previous.workflow_id
  if (isMoved) await assertForApps(ctx, actor, workflowId)
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const { appName } = changes
    const isRenamed = appName !== undefined && appName !== previous.app_name
    if (isRenamed && (await isAppNameTaken(tenant, { name: appName, exceptId: id }))) {
      throw appNameTaken()
    }
    const app = await changeChatApp(tenant, id, changes)
    if (!app) throw appNameTaken()
    if (isMoved) {
      await publishOnFirstDeployment(tenant, { workflowId, userId: actor.userId })
      await withdrawIfNotDeployed(tenant, previous.workflow_id)
    }
    await record(tenant, actor, { done: 'changed', app, before: previous, after: app })
    return app
  })
}

export async function deleteChatApp(
  ctx: ManageChatAppsDependencies,
  { actor, id }: ManageChatAppsTarget,
): Promise<void> {
  const app = await getChatApp(ctx, { actor, id })
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await record(tenant, actor, { done: 'deleted', app, before: app })
    await removeChatApp(tenant, id)
    await withdrawIfNotDeployed(tenant, app.workflow_id)
  })
}

const appNameTaken = () => invalid('appName', 'An app with this name already exists.', 'unique')

async function assertForApps(
  ctx: ManageChatAppsDependencies,
  actor: Actor,
  workflowId: string,
): Promise<void> {
  await assertMayDeploy(ctx, { actor, workflowId })
  const ends = await listEndpointsOfWorkflow(ctx, { actor, workflowId }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    throw invalid('workflowId', 'This workflow does not exist.', 'does_not_exist')
  })
  const destination = ends.find((end) => end.endpoint_type === 'DESTINATION')
  if (destination?.connection_type !== 'APPDEPLOYMENT') {
    throw invalid('workflowId', 'The destination of the workflow must be an app deployment.')
  }
}

type RecordAuditEntry = {
  readonly done: 'created' | 'changed' | 'deleted'
  readonly app: ChatAppRow
  readonly before?: ChatAppRow
  readonly after?: ChatAppRow
}

const record = (
  tenant: Tenant,
  actor: Actor,
  { done, app, before: oldApp, after: newApp }: RecordAuditEntry,
) =>
  recordChange(
    tenant,
    actor,
    omitUndefined({
      action: `app.${done}`,
      subject: { type: 'app', id: app.id, name: app.display_name },
      before: oldApp && auditValuesOf(oldApp),
      after: newApp && auditValuesOf(newApp),
    }),
  )

const auditValuesOf = (row: ChatAppRow) => presentFields(pickWay(chatAppFields, 'audit'), row)
