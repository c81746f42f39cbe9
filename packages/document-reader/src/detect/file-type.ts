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

/** What the content of a file says that it is. `label` is for a person, with its article. */
export type DetectedType = {
  readonly kind: 'pdf' | 'image' | 'office' | 'archive' | 'markup' | 'text' | 'unknown'
  readonly type: FileType
  readonly label: string
  /** Where the document begins: a PDF may have junk before its header. */
  readonly start: number
}

export type DetectedFile = {
  /** Of a PDF, from its header on. */
  readonly bytes: Uint8Array
  readonly type: DetectedType
  /** Only for messages, and to tell one text from another; never a path. */
  readonly name?: string | undefined
}
