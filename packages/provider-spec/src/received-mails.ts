/** A document of a mail that arrived. */
export type ArrivedDocument = {
  /** Unique among the documents of the mail. */
  readonly name: string
  readonly mimeType: string | null
  readonly size: number
  /** Changes with the content. */
  readonly version: string | null
  /** Reason why it cannot be taken. */
  readonly problem: string | null
}

export type ArrivedMail = {
  /** One segment of a path, the same whenever it is listed. */
  readonly path: string
  readonly date: Date
  /** Facts for the results of its documents. */
  readonly metadata: Readonly<Record<string, string>>
  readonly documents: readonly ArrivedDocument[]
}

/** The mails that the installation has received for a connector. */
export type ReceivedMails = {
  /** Lists them in pages, the newest first. */
  list(): AsyncIterable<readonly ArrivedMail[]>
  find(path: string): Promise<ArrivedMail | undefined>
  /** Returns `undefined` for a document that was deleted. */
  read(path: string, name: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Records what became of the documents of a mail. */
  settle(path: string, outcome: 'done' | 'failed'): Promise<void>
}
