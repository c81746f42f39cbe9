import { openSlots, type PoolWorker } from '../workers/open-slots.ts'

/** A picture that may be held in memory until it was read. */
type HeldPicture<Picture> = {
  readonly picture: Picture
  /** It is needed no more: the next one may be opened. Does nothing the second time. */
  release(): void
}

/**
 * Bounds how many opened pictures wait for OCR at the same time, over all documents: each is tens of megabytes, and
 * forty that are opened at once keep the collector of garbage busier than whoever else waits for an answer can bear.
 */
export type PicturePlaces = {
  /** Opens a picture when there is a place for it. Throws what `open` throws and the signal's reason. */
  hold<Picture>(open: () => Promise<Picture>, signal?: AbortSignal): Promise<HeldPicture<Picture>>
  close(): Promise<void>
}

const openPlace = (): PoolWorker => ({ isUsable: () => true, end: async () => {} })

export function openPicturePlaces(limit: number): PicturePlaces {
  const slots = openSlots(limit, openPlace)
  return {
    hold<Picture>(open: () => Promise<Picture>, signal?: AbortSignal) {
      const held = Promise.withResolvers<HeldPicture<Picture>>()
      const released = Promise.withResolvers<void>()
      slots
        .use(async () => {
          held.resolve({ picture: await open(), release: () => released.resolve() })
          await released.promise
        }, signal)
        .catch(held.reject)
      return held.promise
    },
    close: () => slots.close(),
  }
}
