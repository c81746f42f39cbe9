import * as api from '@recto/contract/watch/watch'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readAs, useChange } from '../../shared/api/requests.ts'
import { addedFromWire, type WatchKind, type WatchOwner, watchFromWire } from './watch.ts'

const watchEndpoints = { api: api.watchDeployment, pipeline: api.watchPipeline } as const

/** New documents are checked every minute. */
const REFRESH_MS = 30_000

/** Reads how a deployment reads documents. While another period is loading, the previous one stays visible. */
export const watchOf = ({ kind, id }: WatchOwner, days: number) =>
  queryOptions({
    ...readAs(watchEndpoints[kind], { params: { id }, query: { days } }, watchFromWire),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

const acknowledgeEndpoints = {
  api: api.acknowledgeDeploymentAlarm,
  pipeline: api.acknowledgePipelineAlarm,
} as const

const addEndpoints = {
  api: api.addDeploymentExpectedValues,
  pipeline: api.addPipelineExpectedValues,
} as const

type AlarmKey = { readonly ownerId: string; readonly alarmId: string }

const toWire = ({ ownerId, alarmId }: AlarmKey) => ({ params: { id: ownerId, alarm_id: alarmId } })

export const useAcknowledge = (kind: WatchKind) =>
  useChange(acknowledgeEndpoints[kind], { invalidates: [watchEndpoints[kind]], toWire })

export const useAddExpectedValues = (kind: WatchKind) =>
  useChange(addEndpoints[kind], { invalidates: [], toWire, fromWire: addedFromWire })
