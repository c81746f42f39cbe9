import { z } from 'zod'
import { defineEvent } from '../events/events.ts'

/** The session of a browser with open sockets, as of the last check. */
export type SocketSession = {
  readonly tokenHash: string
  readonly id: string
  readonly logEventsId: string
  readonly userId: number
  /** Null until an organization is chosen in the session. */
  readonly organizationId: number | null
}

/** A session within one organization. */
export type SocketChannel = { readonly organizationId: number; readonly logEventsId: string }

export type SocketPerson = { readonly organizationId: number; readonly userId: number }

/**
 * The WebSockets of this process. Other processes have others: news is published as an event, and
 * each process sends it to its own browsers.
 */
export type Sockets = {
  hasOrganization(organizationId: number): boolean
  /** User ids of the browsers connected in an organization. */
  listConnectedUsers(organizationId: number): readonly number[]
  hasPerson(person: SocketPerson): boolean
  hasSession(channel: SocketChannel): boolean
  /** Sends to all browsers of a person in that organization, wrapped as the contract says. */
  sendToPerson(person: SocketPerson, event: string, data: unknown): void
  /** Sends to one browser, on all its pages in that organization. */
  sendToSession(channel: SocketChannel, event: string, data: unknown): void
}

/** Published by a database trigger when a session has ended or changed its organization. */
export const sessionChangedEvent = defineEvent({
  name: 'session.changed',
  payload: z.object({ id: z.string() }),
})
