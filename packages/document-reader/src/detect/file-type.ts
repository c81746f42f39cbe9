export type FileType =
  | 'pdf'
  | 'png'
  | 'jpeg'
  | 'tiff'
  | 'webp'
  | 'bmp'
  | 'gif'
  | 'heic'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'odt'
  | 'ods'
  | 'odp'
  | 'doc'
  | 'xls'
  | 'ppt'
  | 'rtf'
  | 'msg'
  | 'eml'
  | 'html'
  | 'xml'
  | 'json'
  | 'csv'
  | 'tsv'
  | 'md'
  | 'txt'
  | 'zip'
  | 'unknown'

/** Returns the type of a file by its content. `label` is for a person, with its article. */
export type DetectedType = {
  readonly kind: 'pdf' | 'image' | 'office' | 'archive' | 'markup' | 'text' | 'unknown'
  readonly type: FileType
  readonly label: string
  /** Where the document begins: a PDF may have junk before its header. */
  readonly start: number
}

export type DetectedFile = {
  /** For a PDF, the bytes from its header onwards. */
  readonly bytes: Uint8Array
  readonly type: DetectedType
  /** For messages, and to distinguish text formats by extension; never a path. */
  readonly name?: string | undefined
}
