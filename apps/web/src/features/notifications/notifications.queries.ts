import * as api from '@recto/contract/pipelines/notifications'
import { omitUndefined } from '@recto/omit-undefined'
import { queryOptions } from '@tanstack/react-query'
import { readAs, useChange } from '../../shared/api/requests.ts'
import { fieldIn } from '../../shared/api/wire-names.ts'
import {
  deliveryFromWire,
  type NotificationOwner,
  newNotificationToWire,
  notificationChangeToWire,
  notificationFromWire,
  notificationNames,
} from './notification.ts'

const fromWire = (notifications: readonly api.Notification[]) =>
  notifications.map(notificationFromWire)

export function notificationsOf({ kind, id }: NotificationOwner) {
  if (kind === 'budget') return readAs(api.listNotificationsOfBudget, {}, fromWire)
  return kind === 'api'
    ? readAs(api.listNotificationsOfDeployment, { params: { id } }, fromWire)
    : readAs(api.listNotificationsOfPipeline, { params: { id } }, fromWire)
}

const POLL_MS = 5000
const DELIVERIES_PER_PAGE = 10

/** The most recent messages; polls while one is being delivered. */
export const deliveriesOf = (id: string, state: 'DEAD' | undefined) =>
  queryOptions({
    ...readAs(
      api.listDeliveries,
      { params: { id }, query: omitUndefined({ page_size: DELIVERIES_PER_PAGE, state }) },
      ({ count, results }) => ({ count, deliveries: results.map(deliveryFromWire) }),
    ),
    refetchInterval: ({ state: { data } }) =>
      data?.deliveries.some((delivery) => delivery.state === 'WAITING') ? POLL_MS : false,
  })

const notificationEndpoints = [
  api.listNotificationsOfDeployment,
  api.listNotificationsOfPipeline,
  api.listNotificationsOfBudget,
]
const fieldOf = fieldIn(notificationNames)

export const useCreateNotification = () =>
  useChange(api.createNotification, {
    invalidates: notificationEndpoints,
    toWire: newNotificationToWire,
    fieldOf,
  })

export const useUpdateNotification = () =>
  useChange(api.updateNotification, {
    invalidates: notificationEndpoints,
    toWire: notificationChangeToWire,
    fieldOf,
  })

const byId = (id: string) => ({ params: { id } })

export const useDeleteNotification = () =>
  useChange(api.deleteNotification, { invalidates: notificationEndpoints, toWire: byId })

export const useTestNotification = () =>
  useChange(api.testNotification, {
    invalidates: [api.listDeliveries],
    toWire: byId,
    fromWire: deliveryFromWire,
  })

type RedeliveryRequest = { readonly id: string; readonly deliveryId: string }

export const useRepeatDelivery = () =>
  useChange(api.repeatDelivery, {
    invalidates: [api.listDeliveries],
    toWire: ({ id, deliveryId }: RedeliveryRequest) => ({
      params: { id, delivery_id: deliveryId },
    }),
  })
