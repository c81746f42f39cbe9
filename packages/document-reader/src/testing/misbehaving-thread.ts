import { serveThread } from '../workers/serve-thread.ts'
import { misbehaviours } from './misbehaviours.ts'

export type ThreadOrder = keyof typeof misbehaviours | Uint8Array

let jobs = 0

/** Does what its order says; returns how many jobs this thread has had. Overwrites the bytes that it is given. */
serveThread<ThreadOrder, number>(
  Promise.resolve({
    handle(order) {
      jobs++
      if (order instanceof Uint8Array) order.fill(0)
      else misbehaviours[order]()
      return { result: jobs }
    },
    isShort: () => true,
    heldBytes: () => 0,
  }),
)
