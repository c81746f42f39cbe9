import type { TestReply } from '../../../testing/people.ts'
import type { Thing } from './things.ts'

export type Judge = (reply: TestReply, thing: Thing) => boolean

/** The request for one act of a route and the checks of its replies. */
export type ActRequest = {
  /** Returns a path to use instead of the route's own. */
  readonly path?: (thing: Thing) => string
  readonly body?: (thing: Thing) => unknown
  readonly isUpload?: true
  /** Checks the reply to a person who is allowed; by default, it must be 2xx. */
  readonly granted?: Judge
  /** Checks the reply to a person who may not see the thing; by default, it must be 404. */
  readonly hidden?: Judge
  /** What was granted has changed the thing, so that the next one needs another. */
  readonly isConsumed?: true
}
