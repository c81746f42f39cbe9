import { serveThread } from '../pool/serve-thread.ts'
import { ReadError } from '../read-error.ts'

export type ThreadOrder = 'answers' | 'hangs' | 'exits' | 'throws' | 'refuses' | Uint8Array

const misbehave = {
  answers() {},
  hangs() {
    for (;;);
  },
  exits() {
    process.exit(3)
  },
  throws() {
    throw new Error('The program stumbled.')
  },
  refuses() {
    throw new ReadError('broken-file', 'It is torn.')
  },
}

let jobs = 0

/** Does what its order says; answers how many jobs this thread has had. Overwrites the bytes that it is given. */
serveThread<ThreadOrder, number>(
  Promise.resolve({
    handle(order) {
      jobs++
      if (order instanceof Uint8Array) order.fill(0)
      else misbehave[order]()
      return { answer: jobs }
    },
    heldBytes: () => 0,
  }),
)
