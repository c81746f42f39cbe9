import { AsyncLocalStorage } from 'node:async_hooks'

type Receipt = { receivedAt: number | undefined }

const receipts = new AsyncLocalStorage<Receipt>()

/**
 * Runs work that makes requests, and tells when the last byte of the last response arrived, as
 * `performance.now()`. Without a response, that is the end of the work.
 */
export async function timeReceipt<T>(
  run: () => Promise<T>,
): Promise<{ readonly value: T; readonly receivedAt: number }> {
  const receipt: Receipt = { receivedAt: undefined }
  const value = await receipts.run(receipt, run)
  return { value, receivedAt: receipt.receivedAt ?? performance.now() }
}

/** Notes that all bytes of a response have arrived. */
export function markReceived(): void {
  const receipt = receipts.getStore()
  if (receipt) receipt.receivedAt = performance.now()
}
