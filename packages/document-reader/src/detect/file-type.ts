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

/** The type of a file by its content. `label` is text for a person, with its article. */
export type DetectedType = {
  readonly kind: 'pdf' | 'image' | 'office' | 'archive' | 'markup' | 'text' | 'unknown'
  readonly type: FileType
  readonly label: string
  /** Where the document begins: a PDF may have junk before its header. */
  readonly start: number
}

export type DetectedFile = {
  /** Contents of the file. Those of a PDF begin at its header. */
  readonly bytes: Uint8Array
  readonly type: DetectedType
  /** File name without a path, used in messages and to distinguish text formats by extension. */
  readonly name?: string | undefined
}
