import { omitUndefined } from '@recto/omit-undefined'
import type { TestReply } from '../../../testing/people.ts'
import type { ActRequest, Judge } from './asked.ts'
import { idNameOf } from './id-names.ts'
import type { Thing } from './things.ts'

const text = ({ body }: TestReply) => JSON.stringify(body)
export const isOk = ({ status }: TestReply) => status >= 200 && status < 300
export const status =
  (...statuses: number[]): Judge =>
  (reply) =>
    statuses.includes(reply.status)
/** Let through to a fault of the request itself. */
export const refusedFor =
  (code: number, words: string): Judge =>
  (reply) =>
    reply.status === code && text(reply).includes(words)

/** A list tells who may see a thing by having it. */
export const listRequest = (id: string, query?: (thing: Thing) => string): ActRequest => {
  const includesId = (reply: TestReply, thing: Thing) => text(reply).includes(thing[id] as string)
  return {
    ...omitUndefined({ path: query }),
    granted: (reply, thing) => isOk(reply) && includesId(reply, thing),
    hidden: (reply, thing) => isOk(reply) && !includesId(reply, thing),
  }
}

export const consumedThing = { isConsumed: true } as const
/** Shares it with a person who did not have it. */
export const sharing = {
  body: ({ stranger_id }: Thing) => ({ shared_to_org: false, shared_users: [stranger_id] }),
  ...consumedThing,
}
/** Shares it with nobody new, which everyone with the right to share may do. */
export const lendRequest: ActRequest = { body: () => ({}) }
/** Shares it with a person of another organization. */
export const ownerRequest: ActRequest = {
  body: () => ({ user_id: 0 }),
  granted: refusedFor(400, 'not a member'),
}
/** Somebody who is no owner of it. */
export const removeOwnerRequest = (base: string): ActRequest => ({
  path: (thing) => `${base}/${thing[idNameOf(`/${base}/:id/`, 'id')]}/owners/0/`,
  granted: refusedFor(404, 'No such owner'),
  hidden: (reply) => reply.status === 404 && !text(reply).includes('owner'),
})
