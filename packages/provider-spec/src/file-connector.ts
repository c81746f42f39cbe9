/** A file or a folder of a connector, as its listing shows it. */
export type FileEntry = {
  /**
   * Path from the connector's root, with `/` between segments and none at either end. Names are
   * kept as the service spells them.
   */
  readonly path: string
  readonly kind: 'file' | 'folder'
  /** Bytes; null for folders and if the service does not report it. */
  readonly size: number | null
  readonly modifiedAt: Date | null
  readonly contentType: string | null
  /** Changes whenever the content does, such as an entity tag; null if the service has none. */
  readonly version: string | null
  /**
   * A folder that stands for one thing, such as a mail with its attachments. Its files are listed even where subfolders are
   * not.
   */
  readonly isUnit?: boolean
  /** Facts about the origin of a file by their names in snake_case, such as the sender of a mail. */
  readonly metadata?: Readonly<Record<string, string>>
}

type Stoppable = { readonly signal?: AbortSignal | undefined }

export type OpenedFile = {
  readonly entry: FileEntry
  /**
   * Can be read once. Stopping early ends the transfer; a file that was deleted or truncated
   * throws.
   */
  readonly bytes: AsyncIterable<Uint8Array>
}

/** A request to listen for files that arrive. */
export type ListenRequest = {
  readonly folders: readonly string[]
  readonly includesSubfolders: boolean
  /** Address of the queue with the notifications of the service, if the connector `needsQueue`. */
  readonly queueUrl: string | null
  /** Ends the listening without an error. */
  readonly signal: AbortSignal
  /** Called once everything that arrives from then on is heard. */
  onListening(): void
  /**
   * Called with the paths of new or changed files; none if they are not known. A message is acknowledged once its promise
   * is fulfilled.
   */
  onArrival(paths: readonly string[]): Promise<void>
}

/** Folders and files of a service. Every method throws `ProviderError`. */
export type FileConnector = {
  /** Makes one cheap call that proves the settings. */
  check(options?: Stoppable): Promise<void>
  /**
   * Lists the direct entries of a folder in pages as the service sends them, so memory is bounded
   * by one page. `''` is the root. Throws `not-found` for a missing folder.
   */
  list(folder: string, options?: Stoppable): AsyncIterable<readonly FileEntry[]>
  /** Returns the entry at a path, or `undefined`. */
  find(path: string, options?: Stoppable): Promise<FileEntry | undefined>
  /**
   * Opens a file for reading; the bytes are those of one version, or reading fails. Throws
   * `not-found`.
   */
  open(path: string, options?: Stoppable): Promise<OpenedFile>
  /**
   * Creates or replaces a file, with its parent folders. The write is atomic: if it fails, the
   * previous content stays.
   */
  write(path: string, bytes: AsyncIterable<Uint8Array>, options?: Stoppable): Promise<void>
  /** Replaces any file at the new path and creates its parent folders. Throws `not-found`. */
  move(from: string, to: string, options?: Stoppable): Promise<void>
  /** Deletes a file; succeeds if it does not exist. */
  remove(path: string, options?: Stoppable): Promise<void>
  /**
   * Lists the files of a unit. The data of one of its files, as a listing showed it, makes it quick to find. Throws
   * `not-found`. Absent if `list` is as quick.
   */
  listUnit?(
    path: string,
    metadata: NonNullable<FileEntry['metadata']>,
    options?: Stoppable,
  ): Promise<readonly FileEntry[]>
  /**
   * Does with a unit what the settings say once all its files have been processed, or one of them has failed. Repeating it
   * changes nothing; a unit that does not exist is ignored. Returns whether the source lists the unit no longer. Absent if
   * there is nothing to do.
   */
  settleUnit?(path: string, outcome: 'done' | 'failed', options?: Stoppable): Promise<boolean>
  /**
   * Listens for files that arrive, until the signal is aborted. Throws when it can no longer notice them, such as when the
   * connection was lost. Absent if the service says nothing about arrivals to those who listen.
   */
  listen?(request: ListenRequest): Promise<void>
  /** Whether it can only listen to a queue. */
  readonly needsQueue?: boolean
  /** Whether files are listed while they are still being written. */
  readonly showsUnfinishedFiles?: boolean
  /** Closes open connections. The connector reopens them when it is used again. */
  close(): Promise<void>
}
