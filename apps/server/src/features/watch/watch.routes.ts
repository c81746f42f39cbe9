import * as api from '@recto/contract/watch/watch'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
import { acknowledgeAlarm } from './acknowledge-alarm.ts'
import { addExpectedValues } from './add-expected-values.ts'
import { getWatch } from './get-watch.ts'
import { presentAdded, presentAlarms, presentWatch } from './map-watch.ts'

const routes = [
  {
    kind: 'deployment',
    watch: api.watchDeployment,
    acknowledge: api.acknowledgeDeploymentAlarm,
    add: api.addDeploymentExpectedValues,
  },
  {
    kind: 'pipeline',
    watch: api.watchPipeline,
    acknowledge: api.acknowledgePipelineAlarm,
    add: api.addPipelineExpectedValues,
  },
] as const

export function watchRoutes(app: FastifyInstance, ctx: Context): void {
  for (const { kind, watch, acknowledge, add } of routes) {
    registerEndpoint(app, ctx, watch, async (ctx, { actor, params, query: { days } }) => {
      const owner = { kind, id: params.id }
      return presentWatch(ctx, actor, await getWatch(ctx, { actor, owner, days }))
    })

    registerEndpoint(app, ctx, acknowledge, async (ctx, { actor, params }) => {
      const request = { actor, owner: { kind, id: params.id }, alarmId: params.alarm_id }
      const alarm = await acknowledgeAlarm(ctx, request)
      return (await presentAlarms(ctx, actor, [alarm], { showsNames: true }))[0]!
    })

    registerEndpoint(app, ctx, add, async (ctx, { actor, params }) => {
      const request = { actor, owner: { kind, id: params.id }, alarmId: params.alarm_id }
      return presentAdded(await addExpectedValues(ctx, request))
    })
  }
}
