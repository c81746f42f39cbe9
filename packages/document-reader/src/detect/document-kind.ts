import type { FileType } from './file-type.ts'

/** How a file becomes pages: as it is, through PDF, picture by picture, or set on pages. */
type DocumentKind = 'pdf' | 'old-office' | 'image' | 'set'

const oldOffice: readonly FileType[] = ['doc', 'xls', 'ppt', 'rtf']
const images: readonly FileType[] = ['png', 'jpeg', 'tiff', 'webp', 'bmp', 'gif', 'heic']

export function documentKind(type: FileType): DocumentKind {
  if (type === 'pdf') return 'pdf'
  if (oldOffice.includes(type)) return 'old-office'
  return images.includes(type) ? 'image' : 'set'
}
