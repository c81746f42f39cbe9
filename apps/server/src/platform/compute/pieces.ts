import type { Serializable } from 'node:child_process'
import type { SentPart } from './messages.ts'

/** No message is larger, so that none holds a loop for long. */
const pieceBytes = 1_000_000

/** Cuts bytes into pieces that go ahead, and the end, which goes with the message that they belong to. */
export function cutBytes(of: SentPart['of'], whole: Uint8Array) {
  const ahead: SentPart[] = []
  let at = 0
  for (; whole.length - at > pieceBytes; at += pieceBytes)
    ahead.push({ kind: 'piece', of, bytes: whole.subarray(at, at + pieceBytes) })
  return { ahead, end: whole.subarray(at) }
}

/** The receiving end of `cutBytes`. */
export function openPieces() {
  const ahead = new Map<SentPart['of'], Uint8Array[]>()
  return {
    add({ of, bytes }: SentPart): void {
      const before = ahead.get(of)
      if (before) before.push(bytes)
      else ahead.set(of, [bytes])
    },
    join(of: SentPart['of'], end: Uint8Array): Uint8Array {
      const before = ahead.get(of)
      if (!before) return end
      ahead.delete(of)
      return Buffer.concat([...before, end])
    },
  }
}

type Send = (message: Serializable, done: (error: Error | null) => void) => unknown

/** Sends each message when the one before it was handed over, so that they do not pile up in memory. */
export async function sendInTurn(send: Send, messages: readonly Serializable[]): Promise<void> {
  for (const message of messages) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    send(message, (error) => (error ? reject(error) : resolve()))
    await promise
  }
}
