import type { Serializable } from 'node:child_process'
import type { PartMessage } from './messages.ts'

/** Maximum size of a message, so that none blocks an event loop for long. */
const maxPartBytes = 1_000_000

/**
 * Splits bytes into parts to send ahead, and the last part, which goes with the message they belong
 * to.
 */
export function splitBytes(target: PartMessage['target'], bytes: Uint8Array) {
  const precedingParts: PartMessage[] = []
  let offset = 0
  for (; bytes.length - offset > maxPartBytes; offset += maxPartBytes)
    precedingParts.push({
      kind: 'piece',
      target,
      bytes: bytes.subarray(offset, offset + maxPartBytes),
    })
  return { ahead: precedingParts, end: bytes.subarray(offset) }
}

/** Reassembles what `splitBytes` split. */
export function createPartAssembler() {
  const receivedParts = new Map<PartMessage['target'], Uint8Array[]>()
  return {
    add({ target, bytes }: PartMessage): void {
      const parts = receivedParts.get(target)
      if (parts) parts.push(bytes)
      else receivedParts.set(target, [bytes])
    },
    join(target: PartMessage['target'], lastPart: Uint8Array): Uint8Array {
      const parts = receivedParts.get(target)
      if (!parts) return lastPart
      receivedParts.delete(target)
      return Buffer.concat([...parts, lastPart])
    },
  }
}

type SendMessage = (message: Serializable, done: (error: Error | null) => void) => unknown

/**
 * Sends each message after the previous one was handed over, so that they do not pile up in memory.
 */
export async function sendSequentially(
  send: SendMessage,
  messages: readonly Serializable[],
): Promise<void> {
  for (const message of messages) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    send(message, (error) => (error ? reject(error) : resolve()))
    await promise
  }
}
