/** A file or a folder of a connector, as its listing shows it. */
export type FileEntry = {
  /**
   * From the connector's root, with `/` between the segments and none at either end. Whatever a service lets
   * stand in a name stands here as it is.
   */
  readonly path: string
  readonly kind: 'file' | 'folder'
  /** Bytes; null where the service does not say, and of a folder. */
  readonly size: number | null
  readonly modifiedAt: Date | null
  readonly contentType: string | null
  /** Another one means another content, such as an entity tag; null where the service has none. */
  readonly version: string | null
}

type Stoppable = { readonly signal?: AbortSignal | undefined }

export type OpenedFile = {
  readonly entry: FileEntry
  /** Read once. Leaving it early ends the transfer; what is not there any more, or was cut short, throws. */
  readonly bytes: AsyncIterable<Uint8Array>
}

/** Folders and files of a service. Every method throws `ProviderError`. */
export type FileConnector = {
  /** One cheap call that proves the settings. */
  check(options?: Stoppable): Promise<void>
  /**
   * What lies directly in a folder, in pages as the service sends them: a folder of any size takes the memory of
   * one page. `''` is the root. Throws `not-found` for a folder that is not there.
   */
  list(folder: string, options?: Stoppable): AsyncIterable<readonly FileEntry[]>
  /** The entry at a path, or `undefined`. */
  find(path: string, options?: Stoppable): Promise<FileEntry | undefined>
  /** Throws `not-found`. The bytes are those of one version, or the reading fails. */
  open(path: string, options?: Stoppable): Promise<OpenedFile>
  /**
   * Makes a file, with the folders above it, or replaces it. Nobody sees half of it: what ends early leaves what was
   * there before.
   */
  write(path: string, bytes: AsyncIterable<Uint8Array>, options?: Stoppable): Promise<void>
  /** Replaces what is at the new path, and makes the folders above it. Throws `not-found`. */
  move(from: string, to: string, options?: Stoppable): Promise<void>
  /** A file that is not there is as good as deleted. */
  remove(path: string, options?: Stoppable): Promise<void>
  /** Ends connections that are kept open. It opens anew by itself. */
  close(): Promise<void>
}
