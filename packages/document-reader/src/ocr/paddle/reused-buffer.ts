/** Memory for numbers that is needed again and again, and never twice at once. */
export type ReusedBuffer = {
  /** Lends numbers of any value until the work is done; takes new memory while it is lent already. */
  use<Result>(
    length: number,
    work: (values: Float32Array<ArrayBuffer>) => Promise<Result>,
  ): Promise<Result>
}

/**
 * Opens a buffer that grows to the largest length that was asked for. Arrays of many megabytes that
 * are made anew stay in memory until the garbage collector gets to them.
 */
export function openReusedBuffer(): ReusedBuffer {
  let free: Float32Array<ArrayBuffer> | undefined = new Float32Array(0)
  return {
    async use(length, work) {
      const values = free && free.length >= length ? free : new Float32Array(length)
      free = undefined
      try {
        return await work(values.subarray(0, length))
      } finally {
        free = values
      }
    },
  }
}
