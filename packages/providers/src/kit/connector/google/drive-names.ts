/** Google's own documents, which have no bytes: as what they are read, and how they are called then. */
const exported: Readonly<Record<string, { readonly type: string; readonly ending: string }>> = {
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
export const exportTypeOf = (type: string): string | undefined => exported[type]?.type

/** Forms, maps and sites are none that could be read, and neither are shortcuts to folders: they may go round. */
export const isReadable = (type: string): boolean =>
  type === folderType ||
  exported[type] !== undefined ||
  !type.startsWith('application/vnd.google-apps.')

type Named = { readonly id: string; readonly name: string; readonly type: string }

/**
 * The name as a segment of a path. Where that alone would not lead back to it (a slash in it, or another file of the
 * same name in its folder), its id stands before the ending.
 */
export function segmentOf({ id, name, type }: Named, isRepeated = false): string {
  const whole = `${name}${exported[type]?.ending ?? ''}`
  const isPlain = !/[/\0]/.test(whole) && !['', '.', '..'].includes(whole) && !idIn(whole)
  return isPlain && !isRepeated ? whole : withId(whole.replace(/[/\0]/g, '_'), id)
}

const longestEnding = 6

function withId(name: string, id: string): string {
  const index = name.lastIndexOf('.')
  const end = index > 0 && name.length - index <= longestEnding ? index : name.length
  return `${name.slice(0, end)} {${id}}${name.slice(end)}`
}

/** The id that a segment tells. */
export const idIn = (segment: string): string | undefined =>
  / \{([\w-]{10,100})\}(?:\.[^.]{1,5})?$/.exec(segment)?.[1]

/** What a file may be called, and of which type it is then, for its segment to be this one. */
export function namesFor(
  segment: string,
): readonly { readonly name: string; readonly type?: string }[] {
  const own = Object.entries(exported)
    .filter(([, { ending }]) => segment.endsWith(ending))
    .map(([type, { ending }]) => ({ name: segment.slice(0, -ending.length), type }))
  return [{ name: segment }, ...own]
}
