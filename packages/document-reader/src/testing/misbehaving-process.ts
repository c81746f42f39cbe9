import { serveProcess } from '../workers/serve-process.ts'
import { misbehaviours } from './misbehaviours.ts'

const misbehave = {
  ...misbehaviours,
  /** As the system does when it runs out of memory. */
  async 'is ended'() {
    process.kill(process.pid, 'SIGKILL')
    await new Promise(() => {})
  },
  async grows() {
    for (const savedBytesList: Buffer[] = []; ; ) {
      savedBytesList.push(Buffer.alloc(1_000_000, 1))
      await new Promise((resolve) => setImmediate(resolve))
    }
  },
}

export type Order =
  | { readonly does: keyof typeof misbehave }
  | { readonly does: 'adds one'; readonly bytes: Uint8Array }
  | { readonly does: 'doubles'; readonly numbers: Float64Array }
  | { readonly does: 'counts'; readonly to: number }

/** Does what its order says; returns its own process id, or the numbers that it doubled. */
serveProcess<Order, number | Float64Array | Uint8Array, number>(async (order, send) => {
  if (order.does === 'adds one') return order.bytes.map((byte) => byte + 1)
  if (order.does === 'doubles') return order.numbers.map((number) => number * 2)
  if (order.does === 'counts') for (let index = 1; index <= order.to; index++) await send(index)
  else await misbehave[order.does]()
  return process.pid
})
