/** Export formats of Google's own documents, which have no bytes, and the endings that their names get. */
const exportFormats: Readonly<Record<string, { readonly type: string; readonly ending: string }>> =
  {
    'application/vnd.google-apps.document': { type: 'application/pdf', ending: '.gdoc.pdf' },
    'application/vnd.google-apps.presentation': { type: 'application/pdf', ending: '.gslides.pdf' },
    'application/vnd.google-apps.drawing': { type: 'application/pdf', ending: '.gdraw.pdf' },
    'application/vnd.google-apps.spreadsheet': {
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ending: '.gsheet.xlsx',
    },
  }

export const folderType = 'application/vnd.google-apps.folder'
export const shortcutType = 'application/vnd.google-apps.shortcut'

/**
 * Returns the media type to which a Google document is exported; `undefined` for files with
 * content.
 */
export const exportTypeOf = (type: string): string | undefined => exportFormats[type]?.type

/** Forms, maps and sites cannot be read. Shortcuts to folders are skipped, because they may form a cycle. */
export const isReadable = (type: string): boolean =>
  type === folderType ||
  exportFormats[type] !== undefined ||
  !type.startsWith('application/vnd.google-apps.')

type DriveFileName = { readonly id: string; readonly name: string; readonly type: string }

/**
 * Returns the name as a path segment. If the name is not enough to find the file again (it contains
 * a slash, or the folder has another file of that name), the id is added before the ending.
 */
export function segmentOf({ id, name, type }: DriveFileName, isRepeated = false): string {
  const whole = `${name}${exportFormats[type]?.ending ?? ''}`
  const isPlain = !/[/\0]/.test(whole) && !['', '.', '..'].includes(whole) && !idIn(whole)
  return isPlain && !isRepeated ? whole : withId(whole.replace(/[/\0]/g, '_'), id)
}

const maxEndingLength = 6

function withId(name: string, id: string): string {
  const index = name.lastIndexOf('.')
  const end = index > 0 && name.length - index <= maxEndingLength ? index : name.length
  return `${name.slice(0, end)} {${id}}${name.slice(end)}`
}

/** Returns the id that `segmentOf` added to a segment. */
export const idIn = (segment: string): string | undefined =>
  / \{([\w-]{10,100})\}(?:\.[^.]{1,5})?$/.exec(segment)?.[1]

/** Returns the names, each with its type, that a file with this segment may have. */
export function namesFor(
  segment: string,
): readonly { readonly name: string; readonly type?: string }[] {
  const own = Object.entries(exportFormats)
    .filter(([, { ending }]) => segment.endsWith(ending))
    .map(([type, { ending }]) => ({ name: segment.slice(0, -ending.length), type }))
  return [{ name: segment }, ...own]
}
