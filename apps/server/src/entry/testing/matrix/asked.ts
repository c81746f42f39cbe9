import type { TestReply } from '../../../testing/people.ts'
import type { Thing } from './things.ts'

export type Judge = (reply: TestReply, thing: Thing) => boolean

/** How one act of a route is asked for, and what its answers look like. */
export type Asked = {
  /** Instead of the id that the route's own address suggests. */
  readonly path?: (thing: Thing) => string
  readonly body?: (thing: Thing) => unknown
  readonly isUpload?: true
  /** Whoever may is let through: 2xx unless stated. */
  readonly granted?: Judge
  /** Whoever may not see it learns that there is none: 404 unless stated. */
  readonly hidden?: Judge
  /** What was granted has changed the thing, so that the next one needs another. */
  readonly isConsumed?: true
}
