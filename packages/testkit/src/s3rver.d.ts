declare module '@20minutes/s3rver' {
  /** A server that speaks S3, for tests. */
  class S3rver {
    constructor(options: {
      readonly port: number
      readonly address: string
      readonly silent: boolean
      readonly allowMismatchedSignatures: boolean
      readonly directory: string
      readonly configureBuckets: readonly { readonly name: string; readonly configs: [] }[]
    })
    run(): Promise<unknown>
    close(): Promise<void>
  }
  export = S3rver
}
