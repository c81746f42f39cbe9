import * as api from '@recto/contract/pipelines/notifications'
import { omitUndefined } from '@recto/omit-undefined'
import { queryOptions } from '@tanstack/react-query'
import { readAs, useChange } from '../../shared/api/ask.ts'
import { fieldIn } from '../../shared/api/wire-names.ts'
import {
  deliveryFromWire,
  type NotificationOwner,
  newNotificationToWire,
  notificationChangeToWire,
  notificationFromWire,
  notificationNames,
} from './notification.ts'

const fromWire = (all: readonly api.Notification[]) => all.map(notificationFromWire)

export function notificationsOf({ kind, id }: NotificationOwner) {
  if (kind === 'budget') return readAs(api.listNotificationsOfBudget, {}, fromWire)
  return kind === 'api'
    ? readAs(api.listNotificationsOfDeployment, { params: { id } }, fromWire)
    : readAs(api.listNotificationsOfPipeline, { params: { id } }, fromWire)
}

const POLL_MS = 5000
const DELIVERIES_A_PAGE = 10

/** The most recent messages; polls while one is being delivered. */
export const deliveriesOf = (id: string, state: 'DEAD' | undefined) =>
  queryOptions({
    ...readAs(
      api.listDeliveries,
      { params: { id }, query: omitUndefined({ page_size: DELIVERIES_A_PAGE, state }) },
      ({ count, results }) => ({ count, deliveries: results.map(deliveryFromWire) }),
    ),
    refetchInterval: ({ state: { data } }) =>
      data?.deliveries.some((one) => one.state === 'WAITING') ? POLL_MS : false,
  })

const ofNotifications = [
  api.listNotificationsOfDeployment,
  api.listNotificationsOfPipeline,
  api.listNotificationsOfBudget,
]
const fieldOf = fieldIn(notificationNames)

export const useCreateNotification = () =>
  useChange(api.createNotification, {
    makesStale: ofNotifications,
    toWire: newNotificationToWire,
    fieldOf,
  })

export const useUpdateNotification = () =>
  useChange(api.updateNotification, {
    makesStale: ofNotifications,
    toWire: notificationChangeToWire,
    fieldOf,
  })

const byId = (id: string) => ({ params: { id } })

export const useDeleteNotification = () =>
  useChange(api.deleteNotification, { makesStale: ofNotifications, toWire: byId })

export const useTestNotification = () =>
  useChange(api.testNotification, {
    makesStale: [api.listDeliveries],
    toWire: byId,
    fromWire: deliveryFromWire,
  })

type RedeliveryRequest = { readonly id: string; readonly deliveryId: string }

export const useRepeatDelivery = () =>
  useChange(api.repeatDelivery, {
    makesStale: [api.listDeliveries],
    toWire: ({ id, deliveryId }: RedeliveryRequest) => ({
      params: { id, delivery_id: deliveryId },
    }),
  })
