import { conflict, notFound } from '../../platform/app-error.ts'
import { type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import { endAlarm, findAlarm, type WatchAlarmRow } from './watch.store.ts'
import { assertMayChangeOwner, type OwnerRequest } from './watched-owner.ts'

export type AlarmRequest = OwnerRequest & { readonly alarmId: string }

/** Ends an alarm; what is usual is learned again from the documents that follow. */
export async function acknowledgeAlarm(
  ctx: Pick<Context, 'db'>,
  { alarmId, ...request }: AlarmRequest,
): Promise<WatchAlarmRow> {
  const { actor } = request
  const owner = await assertMayChangeOwner(ctx, request)
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const key = { ownerId: owner.id, id: alarmId }
    if (!(await findAlarm(tenant, key))) throw notFound('alarm')
    const alarm = await endAlarm(tenant, { ...key, userId: actor.userId })
    if (!alarm) throw conflict('The alarm has ended already.')
    await recordChange(tenant, actor, {
      action: 'alarm.acknowledged',
      subject: { type: 'alarm', id: alarm.id, name: owner.name },
      after: { owner: owner.id, field: alarm.field, measure: alarm.measure, text: alarm.text },
    })
    return alarm
  })
}
