/** A signed-in browser that holds sockets open, as it was when last looked at. */
export type SocketSession = {
  readonly tokenHash: string
  readonly id: string
  readonly logEventsId: string
  readonly userId: number
  /** Absent until an organization was set in the session. */
  readonly organizationId: number | null
}

/** A session while it is in the organization. */
export type SocketChannel = { readonly organizationId: number; readonly logEventsId: string }

export type SocketPerson = { readonly organizationId: number; readonly userId: number }

/**
 * The sockets of this process. Others are in other processes: whoever has news announces them as an
 * event, and each process tells its own.
 */
export type Sockets = {
  hasOrganization(organizationId: number): boolean
  /** The ids of those whose browsers are in that organization. */
  peopleOf(organizationId: number): readonly number[]
  hasPerson(person: SocketPerson): boolean
  hasSession(channel: SocketChannel): boolean
  /** To all browsers of a person who are in that organization; wrapped as the contract says. */
  tellPerson(person: SocketPerson, event: string, data: unknown): void
  /** To one browser, wherever it has pages open in that organization. */
  tellSession(channel: SocketChannel, event: string, data: unknown): void
}
